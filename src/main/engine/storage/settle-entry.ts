/**
 * What one answer does to one entry and to the batch items behind it.
 *
 * An entry has a want (with its revision and batch) and, while something of it is in flight, the claim: the revision,
 * value and batch that were sent. They differ when the person changed their mind meanwhile; then the sent item and
 * the waiting item are two, and each must end in exactly one word.
 */
import type { SentAlong } from '../../../shared/batch.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { EntryResult } from '../domain/entry.ts'
import { adoptImage } from './adopt-image.ts'
import { moveItem, type ItemOutcome } from './batches.ts'
import { CHANGED } from './change-log.ts'
import type { WriteDb } from './database.ts'
import { dropUnwanted } from './drop-unsent-images.ts'
import { refreshSearch } from './refresh-search.ts'
import { codeOfSent } from './sent-along.ts'
import { KIND_RULES, type KindRules, type SettleTimes, type SettlingEntry, type Value } from './settle-kinds.ts'
import { isHidden } from './tombstones.ts'
import { isSaved } from './tried-updates.ts'

/** What an answer changed: the record when its row, star or mark may differ, and the batches of its items. */
export interface SettledEntry {
  readonly record: number | null
  /** Bits of `CHANGED`. */
  readonly kinds: number
  /** Records that became one with it, and are no more. */
  readonly alsoChanged: readonly number[]
  /** The record, when it is gone from the library now. */
  readonly removed: readonly number[]
  readonly batches: readonly number[]
}

export const UNTOUCHED: SettledEntry = { record: null, kinds: 0, alsoChanged: [], removed: [], batches: [] }

/** An entry and the answer to it, with the two questions that decide everything. */
interface Case {
  readonly db: WriteDb
  readonly entry: SettlingEntry
  readonly rules: KindRules
  readonly times: SettleTimes
  /** The answer is to the newest want; otherwise a newer one waits behind it. */
  readonly isCurrent: boolean
}

function readEntry(db: WriteDb, entry: number): SettlingEntry | undefined {
  return db.get<SettlingEntry>(
    `SELECT entry, record, kind, want, want_text, revision, state, batch, claimed_revision, claimed_want, claimed_text,
       claimed_batch FROM outbox WHERE entry = ?`,
    [entry]
  )
}

const wanted = ({ entry }: Case): Value => ({ want: entry.want, text: entry.want_text })
const sent = ({ entry }: Case): Value => ({ want: entry.claimed_want, text: entry.claimed_text })
const isInPlace = (at: Case, value: Value): boolean => at.rules.isInPlace(at.db, at.entry.record, value)

function accept(at: Case, how: 'acknowledged' | 'found'): void {
  const { db, entry, times } = at
  at.rules.accept({ db, record: entry.record, value: at.isCurrent ? wanted(at) : sent(at), times, how })
}

interface End {
  readonly to: ItemOutcome
  readonly reason?: Failure | null
  readonly along?: SentAlong | null
}

/** The age of a copy that was sent stands where a failure would. */
function endItem(at: Case, batch: number | null, { to, reason = null, along = null }: End): void {
  if (batch === null) return
  const { record } = at.entry
  const copy = along === null || along.copyOf === null ? null : { copyOf: along.copyOf }
  const code = along === null ? null : codeOfSent(along)
  moveItem(at.db, { batch, record, to, reason: reason ?? copy, sent: code, now: at.times.now })
}

/** What was sent is what is wanted, perhaps once more after something newer was taken back: one item, one end. */
const isSentWant = (entry: SettlingEntry): boolean => entry.claimed_batch === entry.batch

/** The newest want was sent without an answer: found in place, it was ours. */
const wasSent = (entry: SettlingEntry): boolean => entry.state === 'unknown' && isSentWant(entry)

function drop({ db, entry }: Case): void {
  db.run('DELETE FROM outbox WHERE entry = ?', [entry.entry])
  if (entry.kind === 'name') refreshSearch(db, entry.record)
}

interface Standing {
  readonly state: 'ready' | 'postponed' | 'unknown' | 'rejected'
  readonly notBefore: number
  readonly failure: Failure | null
  /** What is taken from the attempts: 1 for a try that does not count. */
  readonly uncounted: 0 | 1
}

const READY: Standing = { state: 'ready', notBefore: 0, failure: null, uncounted: 0 }

const END_CLAIM = 'claimed_revision = NULL, claimed_want = NULL, claimed_text = NULL, claimed_batch = NULL'
const KEEP_CLAIM = `claimed_want = ifnull(claimed_want, want),
  claimed_text = CASE WHEN claimed_revision IS NULL THEN want_text ELSE claimed_text END, claimed_batch = ifnull(claimed_batch, batch),
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
  if (!isInPlace(at, wanted(at)) || isSaved(at.db, at.entry.entry)) return keep(at, standing)
  endItem(at, at.entry.batch, { to: wasSent(at.entry) ? 'done' : 'already-so' })
  drop(at)
}

/** The name that stands on the service now is our own older one, which the person has seen: the newer one replaces it. */
function rebase({ db, entry }: Case): void {
  if (entry.kind !== 'name') return
  const sql = `UPDATE outbox SET base_text = (SELECT ifnull(name, '') FROM images WHERE record = :record) WHERE entry = :entry`
  db.run(sql, { record: entry.record, entry: entry.entry })
}

/** Ends the item of an older revision that was in flight, when it was not the one answered as done. */
function endOlderItem(at: Case, reason: Failure | null): void {
  const { db, entry, rules } = at
  if (isSentWant(entry)) return
  // Its value stands on the service although no answer said so: then it arrived.
  const hasArrived = entry.state === 'unknown' && (rules.hasArrived ?? rules.isInPlace)(db, entry.record, sent(at))
  if (hasArrived) rebase(at)
  endItem(at, entry.claimed_batch, hasArrived ? { to: 'done' } : { to: 'taken-back', reason })
}

function acknowledge(at: Case, along: SentAlong | null): void {
  const { entry } = at
  accept(at, 'acknowledged')
  if (!at.isCurrent) {
    rebase(at)
    endItem(at, entry.claimed_batch, { to: 'done', along })
    return waitOrVanish(at, READY)
  }
  endItem(at, entry.batch, { to: 'done', along })
  endOlderItem(at, null)
  drop(at)
}

/** A read showed the value in place. */
function findInPlace(at: Case): void {
  const { entry } = at
  accept(at, 'found')
  if (!at.isCurrent) {
    rebase(at)
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

type Created = Extract<EntryResult['outcome'], { kind: 'created' }>

/** The record has an id now; one that a page brought in under this id meanwhile becomes one with it. */
function takeCreated(at: Case, created: Created): readonly number[] {
  const { db, entry, times } = at
  const { image, askedAt } = created
  const merged = adoptImage(db, { record: entry.record, image, askedAt, now: times.now, tick: times.tick })
  endItem(at, entry.batch, { to: 'done' })
  drop(at)
  return merged
}

function dispatch(at: Case, outcome: EntryResult['outcome']): readonly number[] {
  if (outcome.kind === 'created') return takeCreated(at, outcome)
  settle(at, outcome)
  return []
}

function settle(at: Case, outcome: Exclude<EntryResult['outcome'], Created>): void {
  switch (outcome.kind) {
    case 'acknowledged':
      return acknowledge(at, outcome.sent ?? null)
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

/** Whether the record has left the library with this answer: what was shown for this change alone goes with it. */
function isOver(db: WriteDb, { kind, record }: SettlingEntry, { now }: SettleTimes): boolean {
  return kind === 'create' ? dropUnwanted(db, { record, now }) : isHidden(db, record)
}

/** Bits of `CHANGED` when a record leaves: no order has it any more. */
const LEFT = CHANGED.overlay | CHANGED.fields | CHANGED.order

/** Writes what became of one entry. A result for an entry or a revision that is no more changes nothing. */
export function settleEntry(db: WriteDb, result: EntryResult, times: SettleTimes): SettledEntry {
  const entry = readEntry(db, result.entry)
  if (entry === undefined) return UNTOUCHED
  const isSent = result.revision === entry.claimed_revision
  const isCurrent = result.revision === entry.revision || (isSent && isSentWant(entry))
  if (!isCurrent && !isSent) return UNTOUCHED
  const rules = KIND_RULES[entry.kind]
  const alsoChanged = dispatch({ db, entry, rules, times, isCurrent }, result.outcome)
  const { record, batch, claimed_batch } = entry
  const batches = claimed_batch === null ? [batch] : [batch, claimed_batch]
  if (!isOver(db, entry, times)) return { record, kinds: rules.kinds, alsoChanged, removed: [], batches }
  return { record, kinds: rules.kinds | LEFT, alsoChanged, removed: [record], batches }
}
