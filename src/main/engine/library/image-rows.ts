/** Details of single images: rows for tiles, and where a picture is to be had. */
import { LOOKS, type ImageRow, type PictureSource, type RecordStage, type SyncMark } from '../../../shared/image.ts'
import type { EntryState } from '../domain/entry.ts'
import type { ReadDb } from '../storage/database.ts'
import { IS_DELETING, IS_HIDDEN } from '../storage/tombstones.ts'

interface StoredRow extends Omit<ImageRow, 'favorite' | 'mark' | 'stage'> {
  readonly favorite: 0 | 1
  readonly isRejected: 0 | 1 | null
  /** State of its create; null = it is there, or not to be created here. */
  readonly creating: EntryState | null
  readonly isDeleting: 0 | 1
}

/** A tile shows this much of a prompt, in characters. */
const PROMPT_LENGTH = 300

/** The triangle outweighs the dot. */
export function markOf(isRejected: 0 | 1 | null): SyncMark {
  if (isRejected === null) return 'none'
  return isRejected === 1 ? 'needs-you' : 'waiting'
}

/** null without an entry, 1 when one of the record's entries needs the person. */
export const IS_REJECTED = (record: string): string =>
  `(SELECT max(is_refused) FROM outbox WHERE outbox.record = ${record})`

const STAGE: Readonly<Record<EntryState, RecordStage>> = {
  waiting: 'create-waiting',
  sent: 'create-sending',
  unknown: 'create-checking',
  refused: 'create-asks'
}

function stageOf({ creating, isDeleting }: StoredRow): RecordStage | null {
  if (isDeleting === 1) return 'delete-waiting'
  return creating === null ? null : STAGE[creating]
}

const SELECT = `SELECT i.record, coalesce(n.want_text, i.name, '') AS name, ${LOOKS.map((look) => `i.${look}`).join(', ')},
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

/** Rows in the order asked; numbers that are no image are left out. */
export function readRows(db: ReadDb, records: Uint32Array): readonly ImageRow[] {
  return db.all<StoredRow>(SELECT, [`[${records.join(',')}]`]).map(toRow)
}

/** Where the picture of a record is; null when none is known. */
export function pictureSourceOf(db: ReadDb, record: number): PictureSource | null {
  const sql = 'SELECT picture AS url, picture_stamp AS stamp FROM images WHERE record = ? AND picture IS NOT NULL'
  return db.get<PictureSource>(sql, [record]) ?? null
}
