/**
 * Reads what a list without any paging can still show: its first page in each of the four orders, of each facet value
 * and of favorites, once. The results are shown, but never count as complete, and nothing leaves the library for them.
 */
import { LOOKS, LOOK_VALUES } from '../../../shared/image.ts'
import { QUERY_CHOICES, SERVICE_FILTERS } from '../../../shared/query.ts'
import { isWithin } from '../domain/clock.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { ImageListArgs } from '../service/list-query.ts'
import { lookValues } from '../storage/known-images.ts'
import { readMeta, writeMeta } from '../storage/meta.ts'
import { readOwnJson } from '../storage/own-json.ts'
import { readImagePage } from './list-pages.ts'
import type { Parts } from './group-parts.ts'

type Question = Omit<ImageListArgs, 'perPage' | 'page' | 'cursor'>

/** Stored after each response, so that a kill repeats at most one request. */
interface Progress {
  /** Names of the completed requests. */
  readonly asked: readonly string[]
  /** When all of them completed, ms since epoch; `null` while some are left. */
  readonly endedAt: number | null
}

const PROGRESS = 'unpaged:images'
const NEW_ROUND: Progress = { asked: [], endedAt: null }
/** The same interval as of a whole pass without any sign. */
const ROUTINE_GAP_MS = 6 * 3_600_000
const ASKED_GAP_MS = 10 * 60_000

const ORDERS = QUERY_CHOICES.sortBy.flatMap((sortBy) => QUERY_CHOICES.sort.map((sort): Question => ({ sortBy, sort })))

const BY_FILTER = SERVICE_FILTERS.flatMap((name) =>
  QUERY_CHOICES[name].slice(1).map((value): Question => ({ [name]: value }))
)

const nameOf = (question: Question): string => JSON.stringify(question)

export class UnpagedList {
  readonly #ports: Parts
  #isRequested = false

  constructor(ports: Parts) {
    this.#ports = ports
  }

  /** Makes a round due on a user's request. */
  ask(): void {
    this.#isRequested = true
  }

  /** Sends the missing requests; false if interrupted. Does nothing while the last round is recent. */
  async round(): Promise<boolean> {
    let progress = this.#begin()
    if (progress === null) return true
    for (let next = this.#next(progress); next !== undefined; next = this.#next(progress)) {
      if (!(await this.#read(next))) return false
      progress = this.#note({ asked: [...progress.asked, nameOf(next)], endedAt: null })
    }
    this.#isRequested = false
    this.#note({ asked: [], endedAt: this.#ports.clock.now() })
    return true
  }

  /** Returns the progress of an interrupted round, or a new one; `null` if none is due. */
  #begin(): Progress | null {
    const { db, clock } = this.#ports
    const last = readOwnJson<Progress>(readMeta(db, PROGRESS)) ?? NEW_ROUND
    if (last.endedAt === null) return last
    return isWithin(clock.now(), last.endedAt, this.#isRequested ? ASKED_GAP_MS : ROUTINE_GAP_MS) ? null : NEW_ROUND
  }

  #next(progress: Progress): Question | undefined {
    return this.#questions().find((question) => !progress.asked.includes(nameOf(question)))
  }

  /** Returns all requests: the facet values of the interface, and those seen on this service. */
  #questions(): readonly Question[] {
    const byLook = LOOKS.flatMap((look) => {
      const values = new Set<string>([...LOOK_VALUES[look], ...lookValues(this.#ports.db, look)])
      return [...values].map((value): Question => ({ [look]: value }))
    })
    return [...ORDERS, ...BY_FILTER, ...byLook]
  }

  /** Sends one request; false if nothing may be sent now. A rejection completes the request. */
  async #read(question: Question): Promise<boolean> {
    const response = { isRefused: false }
    const answered = ({ kind }: Outcome<unknown>): void => {
      response.isRefused = kind === 'rejected'
    }
    const read = await readImagePage(this.#ports, question, { lane: 'pull', pass: null, about: 'record', answered })
    return read !== null || response.isRefused
  }

  #note(progress: Progress): Progress {
    writeMeta(this.#ports.db, PROGRESS, JSON.stringify(progress))
    return progress
  }
}
