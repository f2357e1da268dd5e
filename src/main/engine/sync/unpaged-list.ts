/**
 * Reads what a list without any paging can still show: its first page in each of the four orders, and for images also
 * of each facet value and of favorites, once. The results are shown, but never count as complete, and nothing leaves the
 * library for them.
 */
import { FACETS, FACET_VALUES } from '../../../shared/image.ts'
import { QUERY_CHOICES, SERVICE_FILTERS } from '../../../shared/query.ts'
import { isWithin } from '../domain/clock.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { ImageListArgs, ProjectListArgs } from '../service/list-query.ts'
import type { ReadDb } from '../storage/database.ts'
import { readMeta, writeMeta } from '../storage/meta.ts'
import { readOwnJson } from '../storage/own-json.ts'
import { isUnpaged } from '../storage/passes.ts'
import { facetValues } from '../storage/records.ts'
import type { Parts } from './group-parts.ts'
import type { HowToRead } from './list-pages.ts'

type WithoutPage<A> = Omit<A, 'perPage' | 'page' | 'cursor'>
export type ImageQuestion = WithoutPage<ImageListArgs>
export type ProjectQuestion = WithoutPage<ProjectListArgs>

/** Stored after each response, so that a kill repeats at most one request. */
interface Progress {
  /** Names of the completed requests. */
  readonly asked: readonly string[]
  /** When all of them completed, ms since epoch; `null` while some are left. */
  readonly endedAt: number | null
}

interface UnpagedListPorts<Q> extends Pick<Parts, 'db' | 'clock' | 'group'> {
  /** All requests of a round; there are more after a page with new facet values. */
  readonly questions: () => readonly Q[]
  /** Reads the first page of one; `null` if nothing may be sent now, or no list came. */
  readonly read: (question: Q, how: HowToRead) => Promise<unknown>
}

const NEW_ROUND: Progress = { asked: [], endedAt: null }
/** The same interval as of a whole pass without any sign. */
const ROUTINE_GAP_MS = 6 * 3_600_000
const REQUESTED_GAP_MS = 10 * 60_000

/** Returns the requests for images: the facet values of the interface, and those seen on this service. */
export function imageQuestions(db: ReadDb): readonly ImageQuestion[] {
  const byFilter = SERVICE_FILTERS.flatMap((name) =>
    QUERY_CHOICES[name].slice(1).map((value): ImageQuestion => ({ [name]: value }))
  )
  const byFacet = FACETS.flatMap((facet) => {
    const values = new Set<string>([...FACET_VALUES[facet], ...facetValues(db, facet)])
    return [...values].map((value): ImageQuestion => ({ [facet]: value }))
  })
  return [...inEachOrder(QUERY_CHOICES.sortBy), ...byFilter, ...byFacet]
}

export const PROJECT_QUESTIONS: readonly ProjectQuestion[] = inEachOrder(['project', 'created_at'])

function inEachOrder<F extends string>(fields: readonly F[]) {
  return fields.flatMap((sortBy) => QUERY_CHOICES.sort.map((sort) => ({ sortBy, sort })))
}

export class UnpagedList<Q> {
  readonly #ports: UnpagedListPorts<Q>
  #isRequested = false

  constructor(ports: UnpagedListPorts<Q>) {
    this.#ports = ports
  }

  /** Makes a round due on a user's request. */
  ask(): void {
    this.#isRequested = true
  }

  /**
   * Sends the missing requests; false if interrupted. Does nothing while the list has paging, or the last round is
   * recent.
   */
  async round(): Promise<boolean> {
    const { db, clock, group } = this.#ports
    let progress = isUnpaged(db, group) ? this.#begin() : null
    if (progress === null) return true
    for (let next = this.#next(progress); next !== undefined; next = this.#next(progress)) {
      if (!(await this.#read(next))) return false
      progress = this.#note({ asked: [...progress.asked, JSON.stringify(next)], endedAt: null })
    }
    this.#isRequested = false
    this.#note({ asked: [], endedAt: clock.now() })
    return true
  }

  /** Returns the progress of an interrupted round, or a new one; `null` if none is due. */
  #begin(): Progress | null {
    const { db, clock } = this.#ports
    const last = readOwnJson<Progress>(readMeta(db, this.#key)) ?? NEW_ROUND
    if (last.endedAt === null) return last
    return isWithin(clock.now(), last.endedAt, this.#isRequested ? REQUESTED_GAP_MS : ROUTINE_GAP_MS) ? null : NEW_ROUND
  }

  #next({ asked }: Progress): Q | undefined {
    return this.#ports.questions().find((question) => !asked.includes(JSON.stringify(question)))
  }

  /** Sends one request; false if nothing may be sent now. A rejection completes the request. */
  async #read(question: Q): Promise<boolean> {
    const response = { isRefused: false }
    const answered = ({ kind }: Outcome<unknown>): void => {
      response.isRefused = kind === 'rejected'
    }
    const read = await this.#ports.read(question, { lane: 'pull', pass: null, about: 'record', answered })
    return read !== null || response.isRefused
  }

  #note(progress: Progress): Progress {
    writeMeta(this.#ports.db, this.#key, JSON.stringify(progress))
    return progress
  }

  get #key(): string {
    return `unpaged:${this.#ports.group}`
  }
}
