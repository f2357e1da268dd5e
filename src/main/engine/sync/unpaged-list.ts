/**
 * What a list without any paging can still show: its first page in each of the four orders, and of each look and of
 * favorites, once. What comes is shown; that it is everything is never claimed, and nothing leaves for it.
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

/** On disk after each answer, so that a kill repeats one question at most. */
interface Progress {
  /** Questions that were answered, by name. */
  readonly asked: readonly string[]
  /** When all of them were, ms since epoch; null while some are left. */
  readonly endedAt: number | null
}

const PROGRESS = 'unpaged:images'
const NEW_ROUND: Progress = { asked: [], endedAt: null }
/** As often as a whole pass without any sign. */
const ROUTINE_GAP_MS = 6 * 3_600_000
const ASKED_GAP_MS = 10 * 60_000

const ORDERS = QUERY_CHOICES.sortBy.flatMap((sortBy) => QUERY_CHOICES.sort.map((sort): Question => ({ sortBy, sort })))

const BY_FILTER = SERVICE_FILTERS.flatMap((name) =>
  QUERY_CHOICES[name].slice(1).map((value): Question => ({ [name]: value }))
)

const nameOf = (question: Question): string => JSON.stringify(question)

export class UnpagedList {
  readonly #ports: Parts
  #isAsked = false

  constructor(ports: Parts) {
    this.#ports = ports
  }

  /** A person asked for news. */
  ask(): void {
    this.#isAsked = true
  }

  /** Asks what was not asked yet; false when it was interrupted. Nothing while the last round is recent. */
  async round(): Promise<boolean> {
    let progress = this.#begin()
    if (progress === null) return true
    for (let next = this.#next(progress); next !== undefined; next = this.#next(progress)) {
      if (!(await this.#read(next))) return false
      progress = this.#note({ asked: [...progress.asked, nameOf(next)], endedAt: null })
    }
    this.#isAsked = false
    this.#note({ asked: [], endedAt: this.#ports.clock.now() })
    return true
  }

  /** Where an interrupted round stopped, or a new one; null when none is due. */
  #begin(): Progress | null {
    const { db, clock } = this.#ports
    const last = readOwnJson<Progress>(readMeta(db, PROGRESS)) ?? NEW_ROUND
    if (last.endedAt === null) return last
    return isWithin(clock.now(), last.endedAt, this.#isAsked ? ASKED_GAP_MS : ROUTINE_GAP_MS) ? null : NEW_ROUND
  }

  #next(progress: Progress): Question | undefined {
    return this.#questions().find((question) => !progress.asked.includes(nameOf(question)))
  }

  /** The looks of the interface, and those that this service was seen to have besides. */
  #questions(): readonly Question[] {
    const byLook = LOOKS.flatMap((look) => {
      const values = new Set<string>([...LOOK_VALUES[look], ...lookValues(this.#ports.db, look)])
      return [...values].map((value): Question => ({ [look]: value }))
    })
    return [...ORDERS, ...BY_FILTER, ...byLook]
  }

  /** False when nothing may be sent now. A service that refuses one question has answered it. */
  async #read(question: Question): Promise<boolean> {
    const heard = { isRefused: false }
    const answered = ({ kind }: Outcome<unknown>): void => {
      heard.isRefused = kind === 'rejected'
    }
    const read = await readImagePage(this.#ports, question, { lane: 'pull', pass: null, about: 'record', answered })
    return read !== null || heard.isRefused
  }

  #note(progress: Progress): Progress {
    writeMeta(this.#ports.db, PROGRESS, JSON.stringify(progress))
    return progress
  }
}
