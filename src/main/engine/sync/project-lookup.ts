/**
 * Finds out whether a project is gone whose deletion got no answer that can be trusted: by a search, and when that
 * does not show it, by the whole list. Still there, or no list that tells for an hour: the user is asked. Nothing is
 * sent again, but once by the id where the service has answered that it knows no such name.
 */
import type { Failure } from '../../../shared/failure.ts'
import { backoffMs } from '../domain/backoff.ts'
import type { EntryResult, PushEntry } from '../domain/entry.ts'
import { NEW_PASS, type PassState, incompleteWhy, pageAt, stepPass } from '../domain/pass-step.ts'
import { mustAsk } from '../domain/removal-proof.ts'
import type { ServiceProject } from '../domain/service-records.ts'
import { lastFailure, unknownEntries } from '../storage/outbox.ts'
import { expectedProjects } from '../storage/projects.ts'
import { ProjectById, type ProjectsRead } from './project-by-id.ts'
import { readProjectPage } from './list-pages.ts'
import { SingleFlight } from './background.ts'
import type { Parts } from './group-parts.ts'

/** A reading of the list; `isProof`: what it did not show is not there. */
interface Reading extends ProjectsRead {
  readonly isProof: boolean
}
type Where = 'there' | 'gone' | 'not-known'

const AT_ONCE = 100
/** A list that could not be read whole is read again no sooner. */
const AGAIN_FAILURES = 7

export class ProjectLookup {
  readonly #ports: Parts
  readonly #byId: ProjectById
  readonly #flight = new SingleFlight()

  constructor(ports: Parts) {
    this.#ports = ports
    this.#byId = new ProjectById(ports)
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
    const open: PushEntry[] = []
    for (const entry of entries) {
      const found = this.#byId.attempt(entry) === null ? await this.#search(entry.serviceId) : 'not-shown'
      if (found === null) return
      const mayTryId = found !== 'not-shown' && found.id !== undefined && this.#byId.mayTry(entry)
      if (found === 'not-shown' || mayTryId) open.push(entry)
      else this.#settle(entry, this.#outcomeOf(entry, 'there'))
    }
    await this.#lookInList(open)
    acknowledgements.flush()
  }

  /** By the whole list, which is read again after each deletion that is sent by an id. */
  async #lookInList(entries: readonly PushEntry[]): Promise<void> {
    let read = entries.length > 0 ? await this.#readAll() : null
    for (const entry of entries) {
      if (read === null) return
      const sent = await this.#byId.send(entry, read)
      if (sent !== null) this.#settle(entry, sent)
      // Written before the list is read: it is judged by what the answer was.
      if (sent !== null && !this.#ports.acknowledgements.flush()) return
      if (sent?.kind === 'unknown') read = await this.#readAll()
      if (read !== null && (sent === null || sent.kind === 'unknown')) this.#settle(entry, this.#judge(entry, read))
    }
  }

  #judge(entry: PushEntry, read: Reading): EntryResult['outcome'] {
    const where = whereIs(entry, read)
    const attempt = this.#byId.attempt(entry)
    if (attempt === null) return this.#outcomeOf(entry, where)
    const judged = this.#byId.judge(entry, attempt, { read, hasGone: where === 'gone' })
    return judged ?? this.#outcomeOf(entry, 'not-known')
  }

  #settle(entry: PushEntry, outcome: EntryResult['outcome']): void {
    if (outcome.kind !== 'postponed') this.#ports.troubles.forget(entry.entry)
    this.#ports.acknowledgements.settle(entry, outcome)
  }

  #outcomeOf({ entry }: PushEntry, where: Where): EntryResult['outcome'] {
    if (where === 'gone') return { kind: 'acknowledged' }
    if (where === 'there') return { kind: 'rejected', failure: this.#whyStillThere(entry) }
    const { db, clock, random, troubles } = this.#ports
    // Some services never show a list that tells.
    if (troubles.isFruitless(entry))
      return { kind: 'rejected', failure: { code: 'service-trouble', mayHaveArrived: true } }
    const notBefore = clock.now() + backoffMs(AGAIN_FAILURES, random)
    // What was answered last still counts when the list tells more.
    return {
      kind: 'postponed',
      notBefore,
      failure: lastFailure(db, entry) ?? { code: 'service-trouble' },
      countsAttempt: true
    }
  }

  /** Answered that there is no such project, the service does not take its name for an address. */
  #whyStillThere(entry: number): Failure {
    const last = lastFailure(this.#ports.db, entry)
    return last?.code === 'not-found' ? { ...last, code: 'project-still-there' } : { code: 'project-still-there' }
  }

  /**
   * A search may find too much (its text is a pattern on most services) or nothing. One that the service refuses shows
   * nothing, and the whole list answers. null when it could not be made.
   */
  async #search(name: string): Promise<ServiceProject | 'not-shown' | null> {
    const search = { search: name, searchBy: 'project', sortBy: 'project', sort: 'asc', page: 1 } as const
    const heard = { isRefused: false }
    const answered = ({ kind }: { readonly kind: string }): void => {
      heard.isRefused = kind === 'rejected' || kind === 'gone'
    }
    const read = await readProjectPage(this.#ports, search, { lane: 'batch', pass: null, about: 'record', answered })
    if (read === null) return heard.isRefused ? 'not-shown' : null
    return read.page.records.find(({ project }) => project === name) ?? 'not-shown'
  }

  /** null when it was interrupted. */
  async #readAll(): Promise<Reading | null> {
    const ids = new Map<string, string | null>()
    for (let state: PassState = NEW_PASS; ;) {
      const args = { sortBy: 'project', sort: 'asc', ...pageAt(state) } as const
      const read = await readProjectPage(this.#ports, args, { lane: 'batch', pass: null })
      if (read === null) return null
      const before = ids.size
      for (const { project, id = null } of read.page.records) ids.set(project, id)
      const names = read.page.records.map(({ project }) => project)
      const step = stepPass(state, { page: read.page, ids: names, newlySeen: ids.size - before })
      if (step.kind === 'end') {
        const isWhole = incompleteWhy(step.state) === null
        return { ids, isWhole, isProof: isWhole && this.#isLikely(ids) }
      }
      state = step.state
    }
  }

  /** A list that lacks most of what is known here proves nothing, as nothing leaves the library by one like it. */
  #isLikely(ids: Reading['ids']): boolean {
    const expected = expectedProjects(this.#ports.db)
    return !mustAsk({ count: expected.filter((name) => !ids.has(name)).length, of: expected.length })
  }
}

function whereIs({ serviceId }: PushEntry, { ids, isProof }: Reading): Where {
  if (ids.has(serviceId)) return 'there'
  return isProof ? 'gone' : 'not-known'
}
