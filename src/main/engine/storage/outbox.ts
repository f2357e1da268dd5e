/** The outbox as push reads it: what may be sent, what is looked up, and how much there is. */
import { DELETION_OF } from '../../../shared/change.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Group, GroupStatus } from '../../../shared/sync-status.ts'
import type { PushEntry } from '../domain/entry.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { NUMBER, type ReadDb, type SqlParams } from './database.ts'
import { IS_DUE, IS_HELD_BACK, IS_IN_FLIGHT, OF_KIND } from './entries.ts'
import { readOwnJson } from './own-json.ts'
import { GOES_BACK, IS_SAVED } from './tried-updates.ts'

interface EntryRow
  extends
    Omit<PushEntry, 'group' | 'want' | 'isHand' | 'companion' | 'saved' | 'mirror'>,
    Omit<PushEntry['mirror'], 'favorite' | 'name'> {
  readonly want: 0 | 1
  readonly isHand: 0 | 1
  readonly saved: string | null
  readonly companion: number | null
  readonly companionRevision: number
  readonly companionWant: 0 | 1
  readonly favorite: 0 | 1 | null
  readonly mirrorName: string | null
}

/** Of a batch that nothing is sent of. */
export const IS_HELD = (batch: string): string =>
  `${batch} IN (SELECT batch FROM batches WHERE hold IS NOT NULL AND finished_at IS NULL)`

const OF_ENTRY = `o.entry, o.record, r.service_id AS serviceId, o.kind, o.want, o.want_text AS name,
  o.base_text AS baseName, o.revision, o.batch, o.is_hand AS isHand`

/** The most rows that a question to the outbox is answered with, as `:limit`. */
export const MOST_ROWS = `LIMIT ${NUMBER(':limit')}`

/** Only entries of the owner of the key in use. Told of the group by name, so that no record is read for another's. */
export const IS_OURS = (group: Group): string =>
  `(o.owner IS NULL OR o.owner = (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'owner:${group}'))`

const IMAGES = `SELECT ${OF_ENTRY}, CASE s.state WHEN 'trying' THEN json_remove(s.image, '$.fields.name') ELSE s.image END AS saved, c.entry AS companion, c.revision AS companionRevision, c.want AS companionWant,
    f.favorite, i.name AS mirrorName, i.results, i.result, i.url, CASE o.kind WHEN 'delete' THEN o.read_at ELSE max(i.read_at, o.read_at) END AS readAt,
    ifnull(i.created_at, r.first_seen_at) AS bornAt
  FROM outbox o CROSS JOIN records r USING (record) CROSS JOIN images i USING (record) CROSS JOIN flags f USING (record)
  LEFT JOIN saved s ON s.entry = o.entry AND s.state IN ('writing-back', 'trying')
  LEFT JOIN outbox c ON o.kind = 'name' AND s.entry IS NULL AND c.record = o.record AND c.kind = 'favorite'
    AND c.is_refused = 0 AND c.last_failure IS NULL AND NOT ${IS_IN_FLIGHT('c')} AND c.owner IS o.owner AND NOT ${IS_HELD('c.batch')}
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
    isHand: row.isHand === 1,
    companion: companion === null ? null : { entry: companion, revision: companionRevision, want: companionWant === 1 },
    // Written by tried-updates.ts.
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

/** Entries of a group that this version sends, for records that the service knows. `rest`: SQL from AND on. */
function readEntries(db: ReadDb, group: Group, ask: { rest: string; params: SqlParams }): PushEntry[] {
  return db.all<EntryRow>(`${ENTRIES_OF[group]} AND ${ask.rest}`, ask.params).map((row) => toEntry(row, group))
}

/** By kind, so that the few of projects are found without a walk through the many of images. */
const OF_GROUP: Readonly<Record<Group, string>> = {
  images: "o.kind <> 'delete-project'",
  projects: OF_KIND('o', 'delete-project')
}

/**
 * Per record intents arrive in order, and nothing else is sent for a record that is to be deleted. While one request
 * about a record is under way no other one is. Saved values go back first: they carry the name and the results.
 */
export const IS_FREE = `NOT EXISTS (SELECT 1 FROM outbox x WHERE x.record = o.record AND x.kind <> o.kind
  AND (${IS_IN_FLIGHT('x')} OR (x.kind = 'delete' AND x.is_refused = 0)
    OR (o.kind <> 'delete' AND x.is_refused = 0 AND ${GOES_BACK('x.entry')})))`
/** What is written back is the person's word on a batch that is held. */
const MAY_GO = `${IS_DUE} AND (NOT ${IS_HELD('o.batch')} OR ${IS_SAVED('o.entry')}) AND ${IS_FREE}`

const FIRST = 'SELECT batch FROM batches WHERE first_at IS NOT NULL AND finished_at IS NULL'
const HAND = `o.is_hand = 1 AND ${MAY_GO} ORDER BY o.entry DESC ${MOST_ROWS}`
const OF_BATCH = `o.is_hand = 0 AND o.batch = :batch AND ${MAY_GO} ORDER BY o.entry ${MOST_ROWS}`
const OTHER_BATCHES = `o.is_hand = 0 AND o.batch NOT IN (${FIRST}) AND ${MAY_GO} ORDER BY o.entry ${MOST_ROWS}`
/** SQL: it was sent without an answer that can be trusted. */
export const IS_UNKNOWN = 'o.entry IN (SELECT entry FROM attempts WHERE is_unknown = 1)'
const UNKNOWN = `${IS_UNKNOWN} AND o.not_before <= :now
  ORDER BY o.entry ${MOST_ROWS}`

interface Ask {
  readonly limit: number
  readonly now: number
  readonly group: Group
}

/** Batch after batch: sorted by their batches, all the entries of a hundred thousand would be read for the first few. */
function nextOfBatches(db: ReadDb, { group, limit, now }: Ask): PushEntry[] {
  const entries: PushEntry[] = []
  const read = (rest: string, batch: object): number =>
    entries.push(...readEntries(db, group, { rest, params: { limit: limit - entries.length, now, ...batch } }))
  for (const batch of db.column<number>(`${FIRST} ORDER BY first_at DESC`)) {
    if (entries.length < limit) read(OF_BATCH, { batch })
  }
  if (entries.length < limit) read(OTHER_BATCHES, {})
  return entries
}

/**
 * What may be sent now, but for creates (creates.ts). `hand`: single clicks, newest first. `batch`: everything else in
 * the order it was asked for, batches that were put first before all others. Nothing of a held batch, nothing about a
 * record with something in flight, no favorite or name of one that is to be deleted.
 */
export function nextEntries(db: ReadDb, ask: Ask & { readonly lane: 'hand' | 'batch' }): PushEntry[] {
  const { limit, now, group } = ask
  return ask.lane === 'hand' ? readEntries(db, group, { rest: HAND, params: { limit, now } }) : nextOfBatches(db, ask)
}

/**
 * An entry that was read a while ago, as it stands now, with what its record holds now; null when it may not be sent
 * any more, for one of the reasons of `nextEntries`.
 */
export function entryToSend(db: ReadDb, ask: { readonly entry: number; readonly now: number; readonly group: Group }) {
  const { entry, now, group } = ask
  return (
    readEntries(db, group, { rest: `o.entry = ${NUMBER(':entry')} AND ${MAY_GO}`, params: { entry, now } })[0] ?? null
  )
}

/**
 * When the next entry of a group that waits for a time after `since` may go, ms since epoch; null when none does. What
 * was due by then and did not go waits for something else than time.
 */
export function nextDueAt(db: ReadDb, group: Group, since = 0): number | null {
  const sql = `SELECT min(o.not_before) FROM outbox o CROSS JOIN records r USING (record)
    WHERE o.not_before > 0 AND o.not_before > ? AND o.is_refused = 0 AND NOT ${IS_IN_FLIGHT('o')} AND ${OF_GROUP[group]}
      AND ${IS_OURS(group)} AND r.service_id IS NOT NULL AND NOT ${IS_HELD('o.batch')}`
  return db.value<number | null>(sql, [since]) ?? null
}

/** When the next unknown entry of a group is to be looked up, creates apart, ms since epoch; null when there is none. */
export function nextLookAt(db: ReadDb, group: Group): number | null {
  const sql = `SELECT min(o.not_before) FROM outbox o WHERE ${IS_UNKNOWN} AND ${OF_GROUP[group]} AND o.kind <> 'create' AND ${IS_OURS(group)}`
  return db.value<number | null>(sql) ?? null
}

/** The last answer to an entry; null when there was none. */
export function lastFailure(db: ReadDb, entry: number): Failure | null {
  // Written by entries.ts, from a Failure.
  return readOwnJson<Failure>(
    db.value<string | null>('SELECT last_failure FROM outbox WHERE entry = ?', [entry]) ?? null
  )
}

/** Changes of a batch that met trouble and wait for another try. */
export function countPutOff(db: ReadDb, batch: number): number {
  const sql = `SELECT count(*) FROM outbox o WHERE not_before > 0 AND last_failure IS NOT NULL AND is_refused = 0
    AND NOT ${IS_IN_FLIGHT('o')} AND batch = ?`
  return db.value<number>(sql, [batch]) ?? 0
}

/** What was sent without an answer that can be trusted, but for creates: read before anything is sent again. */
export function unknownEntries(db: ReadDb, { group, limit, now }: Ask): PushEntry[] {
  return readEntries(db, group, { rest: UNKNOWN, params: { limit, now } })
}

interface OutboxCounts {
  /** Everything that waits or is on its way; `sending` and `checking` are among it. */
  readonly waiting: number
  readonly sending: number
  readonly checking: number
  readonly needsYou: number
}

/** What the outbox holds now. */
export function countOutbox(db: ReadDb): OutboxCounts {
  const inFlight = 'SELECT count(*) FROM attempts WHERE is_unknown = ?'
  const all = db.value<number>('SELECT count(*) FROM outbox') ?? 0
  const needsYou = db.value<number>('SELECT count(*) FROM outbox WHERE is_refused = 1') ?? 0
  return {
    waiting: all - needsYou,
    sending: db.value<number>(inFlight, [0]) ?? 0,
    checking: db.value<number>(inFlight, [1]) ?? 0,
    needsYou
  }
}

/** Deletions of a group that still wait so that they can be taken back; null when none does. `now`: ms since epoch. */
export function nextDeletions(db: ReadDb, group: Group, now: number): GroupStatus['deletions'] {
  // By the index of what waits for a time: a walk through all deletions would take too long, ten times a second.
  const sql = `SELECT count(*) AS count, min(not_before) AS at FROM outbox o INDEXED BY outbox_due
    WHERE ${IS_HELD_BACK} AND o.kind = ? AND not_before > 0 AND not_before > ?`
  const held = db.get<{ count: number; at: number }>(sql, [DELETION_OF[group], now])
  return held === undefined || held.count === 0 ? null : held
}
