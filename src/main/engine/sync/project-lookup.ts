/**
 * Finds out whether a project is gone whose deletion got no answer that can be trusted: by a search, and when that
 * does not show it, by the whole list. Still there, or no list that tells for an hour: the person is asked. It is never
 * deleted again by itself.
 */
import type { Failure } from '../../../shared/failure.ts'
import { backoffMs } from '../domain/backoff.ts'
import type { Clock, Random } from '../domain/clock.ts'
import { type EntryTrouble, isParked } from '../domain/entry-results.ts'
import type { EntryResult, PushEntry } from '../domain/entry.ts'
import { NEW_PASS, type PassState, incompleteWhy, stepPass } from '../domain/pass-step.ts'
import { mustAsk } from '../domain/removal-guard.ts'
import { lastFailure, unknownEntries } from '../storage/outbox.ts'
import { expectedProjects } from '../storage/projects.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import { type ProjectPagesPorts, readProjectPage } from './project-pages.ts'
import type { LookingUp } from './push.ts'
import { SingleFlight } from './single-flight.ts'

export interface ProjectLookupPorts extends ProjectPagesPorts {
  readonly clock: Clock
  readonly random: Random
  readonly acknowledgements: Acknowledgements
}

/** Everything that a reading of the list has shown; `isProof`: what it did not show is not there. */
interface Names {
  readonly names: ReadonlySet<string>
  readonly isProof: boolean
}
type Where = 'there' | 'gone' | 'not-known'

const AT_ONCE = 100
/** A list that could not be read whole is read again no sooner. */
const AGAIN_FAILURES = 7

export class ProjectLookup implements LookingUp {
  readonly #ports: ProjectLookupPorts
  readonly #flight = new SingleFlight()
  /** By entry: readings that told nothing of it. In memory: a new start has all the patience again. */
  readonly #fruitless = new Map<number, Pick<EntryTrouble, 'count' | 'since'>>()

  constructor(ports: ProjectLookupPorts) {
    this.#ports = ports
  }

  get isRunning(): boolean {
    return this.#flight.isRunning
  }

  run(): Promise<void> {
    return this.#flight.run(() => this.#lookAtAll())
  }

  async #lookAtAll(): Promise<void> {
    const { db, clock, acknowledgements } = this.#ports
    if (!acknowledgements.flush()) return
    const entries = unknownEntries(db, { group: 'projects', limit: AT_ONCE, now: clock.now() })
    const unseen: PushEntry[] = []
    for (const entry of entries) {
      const isShown = await this.#isShownBySearch(entry.serviceId)
      if (isShown === null) return
      if (isShown) this.#settle(entry, 'there')
      else unseen.push(entry)
    }
    const all = unseen.length > 0 ? await this.#readAll() : null
    if (all !== null) for (const entry of unseen) this.#settle(entry, whereIs(entry, all))
    acknowledgements.flush()
  }

  #settle({ entry, revision }: PushEntry, where: Where): void {
    const outcome = this.#outcomeOf(entry, where)
    if (outcome.kind !== 'postponed') this.#fruitless.delete(entry)
    this.#ports.acknowledgements.add([{ entry, revision, outcome }], null)
  }

  #outcomeOf(entry: number, where: Where): EntryResult['outcome'] {
    if (where === 'gone') return { kind: 'acknowledged' }
    if (where === 'there') return { kind: 'rejected', failure: this.#whyStillThere(entry) }
    const { clock, random } = this.#ports
    if (this.#isPatienceOver(entry))
      return { kind: 'rejected', failure: { code: 'service-trouble', mayHaveArrived: true } }
    const notBefore = clock.now() + backoffMs(AGAIN_FAILURES, random)
    return { kind: 'postponed', notBefore, failure: { code: 'service-trouble' }, countsAttempt: true }
  }

  /** Answered that there is no such project, the service does not take its name for an address. */
  #whyStillThere(entry: number): Failure {
    const last = lastFailure(this.#ports.db, entry)
    return last?.code === 'not-found' ? { ...last, code: 'project-still-there' } : { code: 'project-still-there' }
  }

  /** Some services never show a list that tells. The reading got through, so nothing else is in trouble. */
  #isPatienceOver(entry: number): boolean {
    const elapsed = this.#ports.clock.elapsed()
    const before = this.#fruitless.get(entry)
    const trouble = { count: (before?.count ?? 0) + 1, since: before?.since ?? elapsed }
    this.#fruitless.set(entry, trouble)
    return isParked(trouble, { elapsed, lastThroughAt: elapsed })
  }

  /**
   * A search may find too much (its text is a pattern on most services) or nothing. One that the service refuses shows
   * nothing, and the whole list answers. null when it could not be made.
   */
  async #isShownBySearch(name: string): Promise<boolean | null> {
    const search = { search: name, searchBy: 'project', sortBy: 'project', sort: 'asc', page: 1 } as const
    const heard = { isRefused: false }
    const answered = ({ kind }: { readonly kind: string }): void => {
      heard.isRefused = kind === 'rejected' || kind === 'gone'
    }
    const read = await readProjectPage(this.#ports, search, { lane: 'batch', pass: null, about: 'record', answered })
    if (read === null) return heard.isRefused ? false : null
    return read.names.includes(name)
  }

  /** null when it was interrupted. */
  async #readAll(): Promise<Names | null> {
    const names = new Set<string>()
    for (let state: PassState = NEW_PASS; ;) {
      const at = state.cursor === null ? { page: state.page ?? 1 } : { cursor: state.cursor }
      const args = { sortBy: 'project', sort: 'asc', ...at } as const
      const read = await readProjectPage(this.#ports, args, { lane: 'batch', pass: null })
      if (read === null) return null
      const before = names.size
      for (const name of read.names) names.add(name)
      const step = stepPass(state, { page: read.page, ids: read.names, newlySeen: names.size - before })
      if (step.kind === 'end') return { names, isProof: incompleteWhy(step.state) === null && this.#isLikely(names) }
      state = step.state
    }
  }

  /** A list that lacks most of what is known here proves nothing, as nothing leaves the library by one like it. */
  #isLikely(names: ReadonlySet<string>): boolean {
    const expected = expectedProjects(this.#ports.db)
    return !mustAsk({ count: expected.filter((name) => !names.has(name)).length, of: expected.length })
  }
}

function whereIs({ serviceId }: PushEntry, { names, isProof }: Names): Where {
  if (names.has(serviceId)) return 'there'
  return isProof ? 'gone' : 'not-known'
}
