/**
 * Determines whether a project is gone whose deletion got no reliable response: by a search, and if that does not show
 * it, by the whole list. If it is still there, or no list is conclusive for an hour, the user is asked. The deletion is
 * sent again only once, by the project's id, if the service found no project of that name but the list shows it. If the
 * list then lacks exactly this project, the service accepts ids.
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

/** The projects that one reading of the list has shown. */
interface Reading {
  /** Ids by name; `null` if the service provides no id. */
  readonly ids: ReadonlyMap<string, string | null>
  /** The list was read to its end. */
  readonly isWhole: boolean
  /** A project that the list did not show is gone. */
  readonly isProof: boolean
}
type EntryOutcome = EntryResult['outcome']
type Where = 'there' | 'gone' | 'not-known'

const AT_ONCE = 100
/** Exponent of the delay before a list that could not be read whole is read again. */
const RETRY_FAILURES = 7
/** Maximum number of names in a failure, which is shown and logged. */
const MAX_OTHERS = 10

const NO_RESPONSE: EntryOutcome = { kind: 'unknown', failure: { code: 'connection-lost' } }

export class ProjectLookup {
  readonly #ports: Parts

  constructor(ports: Parts) {
    this.#ports = ports
  }

  /** Looks up all unknown deletions. One run at a time. */
  async lookUpAll(): Promise<void> {
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

  /** Looks entries up in the whole list, which is read again after each deletion sent by an id. */
  async #lookInList(entries: readonly PushEntry[]): Promise<void> {
    let read = entries.length > 0 ? await this.#readAll() : null
    for (const entry of entries) {
      if (read === null) return
      const sent = await this.#sendById(entry, read)
      if (sent !== null) this.#settle(entry, sent)
      // Written before the list is read, because the judgment depends on the response.
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
    if (outcome.kind !== 'postponed') this.#ports.failures.forget(entry.entry)
    this.#ports.acknowledgements.settle(entry, outcome)
  }

  #outcomeOf({ entry }: PushEntry, where: Where): EntryOutcome {
    if (where === 'gone') return { kind: 'acknowledged' }
    if (where === 'there') return this.#stillThere(entry)
    const { db, failures } = this.#ports
    // Some services never provide a conclusive list.
    if (failures.isFruitless(entry)) return rejected({ code: 'service-error', isUnconfirmed: true })
    return this.#postpone(lastFailure(db, entry) ?? { code: 'service-error' })
  }

  /**
   * Returns the result for a project that still exists. If the service responded that there is no such project, it does
   * not accept names in addresses.
   */
  #stillThere(entry: number): EntryOutcome {
    const last = lastFailure(this.#ports.db, entry)
    if (last?.code === 'not-taken') return rejected({ code: 'not-taken' })
    return rejected({ ...(last?.code === 'not-found' ? last : {}), code: 'project-still-there' })
  }

  /** Postpones the lookup and keeps the last response, because the response to the name justifies trying an id. */
  #postpone(failure: Failure): EntryOutcome {
    const { clock, random } = this.#ports
    const notBefore = clock.now() + backoffMs(RETRY_FAILURES, random)
    return { kind: 'postponed', notBefore, failure, countsAttempt: true }
  }

  /**
   * Searches a project by name. A search may match too much (most services treat its text as a pattern) or nothing. A
   * rejected search shows nothing, so the whole list decides. Returns `null` if no search was possible.
   */
  async #search(name: string): Promise<ServiceProject | 'not-shown' | null> {
    const search = { search: name, searchBy: 'project', sortBy: 'project', sort: 'asc', page: 1 } as const
    const response = { isRefused: false }
    const answered = ({ kind }: { readonly kind: string }): void => {
      response.isRefused = kind === 'rejected' || kind === 'gone'
    }
    const read = await readProjectPage(this.#ports, search, { lane: 'batch', pass: null, about: 'record', answered })
    if (read === null) return response.isRefused ? 'not-shown' : null
    return read.page.records.find(({ project }) => project === name) ?? 'not-shown'
  }

  /** Reads the whole list; `null` if interrupted. */
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

  /** Returns whether the list is plausible. A list that lacks most known projects proves nothing, as in a removal. */
  #isLikely(ids: Reading['ids']): boolean {
    const expected = expectedProjects(this.#ports.db)
    return !mustAsk({ count: expected.filter((name) => !ids.has(name)).length, of: expected.length })
  }

  /** Returns the attempt by id of this deletion; `null` if there was none. */
  #attempt({ entry }: PushEntry): IdAttempt | null {
    return findIdAttempt(this.#ports.db, entry)
  }

  /** Returns whether a unique id may be tried. */
  #mayTryId(entry: PushEntry): boolean {
    const isUnknownName = lastFailure(this.#ports.db, entry.entry)?.code === 'not-found'
    return isUnknownName && this.#attempt(entry) === null && this.#ports.client.dialect.known('projects.key') !== 'name'
  }

  /**
   * Deletes the project by the id that the list has just shown; `null` if there is no such id or it must not be tried.
   */
  async #sendById(entry: PushEntry, read: Reading): Promise<EntryOutcome | null> {
    const id = this.#mayTryId(entry) ? uniqueId(entry.serviceId, read) : null
    if (id === null) return null
    const { db, requests, client } = this.#ports
    const nameResponse = lastFailure(db, entry.entry) ?? { code: 'not-found' }
    const at = { isNoted: false }
    const answered = await requests.run({
      lane: 'batch',
      requestClass: 'write',
      about: 'record',
      send: () => {
        at.isNoted = this.#noteId(entry, id, read)
        return at.isNoted ? deleteProject(client, { project: entry.serviceId, id }) : null
      }
    })
    // The library may be closed, so nothing is read from it.
    if (answered === null) return at.isNoted ? NO_RESPONSE : this.#postpone(nameResponse)
    return this.#outcomeOfId(entry, answered.outcome) ?? this.#postpone(nameResponse)
  }

  /**
   * Judges a deletion by a list that was read after the attempt, and learns whether the service accepts ids; `null` if
   * the project is not listed and the list is inconclusive about the others.
   */
  #judgeId(entry: PushEntry, attempt: IdAttempt, read: Reading): EntryOutcome | null {
    const { dialect } = this.#ports.client
    const before = isWithin(this.#ports.clock.now(), attempt.at, ID_AGE_MS) ? attempt.before : null
    const others = read.isWhole && before !== null ? this.#missing(before, read) : []
    if (others.length > 0) {
      dialect.learn('projects.key', 'name')
      return rejected({ code: 'project-others-gone', others: others.slice(0, MAX_OTHERS) })
    }
    const id = read.ids.get(entry.serviceId)
    // A response without a deletion means that the service accepts no ids, unless the project now has another id.
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

  /** Returns projects that were not deleted here and are no longer listed. */
  #missing(before: readonly string[], { ids }: Reading): readonly string[] {
    const expected = new Set(expectedProjects(this.#ports.db))
    return before.filter((name) => expected.has(name) && !ids.has(name))
  }

  #noteId({ entry }: PushEntry, id: string, { ids }: Reading): boolean {
    const { db, clock } = this.#ports
    const attempt: IdAttempt = { id, at: clock.now(), before: [...ids.keys()] }
    // Written with FULL, because a power cut must not undo it: the attempt would be repeated.
    const noted = tryStorage(() => inIntentTransaction(db, () => noteIdAttempt(db, entry, attempt)))
    return noted.ok && noted.value
  }

  /** Returns the result of the attempt; `null` if it certainly had no effect. */
  #outcomeOfId({ entry }: PushEntry, outcome: Outcome<null>): EntryOutcome | null {
    switch (outcome.kind) {
      case 'rejected':
        return outcome
      case 'rate-limited':
      case 'retry':
      case 'signed-out':
        // The attempt may be repeated.
        tryStorage(() => forgetInAttempt(this.#ports.db, entry))
        return null
      default:
        // The service reports success; the list decides.
        return { kind: 'unknown', failure: outcome.kind === 'applied' ? { code: 'not-taken' } : outcome.failure }
    }
  }
}

function whereIs({ serviceId }: PushEntry, { ids, isProof }: Reading): Where {
  if (ids.has(serviceId)) return 'there'
  return isProof ? 'gone' : 'not-known'
}

/**
 * Records the id that a deletion uses in its claim, and returns it; `null` to delete by name. Must run in the
 * transaction of the claim; returns `null` if there is no claim.
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

/** Returns the id of this project if it is no other project's id or name, which only a whole list shows. */
function uniqueId(name: string, { ids, isWhole }: Reading): string | null {
  const id = ids.get(name) ?? null
  if (id === null || !isWhole || ids.has(id)) return null
  return [...ids.values()].filter((other) => other === id).length === 1 ? id : null
}
