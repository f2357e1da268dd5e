/**
 * Deletes a project by its id where the service has answered that there is none of its name, and the list shows it all
 * the same. An id is tried once for each deletion. That the service takes ids is learned when the list then lacks
 * exactly this project.
 */
import type { Failure } from '../../../shared/failure.ts'
import { backoffMs } from '../domain/backoff.ts'
import { isWithin } from '../domain/clock.ts'
import type { EntryResult, PushEntry } from '../domain/entry.ts'
import type { Outcome } from '../domain/outcome.ts'
import { deleteProject } from '../service/projects.ts'
import { inIntentTransaction } from '../storage/database.ts'
import { forgetInAttempt } from '../storage/entries.ts'
import { ID_AGE_MS, type IdAttempt, findIdAttempt, noteIdAttempt, usableId } from '../storage/id-attempts.ts'
import { lastFailure } from '../storage/outbox.ts'
import { expectedProjects } from '../storage/projects.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import type { Parts } from './group-parts.ts'

/** Everything that a reading of the list has shown. */
export interface ProjectsRead {
  /** By name; null = the service tells no id. */
  readonly ids: ReadonlyMap<string, string | null>
  /** Read to its end. */
  readonly isWhole: boolean
}

type EntryOutcome = EntryResult['outcome']

/** Names in a failure: it is shown and logged. */
const MOST_OTHERS = 10
/** Seconds: each look reads the whole list. */
const AGAIN_FAILURES = 5
const UNHEARD: EntryOutcome = { kind: 'unknown', failure: { code: 'connection-lost' } }

export class ProjectById {
  readonly #ports: Parts

  constructor(ports: Parts) {
    this.#ports = ports
  }

  /** The attempt that was made for this deletion; null when there was none. */
  attempt({ entry }: PushEntry): IdAttempt | null {
    return findIdAttempt(this.#ports.db, entry)
  }

  /** Whether an id would be tried, if there is one that is nobody else's. */
  mayTry(entry: PushEntry): boolean {
    const isUnknownName = lastFailure(this.#ports.db, entry.entry)?.code === 'not-found'
    return isUnknownName && this.attempt(entry) === null && this.#ports.client.dialect.known('projects.key') !== 'name'
  }

  /** Sends it by the id that the list has just shown; null when there is no such id, or nothing may be tried. */
  async send(entry: PushEntry, read: ProjectsRead): Promise<EntryOutcome | null> {
    const id = this.mayTry(entry) ? uniqueId(entry.serviceId, read) : null
    if (id === null) return null
    const { db, requests, client } = this.#ports
    const nameAnswer = lastFailure(db, entry.entry) ?? { code: 'not-found' }
    const at = { isNoted: false }
    const answered = await requests.run({
      lane: 'batch',
      way: 'write',
      about: 'record',
      send: () => {
        at.isNoted = this.#note(entry, id, read)
        return at.isNoted ? deleteProject(client, { project: entry.serviceId, id }) : null
      }
    })
    // The library may be closed: nothing is read of it.
    if (answered === null) return at.isNoted ? UNHEARD : this.#again(nameAnswer)
    return this.#outcomeOf(entry, answered.outcome) ?? this.#again(nameAnswer)
  }

  /**
   * What a reading that began after the attempt makes of the deletion, and what is learned of the service; null when the
   * list does not tell. `hasGone`: the reading proves that the project is not there.
   */
  judge(
    entry: PushEntry,
    attempt: IdAttempt,
    { read, hasGone }: { read: ProjectsRead; hasGone: boolean }
  ): EntryOutcome | null {
    const { dialect } = this.#ports.client
    const before = isWithin(this.#ports.clock.now(), attempt.at, ID_AGE_MS) ? attempt.before : null
    const others = read.isWhole && before !== null ? this.#missing(before, read) : []
    if (others.length > 0) {
      dialect.learn('projects.key', 'name')
      return rejected({ code: 'project-others-gone', others: others.slice(0, MOST_OTHERS) })
    }
    const id = read.ids.get(entry.serviceId)
    if (id !== undefined) return this.#stillThere(entry, { isSameId: id === attempt.id })
    const isExact = read.isWhole && before !== null
    if (isExact) dialect.learn('projects.key', 'id')
    return isExact || hasGone ? { kind: 'acknowledged' } : null
  }

  /** An answer that came although nothing was deleted: this service takes no ids, unless the project has another one. */
  #stillThere({ entry }: PushEntry, { isSameId }: { isSameId: boolean }): EntryOutcome {
    const last = lastFailure(this.#ports.db, entry)
    const isAnswered = last?.code === 'not-found' || last?.code === 'not-taken'
    if (isAnswered && isSameId) this.#ports.client.dialect.learn('projects.key', 'name')
    if (last?.code === 'not-taken') return rejected({ code: 'not-taken' })
    return rejected({ ...(isAnswered ? last : {}), code: 'project-still-there' })
  }

  /** Projects that nobody here has deleted, and that are not listed any more. */
  #missing(before: readonly string[], { ids }: ProjectsRead): readonly string[] {
    const expected = new Set(expectedProjects(this.#ports.db))
    return before.filter((name) => expected.has(name) && !ids.has(name))
  }

  #note({ entry }: PushEntry, id: string, { ids }: ProjectsRead): boolean {
    const { db, clock } = this.#ports
    const attempt: IdAttempt = { id, at: clock.now(), before: [...ids.keys()] }
    // A power cut must not undo it: it would be tried twice.
    const noted = tryStorage(() => inIntentTransaction(db, () => noteIdAttempt(db, entry, attempt)))
    return noted.ok && noted.value
  }

  /** null: it is known to have done nothing. */
  #outcomeOf({ entry }: PushEntry, outcome: Outcome<null>): EntryOutcome | null {
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

  /** The answer to the name stays the last one: it is why an id is tried. */
  #again(failure: Failure): EntryOutcome {
    const { clock, random } = this.#ports
    const notBefore = clock.now() + backoffMs(AGAIN_FAILURES, random)
    return { kind: 'postponed', notBefore, failure, countsAttempt: false }
  }
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
function uniqueId(name: string, { ids, isWhole }: ProjectsRead): string | null {
  const id = ids.get(name) ?? null
  if (id === null || !isWhole || ids.has(id)) return null
  return [...ids.values()].filter((other) => other === id).length === 1 ? id : null
}
