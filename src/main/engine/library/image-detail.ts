/** Everything known of one image, and what a create form would hold for it. */
import type { CreateForm } from '../../../shared/change.ts'
import { OPTIONAL_LOOKS, type ImageDetail } from '../../../shared/image.ts'
import { changesOf } from '../storage/change-rows.ts'
import { findForm } from '../storage/creates.ts'
import type { ReadDb } from '../storage/database.ts'
import { readRows } from './image-rows.ts'

interface StoredDetail extends Omit<ImageDetail, 'row' | 'results' | 'isKeptCopy' | 'readAt' | 'changes'> {
  /** JSON text of an array. */
  readonly results: string | null
  readonly readAt: number
  readonly isKeptCopy: 0 | 1
}

const SELECT = `SELECT r.service_id AS id, i.description, i.results, i.result AS resultFile, i.url,
    i.updated_at AS updatedAt, i.read_at AS readAt, i.other,
    EXISTS (SELECT 1 FROM gone g WHERE g.record = i.record AND g.is_kept = 1) AS isKeptCopy
  FROM images i CROSS JOIN records r USING (record) WHERE i.record = ?`

/** One line for each result, whatever the service put there. */
function linesOf(results: string | null): readonly string[] | null {
  if (results === null) return null
  // Written by image-row.ts, from an array.
  const values = JSON.parse(results) as readonly unknown[]
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
}

/** null for a number that is no image. */
export function readDetail(db: ReadDb, record: number): ImageDetail | null {
  const [row] = readRows(db, Uint32Array.of(record))
  const detail = db.get<StoredDetail>(SELECT, [record])
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
    ifnull(i.resolution, '') AS resolution, ${OPTIONAL_LOOKS.map((look) => `i.${look}`).join(', ')}
  FROM images i LEFT JOIN outbox n ON n.record = i.record AND n.kind = 'name' WHERE i.record = ?`

/**
 * The form as it was asked for, else as far as the record is known here; also of one that was deleted, while its row
 * is kept. null for a number that is no image.
 */
export function readCreateForm(db: ReadDb, record: number): CreateForm | null {
  const known = db.get<CreateForm>(KNOWN_FORM, [record])
  return known === undefined ? null : (findForm(db, record) ?? known)
}
