/** Reads single images: rows for tiles, all details of one image, its create form, and its picture source. */
import type { CreateForm, ImageDetail } from '../../../shared/change.ts'
import {
  FACETS,
  OPTIONAL_FACETS,
  type ImageRow,
  type PictureSource,
  type RecordStage,
  type SyncBadge
} from '../../../shared/image.ts'
import type { EntryState } from '../domain/entry.ts'
import { changesOf } from '../storage/change-rows.ts'
import { findForm } from '../storage/creates.ts'
import type { ReadDb } from '../storage/database.ts'
import { IS_DELETING, IS_HIDDEN } from '../storage/tombstones.ts'

interface StoredRow extends Omit<ImageRow, 'favorite' | 'mark' | 'stage'> {
  readonly favorite: 0 | 1
  readonly isRejected: 0 | 1 | null
  /** State of its create; `null` if it exists on the service, or is not to be created. */
  readonly creating: EntryState | null
  readonly isDeleting: 0 | 1
}

/** Characters of a prompt that a tile shows. */
const PROMPT_LENGTH = 300

/** Returns the sync mark; needs attention overrides pending. */
export function markOf(isRejected: 0 | 1 | null): SyncBadge {
  if (isRejected === null) return 'none'
  return isRejected === 1 ? 'needs-attention' : 'waiting'
}

/** SQL: `null` without an entry, 1 if one of the record's entries needs attention. */
export const IS_REJECTED = (record: string): string =>
  `(SELECT max(is_refused) FROM outbox WHERE outbox.record = ${record})`

const STAGE: Readonly<Record<EntryState, RecordStage>> = {
  waiting: 'create-waiting',
  sent: 'create-sending',
  unknown: 'create-checking',
  refused: 'create-refused'
}

function stageOf({ creating, isDeleting }: StoredRow): RecordStage | null {
  if (isDeleting === 1) return 'delete-waiting'
  return creating === null ? null : STAGE[creating]
}

const SELECT = `SELECT i.record, coalesce(n.want_text, i.name, '') AS name, ${FACETS.map((facet) => `i.${facet}`).join(', ')},
    ifnull(o.want, ifnull(f.favorite, 0)) AS favorite, ${IS_REJECTED('i.record')} AS isRejected,
    i.picture_stamp AS picture, substr(i.description, 1, ${PROMPT_LENGTH}) AS prompt, i.created_at AS createdAt,
    (SELECT state FROM entries c WHERE c.record = i.record AND c.kind = 'create') AS creating,
    ${IS_DELETING('i.record')} AS isDeleting
  FROM json_each(?) j CROSS JOIN images i ON i.record = j.value
  LEFT JOIN flags f ON f.record = i.record
  LEFT JOIN outbox o ON o.record = i.record AND o.kind = 'favorite'
  LEFT JOIN outbox n ON n.record = i.record AND n.kind = 'name'
  WHERE NOT ${IS_HIDDEN('i.record')} ORDER BY j.key`

function toRow(stored: StoredRow): ImageRow {
  const { isRejected, favorite, creating: _creating, isDeleting: _isDeleting, ...row } = stored
  return { ...row, favorite: favorite === 1, mark: markOf(isRejected), stage: stageOf(stored) }
}

/** Returns rows in the requested order; numbers that are not images are left out. */
export function readRows(db: ReadDb, records: Uint32Array): readonly ImageRow[] {
  return db.all<StoredRow>(SELECT, [`[${records.join(',')}]`]).map(toRow)
}

interface StoredDetail extends Omit<ImageDetail, 'row' | 'results' | 'isKeptCopy' | 'readAt' | 'changes'> {
  /** JSON text of an array. */
  readonly results: string | null
  readonly readAt: number
  readonly isKeptCopy: 0 | 1
}

const SELECT_DETAIL = `SELECT r.service_id AS id, i.description, i.results, i.result AS resultFile, i.url,
    i.updated_at AS updatedAt, i.read_at AS readAt, i.other,
    EXISTS (SELECT 1 FROM gone g WHERE g.record = i.record AND g.is_kept = 1) AS isKeptCopy
  FROM images i CROSS JOIN records r USING (record) WHERE i.record = ?`

/** Returns one line per result, whatever values the service put there. */
function linesOf(results: string | null): readonly string[] | null {
  if (results === null) return null
  // Written by image-row.ts, from an array.
  const values = JSON.parse(results) as readonly unknown[]
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
}

/** Returns `null` for a number that is not an image. */
export function readDetail(db: ReadDb, record: number): ImageDetail | null {
  const [row] = readRows(db, Uint32Array.of(record))
  const detail = db.get<StoredDetail>(SELECT_DETAIL, [record])
  if (row === undefined || detail === undefined) return null
  const { results, readAt, isKeptCopy, ...rest } = detail
  return {
    ...rest,
    row,
    results: linesOf(results),
    readAt: readAt === 0 ? null : readAt,
    isKeptCopy: isKeptCopy === 1,
    changes: changesOf(db, record)
  }
}

const KNOWN_FORM = `SELECT coalesce(n.want_text, i.name, '') AS name, ifnull(i.description, '') AS description,
    ifnull(i.resolution, '') AS resolution, ${OPTIONAL_FACETS.map((facet) => `i.${facet}`).join(', ')}
  FROM images i LEFT JOIN outbox n ON n.record = i.record AND n.kind = 'name' WHERE i.record = ?`

/**
 * Returns the form as it was submitted, or else what is known of the record, including a deleted one while its row is
 * kept; `null` for a number that is not an image.
 */
export function readCreateForm(db: ReadDb, record: number): CreateForm | null {
  const known = db.get<CreateForm>(KNOWN_FORM, [record])
  return known === undefined ? null : (findForm(db, record) ?? known)
}

/** Returns the picture source of a record; `null` if none is known. */
export function pictureSourceOf(db: ReadDb, record: number): PictureSource | null {
  const sql = 'SELECT picture AS url, picture_stamp AS stamp FROM images WHERE record = ? AND picture IS NOT NULL'
  return db.get<PictureSource>(sql, [record]) ?? null
}
