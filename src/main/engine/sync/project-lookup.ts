/**
 * Finds out whether a project is gone whose deletion got no answer that can be trusted: by a search, and when that
 * does not show it, by the whole list. Still there: the person is asked. It is never deleted again by itself.
 */
import { backoffMs } from '../domain/backoff.ts'
import type { Clock, Random } from '../domain/clock.ts'
import type { EntryResult, PushEntry } from '../domain/entry.ts'
import { NEW_PASS, type PassState, incompleteWhy, stepPass } from '../domain/pass-step.ts'
import { unknownEntries } from '../storage/outbox.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import { type ProjectPagesPorts, readProjectPage } from './project-pages.ts'
import type { LookingUp } from './push.ts'
import { SingleFlight } from './single-flight.ts'

export interface ProjectLookupPorts extends ProjectPagesPorts {
  readonly clock: Clock
  readonly random: Random
  readonly acknowledgements: Acknowledgements
}

/** Everything that a whole reading of the list has shown; `isWhole`: nothing else is there. */
interface Names {
  readonly names: ReadonlySet<string>
  readonly isWhole: boolean
}

const AT_ONCE = 100
/** A list that could not be read whole is read again no sooner. */
const AGAIN_FAILURES = 7

export class ProjectLookup implements LookingUp {
  readonly #ports: ProjectLookupPorts
  readonly #flight = new SingleFlight()

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

  #settle({ entry, revision }: PushEntry, where: 'there' | 'gone' | 'not-known'): void {
    this.#ports.acknowledgements.add([{ entry, revision, outcome: this.#outcomeOf(where) }], null)
  }

  #outcomeOf(where: 'there' | 'gone' | 'not-known'): EntryResult['outcome'] {
    if (where === 'gone') return { kind: 'acknowledged' }
    if (where === 'there') return { kind: 'rejected', failure: { code: 'project-still-there' } }
    const { clock, random } = this.#ports
    const notBefore = clock.now() + backoffMs(AGAIN_FAILURES, random)
    return { kind: 'postponed', notBefore, failure: { code: 'service-trouble' }, countsAttempt: true }
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
      if (step.kind === 'end') return { names, isWhole: incompleteWhy(step.state) === null }
      state = step.state
    }
  }
}

function whereIs({ serviceId }: PushEntry, { names, isWhole }: Names): 'there' | 'gone' | 'not-known' {
  if (names.has(serviceId)) return 'there'
  return isWhole ? 'gone' : 'not-known'
}
