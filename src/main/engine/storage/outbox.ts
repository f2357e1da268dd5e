/** Read side of the outbox for push: which entries may be sent, which are looked up, and how many there are. */
import { DELETION_OF } from '../../../shared/change.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Group, GroupStatus } from '../../../shared/sync-status.ts'
import type { PushEntry } from '../domain/entry.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { NUMBER, type ReadDb, type SqlParams } from './database.ts'
import { IS_DUE, IS_IN_GRACE_PERIOD, IS_IN_FLIGHT, OF_KIND } from './entries.ts'
import { readOwnJson } from './own-json.ts'
import { GOES_BACK, IS_SAVED } from './checked-updates.ts'

interface EntryRow
  extends
    Omit<PushEntry, 'group' | 'want' | 'isInteractive' | 'companion' | 'saved' | 'mirror'>,
    Omit<PushEntry['mirror'], 'favorite' | 'name'> {
  readonly want: 0 | 1
  readonly isInteractive: 0 | 1
  readonly saved: string | null
  readonly companion: number | null
  readonly companionRevision: number
  readonly companionWant: 0 | 1
  readonly favorite: 0 | 1 | null
  readonly mirrorName: string | null
}

/** SQL: the batch is paused and not finished. */
export const IS_BATCH_PAUSED = (batch: string): string =>
  `${batch} IN (SELECT batch FROM batches WHERE pause IS NOT NULL AND finished_at IS NULL)`

const OF_ENTRY = `o.entry, o.record, r.service_id AS serviceId, o.kind, o.want, o.want_text AS name,
  o.base_text AS baseName, o.revision, o.batch, o.is_interactive AS isInteractive`

/** SQL: limits the rows of an outbox query to `:limit`. */
export const MOST_ROWS = `LIMIT ${NUMBER(':limit')}`

/**
 * SQL: entries of the owner of the key in use. Takes the group by name, so that no record is read for entries of
 * others.
 */
export const IS_OURS = (group: Group): string =>
  `(o.owner IS NULL OR o.owner = (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'owner:${group}'))`

const IMAGES = `SELECT ${OF_ENTRY}, CASE s.state WHEN 'next-encoding' THEN json_remove(s.image, '$.fields.name') ELSE s.image END AS saved, c.entry AS companion, c.revision AS companionRevision, c.want AS companionWant,
    f.favorite, i.name AS mirrorName, i.results, i.result, i.url, CASE o.kind WHEN 'delete' THEN o.read_at ELSE max(i.read_at, o.read_at) END AS readAt,
    ifnull(i.created_at, r.first_seen_at) AS bornAt
  FROM outbox o CROSS JOIN records r USING (record) CROSS JOIN images i USING (record) CROSS JOIN flags f USING (record)
  LEFT JOIN saved s ON s.entry = o.entry AND s.state IN ('writing-back', 'next-encoding')
  LEFT JOIN outbox c ON o.kind = 'name' AND s.entry IS NULL AND c.record = o.record AND c.kind = 'favorite'
    AND c.is_refused = 0 AND c.last_failure IS NULL AND NOT ${IS_IN_FLIGHT('c')} AND c.owner IS o.owner AND NOT ${IS_BATCH_PAUSED('c.batch')}
  WHERE o.kind IN ('favorite', 'name', 'delete') AND r.service_id IS NOT NULL AND ${IS_OURS('images')}`

const PROJECTS = `SELECT ${OF_ENTRY}, NULL AS saved, NULL AS companion, 0 AS companionRevision, 0 AS companionWant,
    NULL AS favorite, p.project AS mirrorName, NULL AS results, p.result, NULL AS url, p.read_at AS readAt, 0 AS bornAt
  FROM outbox o CROSS JOIN records r USING (record) CROSS JOIN projects p USING (record)
  WHERE ${OF_KIND('o', 'delete-project')} AND r.service_id IS NOT NULL AND ${IS_OURS('projects')}`

const ENTRIES_OF: Readonly<Record<Group, string>> = { images: IMAGES, projects: PROJECTS }

function toEntry(row: EntryRow, group: Group): PushEntry {
  const { favorite, mirrorName, results, result, url, readAt, bornAt, ...more } = row
  const { companion, companionRevision, companionWant, ...entry } = more
  return {
    ...entry,
    group,
    want: row.want === 1,
    isInteractive: row.isInteractive === 1,
    companion: companion === null ? null : { entry: companion, revision: companionRevision, want: companionWant === 1 },
    // Written by checked-updates.ts.
    saved: readOwnJson<ServiceImage>(row.saved),
    mirror: {
      favorite: favorite === null ? null : favorite === 1,
      name: mirrorName,
      results,
      result,
      url,
      readAt,
      bornAt
    }
  }
}

/**
 * Reads entries of a group that this version can send, for records that the service knows. `condition`: SQL from AND on.
 */
function readEntries(db: ReadDb, group: Group, query: { condition: string; params: SqlParams }): PushEntry[] {
  return db.all<EntryRow>(`${ENTRIES_OF[group]} AND ${query.condition}`, query.params).map((row) => toEntry(row, group))
}

/** SQL by kind, so that the few entries of projects are found without a scan of the many of images. */
const OF_GROUP: Readonly<Record<Group, string>> = {
  images: "o.kind <> 'delete-project'",
  projects: OF_KIND('o', 'delete-project')
}

/**
 * SQL: no other entry of the record blocks this one. The intents of one record are sent in order, one request at a
 * time, and nothing but the deletion is sent for a record to be deleted. Saved values are sent first, because they
 * include the name and the results.
 */
export const IS_FREE = `NOT EXISTS (SELECT 1 FROM outbox x WHERE x.record = o.record AND x.kind <> o.kind
  AND (${IS_IN_FLIGHT('x')} OR (x.kind = 'delete' AND x.is_refused = 0)
    OR (o.kind <> 'delete' AND x.is_refused = 0 AND ${GOES_BACK('x.entry')})))`
/** SQL: the entry may be sent. Saved values are written back by decision of the user, also in a paused batch. */
const MAY_SEND = `${IS_DUE} AND (NOT ${IS_BATCH_PAUSED('o.batch')} OR ${IS_SAVED('o.entry')}) AND ${IS_FREE}`

const FIRST = 'SELECT batch FROM batches WHERE first_at IS NOT NULL AND finished_at IS NULL'
const INTERACTIVE = `o.is_interactive = 1 AND ${MAY_SEND} ORDER BY o.entry DESC ${MOST_ROWS}`
const OF_BATCH = `o.is_interactive = 0 AND o.batch = :batch AND ${MAY_SEND} ORDER BY o.entry ${MOST_ROWS}`
const OTHER_BATCHES = `o.is_interactive = 0 AND o.batch NOT IN (${FIRST}) AND ${MAY_SEND} ORDER BY o.entry ${MOST_ROWS}`
/** SQL: it was sent without a trusted response. */
export const IS_UNKNOWN = 'o.entry IN (SELECT entry FROM attempts WHERE is_unknown = 1)'
const UNKNOWN = `${IS_UNKNOWN} AND o.not_before <= :now
  ORDER BY o.entry ${MOST_ROWS}`

interface EntryQuery {
  readonly limit: number
  readonly now: number
  readonly group: Group
}

/** Reads batch after batch, because sorting by batch would read all entries of a hundred thousand for the first few. */
function nextOfBatches(db: ReadDb, { group, limit, now }: EntryQuery): PushEntry[] {
  const entries: PushEntry[] = []
  const read = (condition: string, batch: object): number =>
    entries.push(...readEntries(db, group, { condition, params: { limit: limit - entries.length, now, ...batch } }))
  for (const batch of db.column<number>(`${FIRST} ORDER BY first_at DESC`)) {
    // Stryker disable next-line ConditionalExpression, EqualityOperator: a shortcut: with no place left the statement is asked for no rows, and answers none
    if (entries.length < limit) read(OF_BATCH, { batch })
  }
  // Stryker disable next-line ConditionalExpression, EqualityOperator: a shortcut: with no place left the statement is asked for no rows, and answers none
  if (entries.length < limit) read(OTHER_BATCHES, {})
  return entries
}

/**
 * Returns the entries that may be sent now, except creates (creates.ts). `interactive`: single actions, newest first. `batch`:
 * all others in the order of their requests, batches moved to the front before all others. Leaves out entries of paused
 * batches, of records with a request in flight, and favorites and names of records to be deleted.
 */
export function nextEntries(db: ReadDb, query: EntryQuery & { readonly lane: 'interactive' | 'batch' }): PushEntry[] {
  const { limit, now, group } = query
  return query.lane === 'interactive'
    ? readEntries(db, group, { condition: INTERACTIVE, params: { limit, now } })
    : nextOfBatches(db, query)
}

/**
 * Returns an entry that was read earlier with its current values and those of its record; `null` if it may no longer be
 * sent, for one of the reasons of `nextEntries`.
 */
export function entryToSend(
  db: ReadDb,
  query: { readonly entry: number; readonly now: number; readonly group: Group }
) {
  const { entry, now, group } = query
  return (
    readEntries(db, group, { condition: `o.entry = ${NUMBER(':entry')} AND ${MAY_SEND}`, params: { entry, now } })[0] ??
    null
  )
}

/**
 * Returns when the next delayed entry of a group after `since` may be sent, ms since epoch; `null` if there is none.
 * Entries that were due by then and were not sent are blocked by something other than time.
 */
export function nextDueAt(db: ReadDb, group: Group, since = 0): number | null {
  const sql = `SELECT min(o.not_before) FROM outbox o CROSS JOIN records r USING (record)
    WHERE o.not_before > 0 AND o.not_before > ? AND o.is_refused = 0 AND NOT ${IS_IN_FLIGHT('o')} AND ${OF_GROUP[group]}
      AND ${IS_OURS(group)} AND r.service_id IS NOT NULL AND NOT ${IS_BATCH_PAUSED('o.batch')}`
  return db.value<number | null>(sql, [since]) ?? null
}

/**
 * Returns when the next unknown entry of a group, except creates, is to be looked up, ms since epoch; `null` if there
 * is none.
 */
export function nextLookupAt(db: ReadDb, group: Group): number | null {
  const sql = `SELECT min(o.not_before) FROM outbox o WHERE ${IS_UNKNOWN} AND ${OF_GROUP[group]} AND o.kind <> 'create' AND ${IS_OURS(group)}`
  return db.value<number | null>(sql) ?? null
}

/** Returns the failure of the last attempt of an entry; `null` if there was none. */
export function lastFailure(db: ReadDb, entry: number): Failure | null {
  // Written by entries.ts, from a Failure.
  return readOwnJson<Failure>(
    db.value<string | null>('SELECT last_failure FROM outbox WHERE entry = ?', [entry]) ?? null
  )
}

/** Returns how many changes of a batch failed and are waiting for another attempt. */
export function countPutOff(db: ReadDb, batch: number): number {
  const sql = `SELECT count(*) FROM outbox o WHERE not_before > 0 AND last_failure IS NOT NULL AND is_refused = 0
    AND NOT ${IS_IN_FLIGHT('o')} AND batch = ?`
  return db.value<number>(sql, [batch]) ?? 0
}

/**
 * Returns entries that were sent without a trusted response, except creates; they are looked up before anything is sent
 * again.
 */
export function unknownEntries(db: ReadDb, { group, limit, now }: EntryQuery): PushEntry[] {
  return readEntries(db, group, { condition: UNKNOWN, params: { limit, now } })
}

interface OutboxCounts {
  /** All pending entries, `sending` and `checking` included. */
  readonly waiting: number
  readonly sending: number
  readonly checking: number
  readonly needsAttention: number
}

/** Counts the entries of the outbox. */
export function countOutbox(db: ReadDb): OutboxCounts {
  const inFlight = 'SELECT count(*) FROM attempts WHERE is_unknown = ?'
  const all = db.value<number>('SELECT count(*) FROM outbox') ?? 0
  const needsAttention = db.value<number>('SELECT count(*) FROM outbox WHERE is_refused = 1') ?? 0
  return {
    waiting: all - needsAttention,
    sending: db.value<number>(inFlight, [0]) ?? 0,
    checking: db.value<number>(inFlight, [1]) ?? 0,
    needsAttention
  }
}

/** Returns the deletions of a group that are in their grace period; `null` if there are none. `now`: ms since epoch. */
export function nextDeletions(db: ReadDb, group: Group, now: number): GroupStatus['deletions'] {
  // Uses the index of delayed entries, because a scan of all deletions would take too long ten times a second.
  const sql = `SELECT count(*) AS count, min(not_before) AS at FROM outbox o INDEXED BY outbox_due
    WHERE ${IS_IN_GRACE_PERIOD} AND o.kind = ? AND not_before > 0 AND not_before > ?`
  const held = db.get<{ count: number; at: number }>(sql, [DELETION_OF[group], now])
  // Stryker disable next-line ConditionalExpression: the statement counts, so it always answers one row; the other value is there for the compiler
  return held === undefined || held.count === 0 ? null : held
}
