/** Writes one image of an answer into the mirror, where it differs. Runs inside the caller's transaction. */
import type { ServiceImage } from '../domain/service-records.ts'
import { CHANGED } from './change-log.ts'
import type { SqlValue, WriteDb } from './database.ts'
import { readFlags, writeFlags } from './flags.ts'
import { differences, IMAGE_COLUMNS, mergeImage, type StoredImage } from './image-row.ts'
import type { MirrorFavorite, ToldFavorite } from './mirror-favorite.ts'
import { addRecord, findRecord } from './records.ts'
import { searchText, writeText } from './search.ts'

export interface AnswerTimes {
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
  readonly asked_at: number
}

const COLUMN_LIST = IMAGE_COLUMNS.join(', ')
const READ = `SELECT ${COLUMN_LIST}, asked_at FROM images WHERE record = ?`
const INSERT = `INSERT INTO images (record, read_at, asked_at, ${COLUMN_LIST})
  VALUES (:record, :read_at, :asked_at, ${IMAGE_COLUMNS.map((column) => `:${column}`).join(', ')})`

/** Every set of columns that ever changes together gets its own short UPDATE: indexes of the others stay untouched. */
const updateOf = (columns: readonly string[]): string =>
  `UPDATE images SET read_at = :read_at, asked_at = :asked_at, ${columns
    .map((column) => `${column} = :${column}`)
    .join(', ')} WHERE record = :record`

function kindsOf(columns: readonly string[]): number {
  const isRenamed = columns.includes('name_key')
  return CHANGED.fields | (isRenamed ? CHANGED.order : 0)
}

function writeSearch(db: WriteDb, record: number, row: { before: StoredImage | null; after: StoredImage }): void {
  const before = row.before === null ? null : searchText(row.before.name, row.before.description)
  const after = searchText(row.after.name, row.after.description)
  if (before !== after) writeText(db, record, { before, after })
}

function writeFields(db: WriteDb, image: ServiceImage, at: AnswerTimes & { record: number; isNew: boolean }): number {
  const known = at.isNew ? null : (db.get<KnownImage>(READ, [at.record]) ?? null)
  if (known !== null && at.askedAt < known.asked_at) return 0
  const after = mergeImage(image, known)
  const columns = differences(known, after)
  if (columns.length === 0) return 0
  const times: Record<string, SqlValue> = { record: at.record, read_at: at.readAt, asked_at: at.askedAt }
  const values = Object.fromEntries(columns.map((column) => [column, after[column]]))
  db.run(known === null ? INSERT : updateOf(columns), { ...times, ...values })
  writeSearch(db, at.record, { before: known, after })
  return kindsOf(columns)
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
  return after.favorite === before.favorite ? 0 : CHANGED.overlay
}

/** Merges one image; `take` decides whether its favorite is believed. */
export function writeImage(db: WriteDb, image: ServiceImage, how: AnswerTimes & { take: Taking }): WrittenImage {
  const known = findRecord(db, 'images', image.id)
  const isNew = known === null
  const record = known ?? addRecord(db, { group: 'images', serviceId: image.id, seenAt: how.readAt })
  const { askedAt, tick, readAt, take } = how
  const fields = writeFields(db, image, { askedAt, tick, readAt, record, isNew })
  const told = { favorite: image.fields.favorite, askedAt, tick, readAt }
  const favorite = writeFavorite(db, record, { told, take, isNew })
  return { record, isNew, kinds: fields | favorite | (isNew ? CHANGED.order : 0) }
}
