/** Lists unconfirmed changes for the Activity screen, and finds those that a repair action applies to. */
import type { ItemValue } from '../../../shared/batch.ts'
import {
  CHANGE_KINDS,
  type ChangeFilter,
  type ChangeKind,
  type ChangeRow,
  type ChangeTarget
} from '../../../shared/change.ts'
import type { AttentionGroup, NeedReason, RepairAction } from '../../../shared/change.ts'
import type { Failure, FailureCode } from '../../../shared/failure.ts'
import { LONG_NEED } from '../../../shared/limits.ts'
import type { EntryState } from '../domain/entry.ts'
import { repairActionsOf, sharedRepairActions, usualRepairAction } from '../domain/repair-actions.ts'
import { NAME_OF } from './batches.ts'
import type { ReadDb, SqlParams } from './database.ts'
import { readOwnJson, SOUND_JSON } from './own-json.ts'

const BY_SEVERITY: readonly ChangeKind[] = ['create', 'delete-project', 'delete', 'name']

const LAST = SOUND_JSON('o.last_failure')
const CODE = `ifnull(${LAST} ->> '$.code', 'internal')`
/** The state is compared before this key, because a JavaScript function that runs for every row is slow. */
const KEY = `reason_key(${LAST}, json_array((SELECT service_id FROM records r WHERE r.record = o.record),
    (SELECT name FROM images i WHERE i.record = o.record), o.want_text))`

/** Maps a kind that this version does not know, from a newer one, to `other`. */
const kindOf = (kind: string): ChangeKind | 'other' => CHANGE_KINDS.find((known) => known === kind) ?? 'other'

interface FitRow {
  readonly entry: number
  readonly kind: string
  readonly state: EntryState
  readonly code: FailureCode | null
  readonly hasPrompt: 0 | 1
}

const HAS_PROMPT = 'EXISTS (SELECT 1 FROM images i WHERE i.record = o.record AND i.description IS NOT NULL)'
const FITTING = `SELECT o.entry, o.kind, o.state, ${LAST} ->> '$.code' AS code, ${HAS_PROMPT} AS hasPrompt
  FROM entries o`

/** SQL: entries of a kind; all unknown kinds share one reason. */
const OF_KIND = `(o.kind = :kind OR (:kind = 'other' AND o.kind NOT IN (${CHANGE_KINDS.map((kind) => `'${kind}'`).join(', ')})))`
const OF_REASON = `o.is_refused = 1 AND ${OF_KIND} AND ${CODE} = :code AND ${KEY} = :key`

function readFitting(db: ReadDb, target: ChangeTarget): FitRow[] {
  if (target.kind === 'entries') {
    const listed = JSON.stringify(target.entries)
    return db.all<FitRow>(`${FITTING} WHERE o.entry IN (SELECT value FROM json_each(?)) ORDER BY o.entry`, [listed])
  }
  return db.all<FitRow>(`${FITTING} WHERE ${OF_REASON} ORDER BY o.entry`, { ...target.reason })
}

/** Returns the entries of the target that the repair action applies to, in the order of sending. */
export function fittingEntries(db: ReadDb, target: ChangeTarget, repairAction: RepairAction): number[] {
  const fits = ({ kind, state, code, hasPrompt }: FitRow): boolean =>
    repairActionsOf({ kind: kindOf(kind), state, code, hasPrompt: hasPrompt === 1 }).includes(repairAction)
  return readFitting(db, target)
    .filter(fits)
    .map(({ entry }) => entry)
}

interface StoredRow
  extends
    FitRow,
    Pick<ChangeRow, 'record' | 'group' | 'batch' | 'requestedAt' | 'name' | 'picture' | 'tries' | 'pause'> {
  readonly want: 0 | 1
  readonly wantText: string | null
  readonly shownBefore: 0 | 1
  readonly nameBefore: string | null
  readonly failure: string | null
  readonly notBefore: number
  readonly isForeign: 0 | 1
}

const ROWS = `SELECT o.entry, o.record, r.grp AS "group", o.kind, o.state, o.batch, ifnull(b.started_at, 0) AS requestedAt,
    ${NAME_OF('o.record')} AS name, i.picture_stamp AS picture, o.want, o.want_text AS wantText,
    ifnull(f.favorite, 0) AS shownBefore, i.name AS nameBefore, o.tries, o.last_failure AS failure,
    ${LAST} ->> '$.code' AS code, i.description IS NOT NULL AS hasPrompt, o.not_before AS notBefore,
    CASE WHEN b.pause IS NOT NULL AND b.finished_at IS NULL THEN ifnull(${SOUND_JSON('b.pause')} ->> '$.why', 'user') END AS pause,
    ifnull(o.owner <> (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'owner:' || r.grp), 0) AS isForeign
  FROM page CROSS JOIN entries o USING (entry) CROSS JOIN records r USING (record) LEFT JOIN batches b ON b.batch = o.batch
  LEFT JOIN images i ON i.record = o.record LEFT JOIN flags f ON f.record = o.record`

/** Returns the values before and after a change. Deletions have no value after it, creates none before it. */
function valuesOf(row: StoredRow): { before: ItemValue; after: ItemValue } {
  switch (row.kind) {
    case 'favorite':
      return { before: row.shownBefore === 1, after: row.want === 1 }
    case 'name':
      return { before: row.nameBefore ?? '', after: row.wantText }
    case 'create':
      return { before: null, after: row.name }
    default:
      return { before: row.name, after: null }
  }
}

const STATUS_OF: Readonly<Record<EntryState, ChangeRow['status']>> = {
  waiting: 'waiting',
  sent: 'sending',
  unknown: 'checking',
  refused: 'needsAttention'
}

// Written by entries.ts, from a Failure.
const toFailure = (text: string | null): Failure | null => readOwnJson<Failure>(text)

function toRow(row: StoredRow): ChangeRow {
  const { entry, record, group, batch, requestedAt, name, picture, state, code, tries, pause, notBefore } = row
  const kind = kindOf(row.kind)
  const isWaiting = state === 'waiting'
  return {
    entry,
    record,
    group,
    kind,
    batch,
    requestedAt,
    name,
    picture,
    ...valuesOf(row),
    status: STATUS_OF[state],
    tries,
    failure: row.isForeign === 1 && isWaiting ? { code: 'no-key-of-owner' } : toFailure(row.failure),
    graceEndsAt: isWaiting && notBefore > 0 ? notBefore : null,
    pause,
    repairActions: repairActionsOf({ kind, state, code, hasPrompt: row.hasPrompt === 1 })
  }
}

function where({ state, reason, batch }: ChangeFilter): {
  sql: string
  params: Record<string, string | number | null>
} {
  const parts = [`o.is_refused = ${state === 'needs-attention' ? 1 : 0}`]
  if (reason !== null) parts.push(OF_REASON)
  if (batch !== null) parts.push('o.batch = :batch')
  return { sql: parts.join(' AND '), params: { ...reason, ...(batch === null ? {} : { batch }) } }
}

/** Selects the entries first, because the joins cost more than a scan of a long outbox. */
function readRows(db: ReadDb, which: string, params: SqlParams): ChangeRow[] {
  const page = `SELECT o.entry FROM outbox o WHERE ${which}`
  return db.all<StoredRow>(`WITH page AS MATERIALIZED (${page}) ${ROWS} ORDER BY o.entry`, params).map(toRow)
}

/** Returns changes of one state in the order of sending, and their total. */
export function listChanges(
  db: ReadDb,
  query: { readonly filter: ChangeFilter; readonly offset: number; readonly limit: number }
): { readonly rows: readonly ChangeRow[]; readonly total: number } {
  const { sql, params } = where(query.filter)
  const total = db.value<number>(`SELECT count(*) FROM outbox o WHERE ${sql}`, params) ?? 0
  const { limit, offset } = query
  const rows = readRows(db, `${sql} ORDER BY o.entry LIMIT :limit OFFSET :offset`, { ...params, limit, offset })
  return { rows, total }
}

/** Returns the unconfirmed changes of one record, in the order of sending. */
export function changesOf(db: ReadDb, record: number): readonly ChangeRow[] {
  return readRows(db, 'o.record = :record', { record })
}

/** Changes that may be lost or charged twice come before changes that can simply be sent again. */
const SEVERITY = `CASE o.kind ${BY_SEVERITY.map((kind, at) => `WHEN '${kind}' THEN ${at}`).join(' ')} ELSE ${BY_SEVERITY.length} END`
const needsSql = (which: string): string => `SELECT o.kind, ${CODE} AS code, ${KEY} AS key,
    min(o.last_failure) AS failure, count(*) AS count
  FROM outbox o WHERE o.is_refused = 1 ${which} GROUP BY 1, 2, 3
  ORDER BY count(*) > ${LONG_NEED}, ${SEVERITY}, count(*), 1, 2, 3`

/**
 * Returns why changes need attention: short lists before long ones, then the most severe first, so that one change is
 * not hidden behind a thousand. `records`: only changes of these; `null` for all.
 */
export function listNeeds(db: ReadDb, records: Uint32Array | null = null): AttentionGroup[] {
  const sql = needsSql(records === null ? '' : 'AND o.record IN (SELECT value FROM json_each(?))')
  const groups = db.all<Omit<NeedReason, 'kind'> & { kind: string; failure: string | null; count: number }>(
    sql,
    records === null ? [] : [`[${records.join(',')}]`]
  )
  return groups.map(({ kind, code, key, failure, count }) => {
    const reason: NeedReason = { kind: kindOf(kind), code, key }
    const repairActions = sharedRepairActions(reason)
    return { reason, failure: toFailure(failure) ?? { code }, count, repairActions, usual: usualRepairAction(reason) }
  })
}
