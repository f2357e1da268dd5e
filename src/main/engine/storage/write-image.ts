/** Writes one image of an answer into the mirror, where it differs. Runs inside the caller's transaction. */
import type { ServiceImage } from '../domain/service-records.ts'
import { CHANGED } from './change-log.ts'
import type { SqlValue, WriteDb, ReadDb } from './database.ts'
import { differInFiles, noteForeignChange } from './foreign-changes.ts'
import { asTime, differences, IMAGE_COLUMNS, mergeImage, type StoredImage } from './image-row.ts'
import { type MirrorFavorite, type ToldFavorite, NEVER_TOLD } from './mirror-favorite.ts'
import { addRecord, findRecord } from './records.ts'
import { searchText, writeText, refreshSearch } from './search.ts'
import { sight } from './tombstones.ts'

interface AnswerTimes {
  /** Tick when the question was sent, and tick now. */
  readonly askedAt: number
  readonly tick: number
  /** ms since epoch when the answer came. */
  readonly readAt: number
}

export interface WrittenImage {
  readonly record: number
  readonly isNew: boolean
  /** Bits of `CHANGED`; 0 = nothing was written. */
  readonly kinds: number
}

type Taking = (known: MirrorFavorite, told: ToldFavorite) => MirrorFavorite

interface KnownImage extends StoredImage {
  readonly read_at: number
  readonly asked_at: number
  readonly results_asked_at: number
}

const COLUMN_LIST = IMAGE_COLUMNS.join(', ')
const READ = `SELECT ${COLUMN_LIST}, read_at, asked_at, results_asked_at FROM images WHERE record = ?`
const INSERT = `INSERT INTO images (record, read_at, asked_at, results_asked_at, ${COLUMN_LIST})
  VALUES (:record, :read_at, :asked_at, :results_asked_at, ${IMAGE_COLUMNS.map((column) => `:${column}`).join(', ')})`

/** Every set of columns that ever changes together gets its own short UPDATE: indexes of the others stay untouched. */
const updateOf = (columns: readonly string[]): string =>
  `UPDATE images SET read_at = :read_at, asked_at = :asked_at, results_asked_at = :results_asked_at, ${columns
    .map((column) => `${column} = :${column}`)
    .join(', ')} WHERE record = :record`

function kindsOf(columns: readonly string[]): number {
  const isMoved = columns.includes('name_key') || columns.includes('created_at')
  return CHANGED.fields | (isMoved ? CHANGED.order : 0)
}

function writeSearch(db: WriteDb, record: number, row: { before: StoredImage | null; after: StoredImage }): void {
  const { before, after } = row
  if (before === null) {
    return writeText(db, record, { before: null, after: searchText(after.name, after.description) })
  }
  if (before.name !== after.name || before.description !== after.description) refreshSearch(db, record)
}

function noteForeign(
  db: WriteDb,
  change: { record: number; at: number; before: StoredImage | null; after: StoredImage }
): void {
  const { record, at, before, after } = change
  if (before === null) return
  if (before.name !== null && before.name !== after.name) {
    noteForeignChange(db, { record, at, field: 'name', before: before.name, after: after.name })
  }
  if (differInFiles(before.results, after.results)) {
    noteForeignChange(db, { record, at, field: 'results', before: null, after: null })
  }
}

/** What an answer tells that no later question has answered: of one asked earlier, results that nothing has told since. */
function newsOf(image: ServiceImage, known: KnownImage, askedAt: number): ServiceImage {
  if (askedAt >= known.asked_at) return image
  const { results } = image.fields
  const isNews = results !== undefined && askedAt >= known.results_asked_at
  return { id: image.id, fields: isNews ? { results } : {}, other: {} }
}

function timesAfter(known: KnownImage | null, { fields }: ServiceImage, at: AnswerTimes): Record<string, SqlValue> {
  const results_asked_at = fields.results === undefined ? (known?.results_asked_at ?? 0) : at.askedAt
  if (known === null || at.askedAt >= known.asked_at)
    return { read_at: at.readAt, asked_at: at.askedAt, results_asked_at }
  return { read_at: known.read_at, asked_at: known.asked_at, results_asked_at }
}

function writeFields(db: WriteDb, image: ServiceImage, at: AnswerTimes & { record: number; isNew: boolean }): number {
  const known = at.isNew ? null : (db.get<KnownImage>(READ, [at.record]) ?? null)
  const told = known === null ? image : newsOf(image, known, at.askedAt)
  const after = mergeImage(told, known)
  const columns = differences(known, after)
  if (columns.length === 0) return 0
  const times = { record: at.record, ...timesAfter(known, told, at) }
  const values = Object.fromEntries(columns.map((column) => [column, after[column]]))
  db.run(known === null ? INSERT : updateOf(columns), { ...times, ...values })
  if (!at.isNew && columns.includes('created_at'))
    db.run('UPDATE records SET born_at = ? WHERE record = ?', [after.created_at, at.record])
  writeSearch(db, at.record, { before: known, after })
  noteForeign(db, { record: at.record, at: at.readAt, before: known, after })
  return kindsOf(columns)
}

type Star = MirrorFavorite['favorite']

function noteStar(
  db: WriteDb,
  { record, at, before, after }: { record: number; at: number; before: Star; after: Star }
) {
  if (before === null || after === null) return
  noteForeignChange(db, { record, at, field: 'favorite', before: String(before), after: String(after) })
}

function writeFavorite(
  db: WriteDb,
  record: number,
  flags: { told: ToldFavorite; take: Taking; isNew: boolean }
): number {
  const before = readFlags(db, record)
  const after = flags.take(before, flags.told)
  if (after === before && !flags.isNew) return 0
  writeFlags(db, record, after)
  if (after.favorite === before.favorite) return 0
  noteStar(db, { record, at: flags.told.readAt, before: before.favorite, after: after.favorite })
  return CHANGED.overlay
}

export interface Writing extends AnswerTimes {
  readonly take: Taking
  /** Whether records are gone or seem so at all; asked once for a page. Without it each record is looked at. */
  readonly hasRemovals?: boolean
}

const REVIVED = CHANGED.order | CHANGED.fields | CHANGED.overlay

function writeKnown(db: WriteDb, image: ServiceImage, at: Writing & { record: number; isNew: boolean }): number {
  const { record, isNew, askedAt, tick, readAt, take } = at
  const fields = writeFields(db, image, { askedAt, tick, readAt, record, isNew })
  const told = { favorite: image.fields.favorite, askedAt, tick, readAt }
  return fields | writeFavorite(db, record, { told, take, isNew })
}

/** Merges one image; `take` decides whether its favorite is believed. Nothing is taken for a record proved gone. */
export function writeImage(db: WriteDb, image: ServiceImage, how: Writing): WrittenImage {
  const known = findRecord(db, 'images', image.id)
  if (known === null) {
    const bornAt = asTime(image.fields.createdAt ?? null)
    const record = addRecord(db, { group: 'images', serviceId: image.id, seenAt: how.readAt, bornAt })
    return { record, isNew: true, kinds: writeKnown(db, image, { ...how, record, isNew: true }) | CHANGED.order }
  }
  const { askedAt, tick, readAt } = how
  const sighting = how.hasRemovals === false ? 'present' : sight(db, { record: known, askedAt, tick, readAt })
  if (sighting === 'gone') return { record: known, isNew: false, kinds: 0 }
  const kinds = writeKnown(db, image, { ...how, record: known, isNew: false })
  if (sighting === 'present') return { record: known, isNew: false, kinds }
  // Its rows may have gone with time.
  db.run('INSERT OR IGNORE INTO flags (record) VALUES (?)', [known])
  return { record: known, isNew: true, kinds: kinds | REVIVED }
}

/** What is known of a record's favorite. */
export function readFlags(db: ReadDb, record: number): MirrorFavorite {
  const sql = 'SELECT favorite, fresh_tick, acked_at, doubt_tick FROM flags WHERE record = ?'
  return db.get<MirrorFavorite>(sql, [record]) ?? NEVER_TOLD
}

/** Puts a row in place of the one before. */
export function writeFlags(db: WriteDb, record: number, flags: MirrorFavorite): void {
  const { favorite, fresh_tick, acked_at, doubt_tick } = flags
  db.run(
    `INSERT INTO flags VALUES (:record, :favorite, :fresh_tick, :acked_at, :doubt_tick)
     ON CONFLICT (record) DO UPDATE SET favorite = excluded.favorite, fresh_tick = excluded.fresh_tick,
       acked_at = excluded.acked_at, doubt_tick = excluded.doubt_tick`,
    { record, favorite, fresh_tick, acked_at, doubt_tick }
  )
}
