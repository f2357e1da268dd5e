/**
 * Finds out whether a project is gone whose deletion got no answer that can be trusted: by a search, and when that
 * does not show it, by the whole list. Still there, or no list that tells for an hour: the user is asked. Nothing is
 * sent again, but once by the id where the service has answered that there is none of its name, and the list shows it all
 * the same. That the service takes ids is learned when the list then lacks exactly this project.
 */
import type { Failure } from '../../../shared/failure.ts'
import { backoffMs } from '../domain/backoff.ts'
import { isWithin } from '../domain/clock.ts'
import type { EntryResult, PushEntry } from '../domain/entry.ts'
import type { Outcome } from '../domain/outcome.ts'
import { NEW_PASS, type PassState, incompleteWhy, pageAt, stepPass } from '../domain/pass-step.ts'
import { mustAsk } from '../domain/removal-proof.ts'
import type { ServiceProject } from '../domain/service-records.ts'
import { deleteProject } from '../service/projects.ts'
import { inIntentTransaction } from '../storage/database.ts'
import { forgetInAttempt } from '../storage/entries.ts'
import { findIdAttempt, ID_AGE_MS, type IdAttempt, noteIdAttempt, usableId } from '../storage/id-attempts.ts'
import { lastFailure, unknownEntries } from '../storage/outbox.ts'
import { expectedProjects } from '../storage/projects.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import { readProjectPage } from './list-pages.ts'
import type { Parts } from './group-parts.ts'

/** Everything that a reading of the list has shown. */
interface Reading {
  /** By name; null = the service tells no id. */
  readonly ids: ReadonlyMap<string, string | null>
  /** Read to its end. */
  readonly isWhole: boolean
  /** What it did not show is not there. */
  readonly isProof: boolean
}
type EntryOutcome = EntryResult['outcome']
type Where = 'there' | 'gone' | 'not-known'

const AT_ONCE = 100
/** A list that could not be read whole is read again no sooner. */
const AGAIN_FAILURES = 7
/** Names in a failure: it is shown and logged. */
const MOST_OTHERS = 10

const UNHEARD: EntryOutcome = { kind: 'unknown', failure: { code: 'connection-lost' } }

export class ProjectLookup {
  readonly #ports: Parts

  constructor(ports: Parts) {
    this.#ports = ports
  }

  /** One run at a time. */
  async lookAtAll(): Promise<void> {
    const { db, clock, acknowledgements } = this.#ports
    if (!acknowledgements.flush()) return
    const entries = unknownEntries(db, { group: 'projects', limit: AT_ONCE, now: clock.now() })
    const open: PushEntry[] = []
    for (const entry of entries) {
      const found = this.#attempt(entry) === null ? await this.#search(entry.serviceId) : 'not-shown'
      if (found === null) return
      const mayTryId = found !== 'not-shown' && found.id !== undefined && this.#mayTryId(entry)
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
      const sent = await this.#sendById(entry, read)
      if (sent !== null) this.#settle(entry, sent)
      // Written before the list is read: it is judged by what the answer was.
      if (sent !== null && !this.#ports.acknowledgements.flush()) return
      if (sent?.kind === 'unknown') read = await this.#readAll()
      if (read !== null && (sent === null || sent.kind === 'unknown')) this.#settle(entry, this.#judge(entry, read))
    }
  }

  #judge(entry: PushEntry, read: Reading): EntryOutcome {
    const where = whereIs(entry, read)
    const attempt = this.#attempt(entry)
    if (attempt === null) return this.#outcomeOf(entry, where)
    return this.#judgeId(entry, attempt, read) ?? this.#outcomeOf(entry, where === 'gone' ? 'gone' : 'not-known')
  }

  #settle(entry: PushEntry, outcome: EntryOutcome): void {
    if (outcome.kind !== 'postponed') this.#ports.troubles.forget(entry.entry)
    this.#ports.acknowledgements.settle(entry, outcome)
  }

  #outcomeOf({ entry }: PushEntry, where: Where): EntryOutcome {
    if (where === 'gone') return { kind: 'acknowledged' }
    if (where === 'there') return this.#stillThere(entry)
    const { db, troubles } = this.#ports
    // Some services never show a list that tells.
    if (troubles.isFruitless(entry)) return rejected({ code: 'service-trouble', mayHaveArrived: true })
    return this.#again(lastFailure(db, entry) ?? { code: 'service-trouble' })
  }

  /** Answered that there is no such project, the service does not take its name for an address. */
  #stillThere(entry: number): EntryOutcome {
    const last = lastFailure(this.#ports.db, entry)
    if (last?.code === 'not-taken') return rejected({ code: 'not-taken' })
    return rejected({ ...(last?.code === 'not-found' ? last : {}), code: 'project-still-there' })
  }

  /** What was answered last still counts when the list tells more; the answer to the name is why an id is tried. */
  #again(failure: Failure): EntryOutcome {
    const { clock, random } = this.#ports
    const notBefore = clock.now() + backoffMs(AGAIN_FAILURES, random)
    return { kind: 'postponed', notBefore, failure, countsAttempt: true }
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

  /** The attempt that was made for this deletion; null when there was none. */
  #attempt({ entry }: PushEntry): IdAttempt | null {
    return findIdAttempt(this.#ports.db, entry)
  }

  /** Whether an id would be tried, if there is one that is nobody else's. */
  #mayTryId(entry: PushEntry): boolean {
    const isUnknownName = lastFailure(this.#ports.db, entry.entry)?.code === 'not-found'
    return isUnknownName && this.#attempt(entry) === null && this.#ports.client.dialect.known('projects.key') !== 'name'
  }

  /** Sends it by the id that the list has just shown; null when there is no such id, or nothing may be tried. */
  async #sendById(entry: PushEntry, read: Reading): Promise<EntryOutcome | null> {
    const id = this.#mayTryId(entry) ? uniqueId(entry.serviceId, read) : null
    if (id === null) return null
    const { db, requests, client } = this.#ports
    const nameAnswer = lastFailure(db, entry.entry) ?? { code: 'not-found' }
    const at = { isNoted: false }
    const answered = await requests.run({
      lane: 'batch',
      way: 'write',
      about: 'record',
      send: () => {
        at.isNoted = this.#noteId(entry, id, read)
        return at.isNoted ? deleteProject(client, { project: entry.serviceId, id }) : null
      }
    })
    // The library may be closed: nothing is read of it.
    if (answered === null) return at.isNoted ? UNHEARD : this.#again(nameAnswer)
    return this.#outcomeOfId(entry, answered.outcome) ?? this.#again(nameAnswer)
  }

  /**
   * What a reading that began after the attempt makes of the deletion, and what is learned of the service; null when it is
   * not listed, and the list does not tell of the others.
   */
  #judgeId(entry: PushEntry, attempt: IdAttempt, read: Reading): EntryOutcome | null {
    const { dialect } = this.#ports.client
    const before = isWithin(this.#ports.clock.now(), attempt.at, ID_AGE_MS) ? attempt.before : null
    const others = read.isWhole && before !== null ? this.#missing(before, read) : []
    if (others.length > 0) {
      dialect.learn('projects.key', 'name')
      return rejected({ code: 'project-others-gone', others: others.slice(0, MOST_OTHERS) })
    }
    const id = read.ids.get(entry.serviceId)
    // An answer that came although nothing was deleted: this service takes no ids, unless the project has another one.
    if (id === attempt.id && this.#isAnswered(entry)) dialect.learn('projects.key', 'name')
    if (id !== undefined) return this.#stillThere(entry.entry)
    if (!read.isWhole || before === null) return null
    dialect.learn('projects.key', 'id')
    return { kind: 'acknowledged' }
  }

  #isAnswered({ entry }: PushEntry): boolean {
    const code = lastFailure(this.#ports.db, entry)?.code
    return code === 'not-found' || code === 'not-taken'
  }

  /** Projects that nobody here has deleted, and that are not listed any more. */
  #missing(before: readonly string[], { ids }: Reading): readonly string[] {
    const expected = new Set(expectedProjects(this.#ports.db))
    return before.filter((name) => expected.has(name) && !ids.has(name))
  }

  #noteId({ entry }: PushEntry, id: string, { ids }: Reading): boolean {
    const { db, clock } = this.#ports
    const attempt: IdAttempt = { id, at: clock.now(), before: [...ids.keys()] }
    // A power cut must not undo it: it would be tried twice.
    const noted = tryStorage(() => inIntentTransaction(db, () => noteIdAttempt(db, entry, attempt)))
    return noted.ok && noted.value
  }

  /** null: it is known to have done nothing. */
  #outcomeOfId({ entry }: PushEntry, outcome: Outcome<null>): EntryOutcome | null {
    switch (outcome.kind) {
      case 'rejected':
        return outcome
      case 'held':
      case 'retry':
      case 'signed-out':
        // It may be made again.
        tryStorage(() => forgetInAttempt(this.#ports.db, entry))
        return null
      default:
        // Said to be done: the list tells whether that is so.
        return { kind: 'unknown', failure: outcome.kind === 'applied' ? { code: 'not-taken' } : outcome.failure }
    }
  }
}

function whereIs({ serviceId }: PushEntry, { ids, isProof }: Reading): Where {
  if (ids.has(serviceId)) return 'there'
  return isProof ? 'gone' : 'not-known'
}

/**
 * The id that the deletion of an entry goes by at once, noted in its claim; null = by name. Called in the transaction of
 * the claim, and null where there is none.
 */
export function claimId(
  { db, client, clock }: Pick<Parts, 'db' | 'client' | 'clock'>,
  { kind, entry }: PushEntry
): string | null {
  if (kind !== 'delete-project' || client.dialect.get('projects.key') !== 'id') return null
  const at = clock.now()
  const id = usableId(db, { entry, now: at })
  return id !== null && noteIdAttempt(db, entry, { id, at, before: null }) ? id : null
}

const rejected = (failure: Failure): EntryOutcome => ({ kind: 'rejected', failure })

/** An id of this project alone that is the name of none. Only a whole list shows that. */
function uniqueId(name: string, { ids, isWhole }: Reading): string | null {
  const id = ids.get(name) ?? null
  if (id === null || !isWhole || ids.has(id)) return null
  return [...ids.values()].filter((other) => other === id).length === 1 ? id : null
}
