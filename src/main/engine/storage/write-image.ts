/** Writes one image of a response to the mirror, if it differs. Runs inside the caller's transaction. */
import { areSameFiles } from '../domain/same-value.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { CHANGED } from './change-log.ts'
import type { WriteDb, ReadDb } from './database.ts'
import { differences, IMAGE_COLUMNS, mergeImage, type StoredImage, whole } from './image-row.ts'
import { type MirrorFavorite, type ReportedFavorite, NEVER_REPORTED } from './mirror-favorite.ts'
import { addRecord, findRecord } from './records.ts'
import { searchText, writeText, refreshSearch } from './search.ts'
import { sight } from './tombstones.ts'
import { dropViewed } from './viewed.ts'

/** Result for one record of a response. */
export interface Written {
  readonly record: number
  /** New to the library, or revived. */
  readonly isNew: boolean
  /** Bits of `CHANGED`; 0 if nothing was written. */
  readonly kinds: number
}

interface Writing extends Omit<ReportedFavorite, 'favorite'> {
  readonly take: (known: MirrorFavorite, reported: ReportedFavorite) => MirrorFavorite
  /** Whether there are any tombstones or candidates, read once for a page. Default: each record is checked. */
  readonly hasRemovals?: boolean
}

interface Target extends Writing {
  readonly record: number
  readonly isNew: boolean
}

interface KnownImage extends StoredImage {
  readonly read_at: number
  readonly request_sequence: number
  readonly results_request_sequence: number
}

const COLUMN_LIST = IMAGE_COLUMNS.join(', ')
const READ = `SELECT ${COLUMN_LIST}, read_at, request_sequence, results_request_sequence FROM images WHERE record = ?`
const INSERT = `INSERT INTO images (record, read_at, request_sequence, results_request_sequence, ${COLUMN_LIST})
  VALUES (:record, :read_at, :request_sequence, :results_request_sequence, ${IMAGE_COLUMNS.map((column) => `:${column}`).join(', ')})`

/**
 * Returns a short UPDATE for each set of columns that changes together, so that indexes of other columns are not
 * touched.
 */
const updateOf = (columns: readonly string[]): string =>
  `UPDATE images SET read_at = :read_at, request_sequence = :request_sequence, results_request_sequence = :results_request_sequence, ${columns
    .map((column) => `${column} = :${column}`)
    .join(', ')} WHERE record = :record`

export interface ForeignChange {
  readonly record: number
  /** Time of the read, ms since epoch. */
  readonly at: number
  readonly field: 'favorite' | 'name' | 'results'
  /** Names as they are, favorites as 0 and 1; `null` for results, whose values the history does not show. */
  readonly before: string | null
  readonly after: string | null
}

/** Kind of entry that may have caused the change of a field; a create may have caused any. */
const CAUSE: Readonly<Record<ForeignChange['field'], string>> = {
  favorite: 'favorite',
  name: 'name',
  results: 'create'
}

/**
 * Logs a change by the service for the history of a record, unless an entry of the record concerns the same field,
 * because the change may be its echo.
 */
function noteForeign(db: WriteDb, change: ForeignChange): void {
  const { record, at, field, before, after } = change
  const sql = "SELECT 1 FROM outbox WHERE record = ? AND kind IN (?, 'create')"
  if (db.value<number>(sql, [record, CAUSE[field]]) !== undefined) return
  // Results may change with every read, so only the last change is kept.
  if (field === 'results') db.run("DELETE FROM foreign_changes WHERE record = ? AND field = 'results'", [record])
  const insert = 'INSERT INTO foreign_changes (record, at, field, before, after) VALUES (?, ?, ?, ?, ?)'
  db.run(insert, [record, at, field, before, after])
}

/**
 * Reduces an older response to what no newer response has replaced: its results, if they are newer than the known ones.
 */
function newsOf(image: ServiceImage, known: KnownImage, requestSequence: number): ServiceImage {
  const { results } = image.fields
  const isNews = results !== undefined && requestSequence >= known.results_request_sequence
  return { id: image.id, fields: isNews ? { results } : {}, other: {} }
}

function writeFields(db: WriteDb, image: ServiceImage, { record, isNew, requestSequence, readAt }: Target): number {
  const known = isNew ? null : (db.get<KnownImage>(READ, [record]) ?? null)
  const later = known !== null && requestSequence < known.request_sequence ? known : null
  const reported = later === null ? image : newsOf(image, later, requestSequence)
  const after = mergeImage(reported, known)
  const columns = differences(known, after)
  if (columns.length === 0) return 0
  const values = Object.fromEntries(columns.map((column) => [column, after[column]]))
  db.run(known === null ? INSERT : updateOf(columns), {
    record,
    read_at: later?.read_at ?? readAt,
    request_sequence: later?.request_sequence ?? requestSequence,
    results_request_sequence:
      reported.fields.results === undefined ? (known?.results_request_sequence ?? 0) : requestSequence,
    ...values
  })
  if (!isNew && columns.includes('created_at'))
    db.run('UPDATE records SET born_at = ? WHERE record = ?', [after.created_at, record])
  if (known === null) writeText(db, record, { before: null, after: searchText(after.name, after.description) })
  else noteDifference(db, { record, at: readAt }, { before: known, after })
  // An image viewed without its preview has something to see now. Later previews do not count, because services may
  // give the same one another address with each read.
  const isToView = known?.picture === null && after.picture !== null && dropViewed(db, record)
  const isMoved = columns.includes('name_key') || columns.includes('created_at')
  return CHANGED.fields | (isMoved ? CHANGED.order : 0) | (isToView ? CHANGED.overlay : 0)
}

function noteDifference(
  db: WriteDb,
  of: Pick<ForeignChange, 'record' | 'at'>,
  { before, after }: { readonly before: StoredImage; readonly after: StoredImage }
): void {
  const isRenamed = before.name !== after.name
  if (isRenamed || before.description !== after.description) refreshSearch(db, of.record)
  if (isRenamed && before.name !== null)
    noteForeign(db, { ...of, field: 'name', before: before.name, after: after.name })
  if (before.results !== null && after.results !== null && !areSameFiles(before.results, after.results))
    noteForeign(db, { ...of, field: 'results', before: null, after: null })
}

function writeFavorite(db: WriteDb, favorite: boolean | undefined, target: Target): number {
  const { record, isNew, requestSequence, sequence, readAt } = target
  const before = readFlags(db, record)
  const after = target.take(before, { favorite, requestSequence, sequence, readAt })
  if (after === before && !isNew) return 0
  writeFlags(db, record, after)
  if (after.favorite === before.favorite) return 0
  if (before.favorite !== null && after.favorite !== null) {
    const [was, is] = [String(before.favorite), String(after.favorite)]
    noteForeign(db, { record, at: readAt, field: 'favorite', before: was, after: is })
  }
  return CHANGED.overlay
}

const writeKnown = (db: WriteDb, image: ServiceImage, target: Target): number =>
  writeFields(db, image, target) | writeFavorite(db, image.fields.favorite, target)

/** Merges one image; `take` decides whether its favorite is trusted. Ignores the image if its record is proved gone. */
export function writeImage(db: WriteDb, image: ServiceImage, how: Writing): Written {
  const known = findRecord(db, 'images', image.id)
  if (known === null) {
    const bornAt = whole(image.fields.createdAt ?? null)
    const record = addRecord(db, { group: 'images', serviceId: image.id, seenAt: how.readAt, bornAt })
    return { record, isNew: true, kinds: writeKnown(db, image, { ...how, record, isNew: true }) | CHANGED.order }
  }
  const sighting = how.hasRemovals === false ? 'present' : sight(db, { ...how, record: known })
  if (sighting === 'gone') return { record: known, isNew: false, kinds: 0 }
  const kinds = writeKnown(db, image, { ...how, record: known, isNew: false })
  if (sighting === 'present') return { record: known, isNew: false, kinds }
  // Its rows may have been purged.
  db.run('INSERT OR IGNORE INTO flags (record) VALUES (?)', [known])
  return { record: known, isNew: true, kinds: kinds | CHANGED.order | CHANGED.fields | CHANGED.overlay }
}

/** Returns the mirror row of a record's favorite. */
export function readFlags(db: ReadDb, record: number): MirrorFavorite {
  const sql = 'SELECT favorite, fresh_sequence, acked_at, doubt_sequence FROM flags WHERE record = ?'
  return db.get<MirrorFavorite>(sql, [record]) ?? NEVER_REPORTED
}

/** Inserts or replaces the row. */
export function writeFlags(db: WriteDb, record: number, flags: MirrorFavorite): void {
  db.run(
    `INSERT INTO flags VALUES (:record, :favorite, :fresh_sequence, :acked_at, :doubt_sequence)
     ON CONFLICT (record) DO UPDATE SET favorite = excluded.favorite, fresh_sequence = excluded.fresh_sequence,
       acked_at = excluded.acked_at, doubt_sequence = excluded.doubt_sequence`,
    { ...flags, record }
  )
}
