/**
 * What one answer does to one entry and to the batch items behind it.
 *
 * An entry has a want (with its revision and batch) and, while something of it is in flight, the claim: the revision,
 * value and batch that were sent. They differ when the person changed their mind meanwhile; then the sent item and
 * the waiting item are two, and each must end in exactly one word.
 */
import type { Failure } from '../../../shared/failure.ts'
import type { EntryResult, EntryState } from '../domain/entry.ts'
import { moveItem, type ItemOutcome } from './batches.ts'
import type { WriteDb } from './database.ts'
import { readFlags, writeFlags } from './flags.ts'
import { acknowledgedFavorite } from './mirror-favorite.ts'

/** An entry as it stands. */
interface Entry {
  readonly entry: number
  readonly record: number
  readonly want: 0 | 1
  readonly revision: number
  readonly state: EntryState
  readonly batch: number
  readonly claimed_revision: number | null
  readonly claimed_want: 0 | 1 | null
  readonly claimed_batch: number | null
}

interface Times {
  readonly now: number
  readonly tick: number
}

/** What an answer changed: the record when its star or mark may differ, and the batches of its items. */
export interface SettledEntry {
  readonly record: number | null
  readonly batches: readonly number[]
}

const NOTHING: SettledEntry = { record: null, batches: [] }

/** An entry and the answer to it, with the two questions that decide everything. */
interface Case {
  readonly db: WriteDb
  readonly entry: Entry
  readonly times: Times
  /** The answer is to the newest want; otherwise a newer one waits behind it. */
  readonly isCurrent: boolean
}

function findEntry(db: WriteDb, entry: number): Entry | undefined {
  return db.get<Entry>(
    `SELECT entry, record, want, revision, state, batch, claimed_revision, claimed_want, claimed_batch
     FROM outbox WHERE entry = ?`,
    [entry]
  )
}

function endItem(at: Case, batch: number | null, end: { to: ItemOutcome; reason?: Failure | null }): void {
  if (batch === null) return
  moveItem(at.db, { batch, record: at.entry.record, to: end.to, reason: end.reason ?? null, now: at.times.now })
}

/** What the mirror holds; a favorite never told counts as none, as it does on the screen. */
const mirrorWant = (at: Case): 0 | 1 => readFlags(at.db, at.entry.record).favorite ?? 0

/** The newest want was sent without an answer: found in place, it was ours. */
const wasSent = (entry: Entry): boolean => entry.state === 'unknown' && entry.claimed_revision === entry.revision

const drop = (at: Case): number => at.db.run('DELETE FROM outbox WHERE entry = ?', [at.entry.entry])

interface Standing {
  readonly state: 'ready' | 'postponed' | 'unknown' | 'rejected'
  readonly notBefore: number
  readonly failure: Failure | null
  /** What is taken from the attempts: 1 for a try that does not count. */
  readonly uncounted: 0 | 1
}

const READY: Standing = { state: 'ready', notBefore: 0, failure: null, uncounted: 0 }

const END_CLAIM = 'claimed_revision = NULL, claimed_want = NULL, claimed_batch = NULL'
const KEEP_CLAIM = `claimed_want = ifnull(claimed_want, want), claimed_batch = ifnull(claimed_batch, batch),
  claimed_revision = ifnull(claimed_revision, revision)`

/** Leaves the entry in the outbox. Only an unknown one keeps its claim: that is what will be looked up. */
function keep(at: Case, standing: Standing): void {
  at.db.run(
    `UPDATE outbox SET state = :state, not_before = :notBefore, last_failure = :failure,
       attempt = max(0, attempt - :uncounted), ${standing.state === 'unknown' ? KEEP_CLAIM : END_CLAIM}
     WHERE entry = :entry`,
    {
      entry: at.entry.entry,
      state: standing.state,
      notBefore: standing.notBefore,
      failure: standing.failure === null ? null : JSON.stringify(standing.failure),
      uncounted: standing.uncounted
    }
  )
}

/** Nothing is in flight any more and a want is left: it waits, unless the service has the value already. */
function waitOrVanish(at: Case, standing: Standing): void {
  if (at.entry.want !== mirrorWant(at)) return keep(at, standing)
  endItem(at, at.entry.batch, { to: wasSent(at.entry) ? 'done' : 'already-so' })
  drop(at)
}

/** Ends the item of an older revision that was in flight, when it was not the one answered as done. */
function endOlderItem(at: Case, reason: Failure | null): void {
  const { claimed_revision, claimed_batch, claimed_want, revision } = at.entry
  if (claimed_revision === null || claimed_revision === revision) return
  // Its value stands on the service although no answer said so: then it arrived.
  const hasArrived = at.entry.state === 'unknown' && claimed_want === mirrorWant(at)
  endItem(at, claimed_batch, hasArrived ? { to: 'done' } : { to: 'taken-back', reason })
}

function acknowledge(at: Case): void {
  const { entry, times, db } = at
  const want = at.isCurrent ? entry.want : entry.claimed_want
  writeFlags(db, entry.record, acknowledgedFavorite({ want: want === 1, tick: times.tick, now: times.now }))
  if (!at.isCurrent) {
    endItem(at, entry.claimed_batch, { to: 'done' })
    return waitOrVanish(at, READY)
  }
  endItem(at, entry.batch, { to: 'done' })
  endOlderItem(at, null)
  drop(at)
}

/** A read showed the value in place. */
function findInPlace(at: Case): void {
  const { entry, times, db } = at
  const isOlder = !at.isCurrent
  const want = isOlder ? entry.claimed_want : entry.want
  const flags = readFlags(db, entry.record)
  writeFlags(db, entry.record, { ...flags, favorite: want, fresh_tick: times.tick, doubt_tick: null })
  if (isOlder) {
    endItem(at, entry.claimed_batch, { to: entry.state === 'unknown' ? 'done' : 'already-so' })
    return waitOrVanish(at, READY)
  }
  endOlderItem(at, null)
  endItem(at, entry.batch, { to: wasSent(entry) ? 'done' : 'already-so' })
  drop(at)
}

function reject(at: Case, failure: Failure): void {
  endOlderItem(at, failure)
  if (!at.isCurrent) return waitOrVanish(at, READY)
  endItem(at, at.entry.batch, { to: 'needs-you', reason: failure })
  keep(at, { state: 'rejected', notBefore: 0, failure, uncounted: 0 })
}

/** A try that led nowhere. Something unknown stays unknown: it must be read before it may be sent again. */
function postpone(at: Case, outcome: { notBefore: number; failure: Failure; countsAttempt: boolean }): void {
  const { notBefore, failure } = outcome
  const uncounted = outcome.countsAttempt ? 0 : 1
  if (at.entry.state === 'unknown') return keep(at, { state: 'unknown', notBefore, failure, uncounted: 0 })
  endOlderItem(at, null)
  waitOrVanish(at, at.isCurrent ? { state: 'postponed', notBefore, failure, uncounted } : READY)
}

function dispatch(at: Case, outcome: EntryResult['outcome']): void {
  switch (outcome.kind) {
    case 'acknowledged':
      return acknowledge(at)
    case 'already-so':
      return findInPlace(at)
    case 'ready':
      endOlderItem(at, null)
      return waitOrVanish(at, READY)
    case 'postponed':
      return postpone(at, outcome)
    case 'unknown':
      return keep(at, { state: 'unknown', notBefore: 0, failure: outcome.failure, uncounted: 0 })
    case 'rejected':
      return reject(at, outcome.failure)
  }
}

/** Writes what became of one entry. A result for an entry or a revision that is no more changes nothing. */
export function settleEntry(db: WriteDb, result: EntryResult, times: Times): SettledEntry {
  const entry = findEntry(db, result.entry)
  if (entry === undefined) return NOTHING
  const isCurrent = result.revision === entry.revision
  if (!isCurrent && result.revision !== entry.claimed_revision) return NOTHING
  dispatch({ db, entry, times, isCurrent }, result.outcome)
  const batches = entry.claimed_batch === null ? [entry.batch] : [entry.batch, entry.claimed_batch]
  return { record: entry.record, batches }
}
