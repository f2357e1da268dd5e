/** Entries of the outbox with what the mirror holds of their records, as push reads them. */
import type { Group } from '../../../shared/sync-status.ts'
import type { EntryState, PushEntry, PushKind } from '../domain/entry.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import type { ReadDb, SqlParams } from './database.ts'
import { readOwnJson } from './own-json.ts'

interface EntryRow {
  readonly entry: number
  readonly record: number
  readonly serviceId: string
  readonly kind: PushKind
  readonly want: 0 | 1
  readonly name: string | null
  readonly baseName: string | null
  readonly revision: number
  readonly attempt: number
  readonly batch: number
  readonly isHand: 0 | 1
  readonly state: EntryState
  readonly saved: string | null
  readonly companion: number | null
  readonly companionRevision: number
  readonly companionWant: 0 | 1
  readonly favorite: 0 | 1 | null
  readonly mirrorName: string | null
  readonly results: string | null
  readonly result: string | null
  readonly url: string | null
  readonly readAt: number
  readonly bornAt: number
}

/** Of a batch that nothing is sent of. */
export const IS_HELD = (batch: string): string =>
  `${batch} IN (SELECT batch FROM batches WHERE hold IS NOT NULL AND finished_at IS NULL)`

const OF_ENTRY = `o.entry, o.record, r.service_id AS serviceId, o.kind, o.want, o.want_text AS name,
  o.base_text AS baseName, o.revision, o.attempt, o.batch, o.is_hand AS isHand, o.state`

/**
 * The most rows that a question to the outbox is answered with, as `:limit`. Not the parameter alone: SQLite plans for
 * a bare one's value, so that it compiles the statement anew each time it runs, which costs forty times the question.
 */
export const MOST_ROWS = 'LIMIT :limit + 0'

/** Only entries of the owner of the key in use. Told of the group by name, so that no record is read for another's. */
export const IS_OURS = (group: Group): string =>
  `(o.owner IS NULL OR o.owner = (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'owner:${group}'))`

const IMAGES = `SELECT ${OF_ENTRY}, CASE s.state WHEN 'trying' THEN json_remove(s.image, '$.fields.name') ELSE s.image END AS saved, c.entry AS companion, c.revision AS companionRevision, c.want AS companionWant,
    f.favorite, i.name AS mirrorName, i.results, i.result, i.url, CASE o.kind WHEN 'delete' THEN o.read_at ELSE max(i.read_at, o.read_at) END AS readAt,
    ifnull(i.created_at, r.first_seen_at) AS bornAt
  FROM outbox o CROSS JOIN records r USING (record) CROSS JOIN images i USING (record) CROSS JOIN flags f USING (record)
  LEFT JOIN saved s ON s.entry = o.entry AND s.state IN ('writing-back', 'trying')
  LEFT JOIN outbox c ON o.kind = 'name' AND s.entry IS NULL AND c.record = o.record AND c.kind = 'favorite'
    AND c.state = 'ready' AND c.owner IS o.owner AND NOT ${IS_HELD('c.batch')}
  WHERE o.kind IN ('favorite', 'name', 'delete') AND r.service_id IS NOT NULL AND ${IS_OURS('images')}`

const PROJECTS = `SELECT ${OF_ENTRY}, NULL AS saved, NULL AS companion, 0 AS companionRevision, 0 AS companionWant,
    NULL AS favorite, p.project AS mirrorName, NULL AS results, p.result, NULL AS url, p.read_at AS readAt, 0 AS bornAt
  FROM outbox o CROSS JOIN records r USING (record) CROSS JOIN projects p USING (record)
  WHERE o.kind <> 'favorite' AND o.kind = 'delete-project' AND r.service_id IS NOT NULL AND ${IS_OURS('projects')}`

const SELECT: Readonly<Record<Group, string>> = { images: IMAGES, projects: PROJECTS }

const toEntry = (row: EntryRow, group: Group): PushEntry => ({
  entry: row.entry,
  record: row.record,
  group,
  serviceId: row.serviceId,
  kind: row.kind,
  want: row.want === 1,
  name: row.name,
  baseName: row.baseName,
  revision: row.revision,
  attempt: row.attempt,
  batch: row.batch,
  isHand: row.isHand === 1,
  state: row.state,
  companion:
    row.companion === null
      ? null
      : { entry: row.companion, revision: row.companionRevision, want: row.companionWant === 1 },
  // Written by tried-updates.ts.
  saved: readOwnJson<ServiceImage>(row.saved),
  mirror: {
    favorite: row.favorite === null ? null : row.favorite === 1,
    name: row.mirrorName,
    results: row.results,
    result: row.result,
    url: row.url,
    readAt: row.readAt,
    bornAt: row.bornAt
  }
})

/** Entries of a group that this version sends, for records that the service knows. `rest`: SQL from AND on. */
export function readEntries(db: ReadDb, group: Group, ask: { rest: string; params: SqlParams }): PushEntry[] {
  return db.all<EntryRow>(`${SELECT[group]} AND ${ask.rest}`, ask.params).map((row) => toEntry(row, group))
}
