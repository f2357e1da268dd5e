/** Details of single images: rows for tiles, and where a picture is to be had. */
import type { ImageRow, SyncMark } from '../../../shared/image.ts'
import type { ReadDb } from '../storage/database.ts'

interface StoredRow extends Omit<ImageRow, 'favorite' | 'mark' | 'name'> {
  readonly name: string | null
  readonly favorite: 0 | 1
  readonly isRejected: 0 | 1 | null
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
  `(SELECT max(state = 'rejected') FROM outbox WHERE outbox.record = ${record})`

const SELECT = `SELECT i.record, i.name, i.style, i.medium, i.filter, i.resolution,
    ifnull(o.want, ifnull(f.favorite, 0)) AS favorite, ${IS_REJECTED('i.record')} AS isRejected,
    i.picture_stamp AS picture, substr(i.description, 1, ${PROMPT_LENGTH}) AS prompt, i.created_at AS createdAt
  FROM json_each(?) j CROSS JOIN images i ON i.record = j.value
  LEFT JOIN flags f ON f.record = i.record
  LEFT JOIN outbox o ON o.record = i.record AND o.kind = 'favorite'
  ORDER BY j.key`

const toRow = ({ isRejected, favorite, name, ...row }: StoredRow): ImageRow => ({
  ...row,
  name: name ?? '',
  favorite: favorite === 1,
  mark: markOf(isRejected)
})

/** Rows in the order asked; numbers that are no image are left out. */
export function readRows(db: ReadDb, records: Uint32Array): readonly ImageRow[] {
  return db.all<StoredRow>(SELECT, [`[${records.join(',')}]`]).map(toRow)
}

/** Absolute http(s) address or a data: image, and the stamp that rows carry of it. */
export interface PictureSource {
  readonly url: string
  readonly stamp: string
}

/** Where the picture of a record is; null when none is known. */
export function pictureSourceOf(db: ReadDb, record: number): PictureSource | null {
  const sql = 'SELECT picture AS url, picture_stamp AS stamp FROM images WHERE record = ? AND picture IS NOT NULL'
  return db.get<PictureSource>(sql, [record]) ?? null
}
