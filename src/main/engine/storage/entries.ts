/**
 * Every statement that changes the outbox or its attempts; a test finds those that stand elsewhere (a rebuild copies rows
 * as it finds them). What answers do to an entry domain/entry-life.ts says; the table of entries.test.ts says what
 * everything else does. The batch items move in batches.ts, in the same transaction, which is the caller's.
 *
 * `which`: SQL over an entry `o`.
 */
import { DELETION_OF } from '../../../shared/change.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Group } from '../../../shared/sync-status.ts'
import type { EntryKind } from '../domain/entry.ts'
import { NUMBER, type ReadDb, type SqlParams, type SqlValue, type WriteDb } from './database.ts'
import { SOUND_JSON } from './own-json.ts'
import { VALUE_SQL, type ValueKind } from './value-kinds.ts'

/** SQL: a request carries the entry, or did without an answer that can be trusted. */
export const IS_IN_FLIGHT = (entry: string): string =>
  `EXISTS (SELECT 1 FROM attempts a WHERE a.entry = ${entry}.entry)`

/** SQL: a request carries something about the record; it may carry more of it than its own value. */
export const HAS_FLIGHT = (record: string): string =>
  `${record} IN (SELECT x.record FROM attempts a CROSS JOIN outbox x USING (entry))`

/** SQL: the item that is wanted by now is not the one that was sent, if any was. */
export const IS_UNSENT = (entry: string): string =>
  `NOT EXISTS (SELECT 1 FROM attempts a WHERE a.entry = ${entry}.entry AND a.batch = ${entry}.batch)`

/** SQL: refused, and nothing shows whether it arrived. Where the failure cannot be read nothing shows it either. */
export const MAY_HAVE_ARRIVED = (entry: string): string => `(${entry}.is_refused = 1 AND CASE
  WHEN json_valid(${entry}.last_failure) THEN ${entry}.last_failure ->> '$.mayHaveArrived' IS NOT NULL ELSE 1 END)`

/** SQL: of a kind of which there are few. The first half is for SQLite, which finds them by their own index then. */
export const OF_KIND = (entry: string, kind: Exclude<EntryKind, 'favorite'>): string =>
  `${entry}.kind <> 'favorite' AND ${entry}.kind = '${kind}'`

export const LISTED = 'o.entry IN (SELECT value FROM json_each(:entries))'

const DELETIONS = "o.kind <> 'favorite' AND o.kind IN ('delete', 'delete-project')"

/** SQL: never handed over and not put off after trouble: what waits is the hold itself, or has waited it out. */
export const IS_HELD_BACK = `${DELETIONS} AND o.is_refused = 0 AND o.last_failure IS NULL AND NOT ${IS_IN_FLIGHT('o')}`

/** Whether anything needs the user. */
export function hasRefused(db: ReadDb): boolean {
  return db.value<number>('SELECT 1 FROM outbox WHERE is_refused = 1 LIMIT 1') !== undefined
}

// ---- wanted

const SENT_AGAIN = (
  kind: ValueKind
): string => `INSERT INTO attempts (entry, revision, want, want_text, batch, is_unknown)
  SELECT o.entry, o.revision, o.want, o.want_text, o.batch, 1
  FROM batch_items i CROSS JOIN outbox o ON o.record = i.record AND o.kind = '${kind}'
  WHERE i.batch = :batch AND i.outcome = 'waiting' AND ${MAY_HAVE_ARRIVED('o')}`

interface PutEntries {
  readonly batch: number
  readonly isHand: boolean
  readonly owner: number | null
  /** ms since epoch; 0 = at once. */
  readonly notBefore?: number
}

const columnsOf = (kind: ValueKind | 'delete' | 'delete-project') =>
  kind === 'favorite' || kind === 'name'
    ? VALUE_SQL[kind]
    : { entries: 'want, base', entryValues: '1, 0', entryUpdate: 'want = excluded.want' }

/**
 * Wants what the waiting items of a batch say, in the place of what was wanted of their records before. In record order:
 * records of one page of the list mostly lie together, so one page read serves its rows. Answers how many.
 */
export function putEntries(
  db: WriteDb,
  kind: ValueKind | 'delete' | 'delete-project',
  { batch, isHand, owner, notBefore = 0 }: PutEntries
): number {
  if ((kind === 'favorite' || kind === 'name') && hasRefused(db)) db.run(SENT_AGAIN(kind), { batch })
  const { entries, entryValues, entryUpdate } = columnsOf(kind)
  return db.run(
    `INSERT INTO outbox (record, kind, ${entries}, revision, tries, not_before, batch, is_hand, owner)
     SELECT record, '${kind}', ${entryValues}, 1, 0, :notBefore, batch, :isHand, :owner
     FROM batch_items WHERE batch = :batch AND outcome = 'waiting' ORDER BY record
     ON CONFLICT (record, kind) DO UPDATE SET ${entryUpdate}, revision = revision + 1, batch = excluded.batch,
       is_hand = excluded.is_hand, owner = excluded.owner, tries = 0, not_before = excluded.not_before,
       last_failure = NULL, is_refused = 0`,
    { batch, isHand: isHand ? 1 : 0, owner, notBefore }
  )
}

interface NewEntry {
  readonly record: number
  readonly kind: EntryKind
  readonly want: number
  readonly base?: number | null
  readonly text?: string | null
  readonly baseText?: string | null
  readonly batch: number
  readonly isHand: boolean
  readonly owner: number | null
  /** Absent = 0. */
  readonly tries?: number
  /** Why it needs the user; null = it waits. */
  readonly refusal?: Failure | null
}

/** Wants one value. Answers its entry; null, and nothing is written, where the record has one of the kind. */
export function putEntry(db: WriteDb, entry: NewEntry): number | null {
  const { record, kind, want, batch, owner, refusal = null } = entry
  const written = db.run(
    `INSERT OR IGNORE INTO outbox (record, kind, want, base, want_text, base_text, revision, tries, not_before, batch,
       is_hand, owner, last_failure, is_refused)
     VALUES (:record, :kind, :want, :base, :text, :baseText, 1, :tries, 0, :batch, :isHand, :owner, :failure, :isRefused)`,
    {
      record,
      kind,
      want,
      base: entry.base ?? null,
      text: entry.text ?? null,
      baseText: entry.baseText ?? null,
      batch,
      tries: entry.tries ?? 0,
      isHand: entry.isHand ? 1 : 0,
      owner,
      failure: refusal === null ? null : JSON.stringify(refusal),
      isRefused: refusal === null ? 0 : 1
    }
  )
  return written === 0 ? null : findEntryOf(db, record, kind)
}

function findEntryOf(db: WriteDb, record: number, kind: EntryKind): number | null {
  return db.value<number>('SELECT entry FROM outbox WHERE record = ? AND kind = ?', [record, kind]) ?? null
}

/** Wants another value of an entry under way, behind what was sent. */
export function wantBehind(
  db: WriteDb,
  entry: number,
  next: { readonly want: number; readonly text: string | null; readonly batch: number }
): void {
  db.run(
    `UPDATE outbox SET want = :want, want_text = :text, batch = :batch, revision = revision + 1, tries = 0,
       not_before = 0, last_failure = NULL WHERE entry = :entry`,
    { ...next, entry }
  )
}

/** What was read of an entry, as the form of a create, is out of date: nothing of it may be sent any more. */
export function renewRevision(db: WriteDb, record: number, kind: EntryKind): void {
  db.run('UPDATE outbox SET revision = revision + 1 WHERE record = ? AND kind = ?', [record, kind])
}

// ---- taken back, or over

/** Nothing of them is wanted any more, and no answer to them is waited for. Answers how many. */
export function dropEntries(db: WriteDb, which: string, params: SqlParams): number {
  return db.run(`DELETE FROM outbox AS o WHERE ${which}`, params)
}

/** What was sent is wanted again in the place of something newer: as one more revision, for its own item. */
export function wantSentAgain(db: WriteDb, which: string, params: SqlParams): void {
  db.run(
    `UPDATE outbox AS o SET revision = revision + 1, last_failure = NULL,
       (want, want_text, batch) = (SELECT want, want_text, batch FROM attempts a WHERE a.entry = o.entry)
     WHERE ${IS_IN_FLIGHT('o')} AND ${which}`,
    params
  )
}

// ---- sent

interface HandOver {
  readonly entry: number
  readonly revision: number
  readonly instance: string
  /** ms since epoch. */
  readonly now: number
}

/**
 * A request is about to carry the entry. False where it got a newer want since it was read, does not wait any more, or
 * does not meet `which`.
 */
export function handOver(db: WriteDb, { entry, revision, instance, now }: HandOver, which = '1'): boolean {
  const isTaken = db.run(
    `UPDATE outbox AS o SET tries = tries + 1, tried_at = :now
     WHERE entry = ${NUMBER(':entry')} AND revision = :revision AND ${IS_DUE} AND ${which}`,
    { entry, revision, now }
  )
  if (isTaken === 0) return false
  db.run(`${CARRY}, 0, :instance FROM outbox o WHERE entry = ${NUMBER(':entry')}`, { entry, instance })
  return true
}

/** SQL: it waits for nothing but its turn. `:now`: ms since epoch. */
export const IS_DUE = `o.is_refused = 0 AND o.not_before <= :now AND NOT ${IS_IN_FLIGHT('o')}`

const CARRY = `INSERT INTO attempts (entry, revision, want, want_text, batch, is_unknown, instance)
  SELECT o.entry, o.revision, o.want, o.want_text, o.batch`

/** An attempt that no answer will come to, as the rule of the start has it. Answers how many there were. */
export function doubtAttempts(db: WriteDb, { instance, failure }: { instance: string; failure: Failure }): number {
  const params = { instance, failure: JSON.stringify(failure) }
  db.run(
    `UPDATE outbox SET not_before = 0, last_failure = :failure
     WHERE entry IN (SELECT entry FROM attempts WHERE is_unknown = 0)`,
    { failure: params.failure }
  )
  return db.run('UPDATE attempts SET is_unknown = 1, instance = :instance WHERE is_unknown = 0', { instance })
}

/** What was wanted is looked for, as if it had been sent just now and not answered. */
export function lookAgain(db: WriteDb, which: string, params: SqlParams): void {
  const free = `NOT ${IS_IN_FLIGHT('o')} AND ${which}`
  db.run(`UPDATE outbox AS o SET is_refused = 0, not_before = 0 WHERE ${free}`, params)
  db.run(`${CARRY}, 1, NULL FROM outbox o WHERE ${free}`, params)
}

/** A look comes at `at`, ms since epoch. */
export function lookAt(db: WriteDb, entry: number, at: number): void {
  db.run(`UPDATE outbox AS o SET not_before = :at WHERE entry = :entry AND ${IS_IN_FLIGHT('o')}`, { entry, at })
}

/** What goes along in the request of an entry beside its value; false where it is not under way, or has something already. */
export function noteInAttempt(db: WriteDb, entry: number, text: string, failure: Failure): boolean {
  const isNoted = db.run('UPDATE attempts SET want_text = ? WHERE entry = ? AND want_text IS NULL', [text, entry]) > 0
  if (isNoted) db.run('UPDATE outbox SET last_failure = ? WHERE entry = ?', [JSON.stringify(failure), entry])
  return isNoted
}

export function forgetInAttempt(db: WriteDb, entry: number): void {
  db.run('UPDATE attempts SET want_text = NULL WHERE entry = ?', [entry])
}

// ---- answered

export interface Standing {
  readonly state: 'waiting' | 'unknown' | 'refused'
  /** ms since epoch; 0 = at once. */
  readonly notBefore: number
  readonly failure: Failure | null
  /** What is taken from the tries: 1 for one that does not count. */
  readonly uncounted: 0 | 1
}

/** Leaves an answered entry in the outbox. Only an unknown one keeps its attempt: that is what will be looked up. */
export function keepEntry(db: WriteDb, entry: number, { state, notBefore, failure, uncounted }: Standing): void {
  db.run(
    `UPDATE outbox SET is_refused = :isRefused, not_before = :notBefore, last_failure = :failure,
       tries = max(0, tries - :uncounted) WHERE entry = :entry`,
    {
      entry,
      isRefused: state === 'refused' ? 1 : 0,
      notBefore,
      failure: failure === null ? null : JSON.stringify(failure),
      uncounted
    }
  )
  if (state !== 'unknown') return void db.run('DELETE FROM attempts WHERE entry = ?', [entry])
  const isMarked = db.run('UPDATE attempts SET is_unknown = 1 WHERE entry = ?', [entry])
  if (isMarked === 0) db.run(`${CARRY}, 1, NULL FROM outbox o WHERE entry = :entry`, { entry })
}

/** They need the user. What is under way must not be among them. */
export function refuseEntries(
  db: WriteDb,
  failure: Failure,
  { which, params }: { readonly which: string; readonly params: Readonly<Record<string, SqlValue>> }
): void {
  db.run(`UPDATE outbox AS o SET is_refused = 1, not_before = 0, last_failure = :failure WHERE ${which}`, {
    ...params,
    failure: JSON.stringify(failure)
  })
}

/** They go again at once, when the user asks for it; an answer to what was sent before is not theirs. */
export function retryEntries(db: WriteDb, which: string, params: SqlParams): void {
  db.run(
    `UPDATE outbox AS o SET is_refused = 0, tries = 0, not_before = 0, last_failure = NULL, revision = revision + 1
     WHERE ${which}`,
    params
  )
}

/** The name that the mirror has now is one that the user has seen: theirs replaces it. */
export function rebaseName(db: WriteDb, entry: number): void {
  db.run(
    `UPDATE outbox AS o SET base_text = (SELECT ifnull(name, '') FROM images i WHERE i.record = o.record)
     WHERE entry = ? AND kind = 'name'`,
    [entry]
  )
}

/** Names go over the others that they were refused for. */
export function overwriteTheirs(db: WriteDb, which: string, params: SqlParams): void {
  const theirs = `${SOUND_JSON('last_failure')} ->> '$.theirs'`
  db.run(`UPDATE outbox AS o SET base_text = ifnull(${theirs}, base_text) WHERE ${which}`, params)
}

// ---- about the record, or the owner of the key

/** Its record was read: it may be sent without reading it once more. `readAt`: ms since epoch. */
export function noteRead(db: WriteDb, record: number, readAt: number): void {
  db.run('UPDATE outbox SET read_at = ? WHERE record = ?', [readAt, record])
}

/** What is wanted of one record is wanted of another one. */
export function moveEntries(db: WriteDb, { from, into }: { readonly from: number; readonly into: number }): void {
  db.run('UPDATE outbox SET record = :into WHERE record = :from', { from, into })
}

/** What one owner has wanted becomes another one's; `from` null: what was wanted before it was known whose key it is. */
export function ownEntries(db: WriteDb, group: Group, { from, owner }: { from: number | null; owner: number }): void {
  const ofGroup = 'record IN (SELECT record FROM records WHERE grp = :group)'
  db.run(`UPDATE outbox SET owner = :owner WHERE owner IS :from AND ${ofGroup}`, { group, from, owner })
}

/**
 * Deletions of the group that would go at `now` wait until `until`, so that they can be taken back; ms since epoch.
 * Answers how many.
 */
export function holdDeletions(db: WriteDb, held: { group: Group; now: number; until: number }): number {
  const { group, now, until } = held
  return db.run(`${HOLD} AND o.kind = :kind AND not_before <= :now`, { until, now, kind: DELETION_OF[group] })
}

/** Every deletion that was not sent waits until `until`, ms since epoch. */
export function restartHolds(db: WriteDb, until: number): void {
  db.run(HOLD, { until })
}

const HOLD = `UPDATE outbox AS o SET not_before = :until WHERE ${IS_HELD_BACK}`
