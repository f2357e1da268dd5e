/**
 * Contains every statement that changes the outbox or its attempts; a test rejects such statements elsewhere (a rebuild
 * copies rows unchanged). domain/entry-life.ts defines the effects of responses on an entry; the table of
 * entries.test.ts defines all other transitions. batches.ts moves the batch items in the same transaction, which the
 * caller opens.
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

/** SQL: a request carries the entry, or carried it without a trusted response. */
export const IS_IN_FLIGHT = (entry: string): string =>
  `EXISTS (SELECT 1 FROM attempts a WHERE a.entry = ${entry}.entry)`

/** SQL: a request carries any value of the record, possibly more than one. */
export const HAS_FLIGHT = (record: string): string =>
  `${record} IN (SELECT x.record FROM attempts a CROSS JOIN outbox x USING (entry))`

/** SQL: the same in a statement about one record: its entries are found by their index, however many attempts exist. */
export const RECORD_HAS_FLIGHT = (record: string): string =>
  `EXISTS (SELECT 1 FROM outbox x CROSS JOIN attempts a USING (entry) WHERE x.record = ${record})`

/** SQL: the batch item of the desired value is not the one that was sent, if any was. */
export const IS_UNSENT = (entry: string): string =>
  `NOT EXISTS (SELECT 1 FROM attempts a WHERE a.entry = ${entry}.entry AND a.batch = ${entry}.batch)`

/** SQL: refused, and nothing proves whether it arrived. A failure that cannot be read proves nothing either. */
export const MAY_HAVE_ARRIVED = (entry: string): string => `(${entry}.is_refused = 1 AND CASE
  WHEN json_valid(${entry}.last_failure) THEN ${entry}.last_failure ->> '$.isUnconfirmed' IS NOT NULL ELSE 1 END)`

/** SQL: of a kind other than favorite, which are few. The first condition lets SQLite use their partial index. */
export const OF_KIND = (entry: string, kind: Exclude<EntryKind, 'favorite'>): string =>
  `${entry}.kind <> 'favorite' AND ${entry}.kind = '${kind}'`

export const LISTED = 'o.entry IN (SELECT value FROM json_each(:entries))'

const DELETIONS = "o.kind <> 'favorite' AND o.kind IN ('delete', 'delete-project')"

/**
 * SQL: a deletion that was never sent and not postponed after a failure, so only its grace period delays or delayed it.
 */
export const IS_IN_GRACE_PERIOD = `${DELETIONS} AND o.is_refused = 0 AND o.last_failure IS NULL AND NOT ${IS_IN_FLIGHT('o')}`

/** Returns whether any entry needs a decision from the user. */
export function hasRefused(db: ReadDb): boolean {
  // Stryker disable next-line ConditionalExpression: a shortcut: with nothing refused the statements behind it find nothing
  return db.value<number>('SELECT 1 FROM outbox WHERE is_refused = 1 LIMIT 1') !== undefined
}

// ---- desired

const SENT_AGAIN = (
  kind: ValueKind
): string => `INSERT INTO attempts (entry, revision, want, want_text, batch, is_unknown)
  SELECT o.entry, o.revision, o.want, o.want_text, o.batch, 1
  FROM batch_items i CROSS JOIN outbox o ON o.record = i.record AND o.kind = '${kind}'
  WHERE i.batch = :batch AND i.outcome = 'waiting' AND ${MAY_HAVE_ARRIVED('o')}`

interface PutEntries {
  readonly batch: number
  readonly isInteractive: boolean
  readonly owner: number | null
  /** ms since epoch; 0 = immediately. */
  readonly notBefore?: number
}

const columnsOf = (kind: ValueKind | 'delete' | 'delete-project') =>
  kind === 'favorite' || kind === 'name'
    ? VALUE_SQL[kind]
    : { entries: 'want, base', entryValues: '1, 0', entryUpdate: 'want = excluded.want' }

/**
 * Sets the desired values of the waiting items of a batch, replacing those of the same records. Inserts in record
 * order, because records of one list page mostly have adjacent numbers, so one page read serves their rows. Returns the
 * count.
 */
export function putEntries(
  db: WriteDb,
  kind: ValueKind | 'delete' | 'delete-project',
  { batch, isInteractive, owner, notBefore = 0 }: PutEntries
): number {
  if ((kind === 'favorite' || kind === 'name') && hasRefused(db)) db.run(SENT_AGAIN(kind), { batch })
  const { entries, entryValues, entryUpdate } = columnsOf(kind)
  return db.run(
    `INSERT INTO outbox (record, kind, ${entries}, revision, tries, not_before, batch, is_interactive, owner)
     SELECT record, '${kind}', ${entryValues}, 1, 0, :notBefore, batch, :isInteractive, :owner
     FROM batch_items WHERE batch = :batch AND outcome = 'waiting' ORDER BY record
     ON CONFLICT (record, kind) DO UPDATE SET ${entryUpdate}, revision = revision + 1, batch = excluded.batch,
       is_interactive = excluded.is_interactive, owner = excluded.owner, tries = 0, not_before = excluded.not_before,
       last_failure = NULL, is_refused = 0`,
    { batch, isInteractive: isInteractive ? 1 : 0, owner, notBefore }
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
  readonly isInteractive: boolean
  readonly owner: number | null
  /** Default: 0. */
  readonly tries?: number
  /** Why it needs a decision from the user; null if it is pending. */
  readonly refusal?: Failure | null
}

/** Sets one desired value and returns its entry; `null`, without a write, if the record has an entry of that kind. */
export function putEntry(db: WriteDb, entry: NewEntry): number | null {
  const { base = null, text = null, baseText = null, tries = 0, isInteractive, refusal = null, ...given } = entry
  const sql = `INSERT OR IGNORE INTO outbox (record, kind, want, base, want_text, base_text, revision, tries, not_before,
      batch, is_interactive, owner, last_failure, is_refused)
    VALUES (:record, :kind, :want, :base, :text, :baseText, 1, :tries, 0, :batch, :isInteractive, :owner, :failure, :isRefused)
    RETURNING entry`
  const failure = refusal === null ? null : JSON.stringify(refusal)
  const isRefused = refusal === null ? 0 : 1
  const row = { ...given, base, text, baseText, tries, isInteractive: isInteractive ? 1 : 0, failure, isRefused }
  return db.value<number>(sql, row) ?? null
}

/** Sets a newer desired value on an entry in flight, to be sent after the current attempt. */
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

/** Invalidates what was read of an entry, such as the form of a create, so that nothing of it is sent. */
export function renewRevision(db: WriteDb, record: number, kind: EntryKind): void {
  db.run('UPDATE outbox SET revision = revision + 1 WHERE record = ? AND kind = ?', [record, kind])
}

// ---- canceled, or ended

/** Removes entries, ignoring later responses to them. Returns the count. */
export function dropEntries(db: WriteDb, which: string, params: SqlParams): number {
  return db.run(`DELETE FROM outbox AS o WHERE ${which}`, params)
}

/**
 * Restores the values in flight as the desired values, replacing newer ones, with a new revision and their own batch
 * items.
 */
export function wantSentAgain(db: WriteDb, which: string, params: SqlParams): void {
  db.run(
    `UPDATE outbox AS o SET revision = revision + 1, last_failure = NULL,
       (want, want_text, batch) = (SELECT want, want_text, batch FROM attempts a WHERE a.entry = o.entry)
     WHERE ${IS_IN_FLIGHT('o')} AND ${which}`,
    params
  )
}

// ---- sent

interface ClaimArgs {
  readonly entry: number
  readonly revision: number
  readonly instance: string
  /** ms since epoch. */
  readonly now: number
}

/**
 * Claims an entry for a request. Returns false if it has a newer desired value since it was read, is no longer pending,
 * or does not meet `which`.
 */
export function handOver(db: WriteDb, { entry, revision, instance, now }: ClaimArgs, which = '1'): boolean {
  const isClaimed = db.run(
    `UPDATE outbox AS o SET tries = tries + 1, tried_at = :now
     WHERE entry = ${NUMBER(':entry')} AND revision = :revision AND ${IS_DUE} AND ${which}`,
    { entry, revision, now }
  )
  if (isClaimed === 0) return false
  db.run(`${INSERT_ATTEMPT}, 0, :instance FROM outbox o WHERE entry = ${NUMBER(':entry')}`, { entry, instance })
  return true
}

/** SQL: nothing but its position in the queue delays it. `:now`: ms since epoch. */
export const IS_DUE = `o.is_refused = 0 AND o.not_before <= :now AND NOT ${IS_IN_FLIGHT('o')}`

const INSERT_ATTEMPT = `INSERT INTO attempts (entry, revision, want, want_text, batch, is_unknown, instance)
  SELECT o.entry, o.revision, o.want, o.want_text, o.batch`

/** Marks all open attempts as unknown at startup, because no response to them will arrive. Returns their count. */
export function doubtAttempts(db: WriteDb, { instance, failure }: { instance: string; failure: Failure }): number {
  db.run(
    `UPDATE outbox SET not_before = 0, last_failure = ?
     WHERE entry IN (SELECT entry FROM attempts WHERE is_unknown = 0)`,
    [JSON.stringify(failure)]
  )
  return db.run('UPDATE attempts SET is_unknown = 1, instance = :instance WHERE is_unknown = 0', { instance })
}

/** Marks entries as sent without a response, so that they are looked up. */
export function requireLookup(db: WriteDb, which: string, params: SqlParams): void {
  const free = `NOT ${IS_IN_FLIGHT('o')} AND ${which}`
  db.run(`UPDATE outbox AS o SET is_refused = 0, not_before = 0 WHERE ${free}`, params)
  db.run(`${INSERT_ATTEMPT}, 1, NULL FROM outbox o WHERE ${free}`, params)
}

/** Schedules the lookup of an entry in flight at `at`, ms since epoch. */
export function scheduleLookup(db: WriteDb, entry: number, at: number): void {
  db.run(`UPDATE outbox AS o SET not_before = :at WHERE entry = :entry AND ${IS_IN_FLIGHT('o')}`, { entry, at })
}

/**
 * Records what the request of an entry carries besides its value. Returns false if the entry is not in flight or
 * already has such a text.
 */
export function noteInAttempt(db: WriteDb, entry: number, text: string, failure: Failure): boolean {
  const isNoted = db.run('UPDATE attempts SET want_text = ? WHERE entry = ? AND want_text IS NULL', [text, entry]) > 0
  if (isNoted) db.run('UPDATE outbox SET last_failure = ? WHERE entry = ?', [JSON.stringify(failure), entry])
  return isNoted
}

export function forgetInAttempt(db: WriteDb, entry: number): void {
  db.run('UPDATE attempts SET want_text = NULL WHERE entry = ?', [entry])
}

// ---- after a response

export interface AttemptState {
  readonly state: 'waiting' | 'unknown' | 'refused'
  /** ms since epoch; 0 = immediately. */
  readonly notBefore: number
  readonly failure: Failure | null
  /** Subtracted from the attempts; 1 for an attempt that does not count. */
  readonly uncounted: 0 | 1
}

/** Keeps an entry in the outbox after a response. Only an unknown entry keeps its attempt, which is looked up later. */
export function keepEntry(db: WriteDb, entry: number, { state, notBefore, failure, uncounted }: AttemptState): void {
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
  const change = state === 'unknown' ? 'UPDATE attempts SET is_unknown = 1' : 'DELETE FROM attempts'
  db.run(`${change} WHERE entry = ?`, [entry])
}

/** Marks entries as in need of a decision from the user. They must not be in flight. */
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

/**
 * Makes entries pending again immediately at the request of the user; responses to earlier attempts do not apply to
 * them.
 */
export function retryEntries(db: WriteDb, which: string, params: SqlParams): void {
  db.run(
    `UPDATE outbox AS o SET is_refused = 0, tries = 0, not_before = 0, last_failure = NULL, revision = revision + 1
     WHERE ${which}`,
    params
  )
}

/** Takes the current mirror name as the base, because the user has seen it and decided to replace it. */
export function rebaseName(db: WriteDb, entry: number): void {
  db.run(
    `UPDATE outbox AS o SET base_text = (SELECT ifnull(name, '') FROM images i WHERE i.record = o.record)
     WHERE entry = ? AND kind = 'name'`,
    [entry]
  )
}

/** Makes names replace the names on the service that they were refused for. */
export function overwriteTheirs(db: WriteDb, which: string, params: SqlParams): void {
  const theirs = `${SOUND_JSON('last_failure')} ->> '$.theirs'`
  db.run(`UPDATE outbox AS o SET base_text = ifnull(${theirs}, base_text) WHERE ${which}`, params)
}

// ---- by record, or by owner of the key

/** Notes that the record was read, so that its entries may be sent without another read. `readAt`: ms since epoch. */
export function noteRead(db: WriteDb, record: number, readAt: number): void {
  db.run('UPDATE outbox SET read_at = ? WHERE record = ?', [readAt, record])
}

/** Moves the entries of one record to another. */
export function moveEntries(db: WriteDb, { from, into }: { readonly from: number; readonly into: number }): void {
  db.run('UPDATE outbox SET record = :into WHERE record = :from', { from, into })
}

/**
 * Assigns the entries of one owner to another; `from`: `null` for entries made while the owner of the key was unknown.
 */
export function ownEntries(db: WriteDb, group: Group, { from, owner }: { from: number | null; owner: number }): void {
  const ofGroup = 'record IN (SELECT record FROM records WHERE grp = :group)'
  db.run(`UPDATE outbox SET owner = :owner WHERE owner IS :from AND ${ofGroup}`, { group, from, owner })
}

/**
 * Delays deletions of the group that are due at `now` until `until`, so that they can be undone; both ms since epoch.
 * Returns the count.
 */
export function startGracePeriods(db: WriteDb, delay: { group: Group; now: number; until: number }): number {
  const { group, now, until } = delay
  return db.run(`${DELAY_DELETIONS} AND o.kind = :kind AND not_before <= :now`, {
    until,
    now,
    kind: DELETION_OF[group]
  })
}

/** Restarts the grace period of every unsent deletion, until `until` (ms since epoch). */
export function restartGracePeriods(db: WriteDb, until: number): void {
  db.run(DELAY_DELETIONS, { until })
}

const DELAY_DELETIONS = `UPDATE outbox AS o SET not_before = :until WHERE ${IS_IN_GRACE_PERIOD}`
