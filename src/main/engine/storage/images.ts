/** The mirror of images, which pages of the service's list are written to. */
import type { Group } from '../../../shared/sync-status.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { endEntries } from './batches.ts'
import { CHANGED, logChange } from './change-log.ts'
import { inTransaction, type ReadDb, type WriteDb } from './database.ts'
import { noteRead, RECORD_HAS_FLIGHT } from './entries.ts'
import { keepSequence, nextSequence } from './meta.ts'
import { takeFavorite } from './mirror-favorite.ts'
import { markSeen } from './passes.ts'
import { refreshSearch } from './search.ts'
import { hasRemovals } from './tombstones.ts'
import { IS_SAVED, noteShown } from './checked-updates.ts'
import { writeImage, type Written } from './write-image.ts'

export interface AppliedPage {
  /** Record numbers that are new to the library or revived, in the order of the page. */
  readonly added: readonly number[]
  /** Known records whose row or favorite differs now. */
  readonly changed: readonly number[]
  /** Number of records that are new to the pass; 0 without a pass. */
  readonly newlySeen: number
}

interface WaitingEntry {
  readonly entry: number
  readonly kind: 'favorite' | 'name' | 'delete'
  readonly isInFlight: 0 | 1
  readonly isFulfilled: 0 | 1
}

/**
 * SQL: favorites and names, which a list includes and an entry may want to change. A deletion only notes that it was
 * read.
 */
const COMPARED = `SELECT entry, kind, ${RECORD_HAS_FLIGHT('o.record')} AS isInFlight,
    CASE WHEN ${IS_SAVED('o.entry')} THEN 0 WHEN kind = 'delete' THEN 0 WHEN kind = 'name' THEN want_text = ifnull(i.name, '') ELSE want = ifnull(f.favorite, 0) END AS isFulfilled
  FROM outbox o CROSS JOIN flags f USING (record) CROSS JOIN images i USING (record)
  WHERE o.record = ? AND o.kind IN ('favorite', 'name', 'delete')`

/**
 * Compares the entries of a record with the response: entries that are already fulfilled end, unless a request about
 * the record is in flight; others note that their record was read. Returns the bits of `CHANGED`.
 */
function endFulfilled(db: WriteDb, record: number, now: number): number {
  const entries = db.all<WaitingEntry>(COMPARED, [record])
  if (entries.length === 0) return 0
  const fulfilled = entries.filter(({ isInFlight, isFulfilled }) => isInFlight === 0 && isFulfilled === 1)
  for (const { entry, kind } of fulfilled) {
    endEntries(db, { which: 'o.entry = :entry', params: { entry }, to: 'unchanged', now })
    if (kind === 'name') refreshSearch(db, record)
  }
  noteRead(db, record, now)
  return fulfilled.length === 0 ? 0 : CHANGED.overlay
}

/** Returns the results for the records of a page, and marks them as seen by its pass. */
export function noteWritten(db: WriteDb, written: readonly Written[], pass: number | null): AppliedPage {
  const changed = written.filter(({ kinds }) => kinds !== 0)
  if (changed.length > 0) keepSequence(db)
  const kinds = changed.reduce((all, { kinds: some }) => all | some, 0)
  logChange(db, { kinds, records: Uint32Array.from(changed, ({ record }) => record) })
  const seen = written.map(({ record }) => record)
  return {
    added: changed.filter(({ isNew }) => isNew).map(({ record }) => record),
    changed: changed.filter(({ isNew }) => !isNew).map(({ record }) => record),
    newlySeen: pass === null ? 0 : markSeen(db, pass, seen)
  }
}

/**
 * Applies one page of the list in one transaction. `requestedAt` is the sequence number (`nextSequence`) of its request: a
 * response older than the stored data does not overwrite it. Only fields of the response are merged; a row that does
 * not differ is not written. Throws what the driver throws (such as a full disk), with nothing half written.
 */
export function applyImages(
  db: WriteDb,
  page: { records: readonly ServiceImage[]; requestSequence: number; readAt: number; pass: number | null }
): AppliedPage {
  const { requestSequence, readAt, pass } = page
  return inTransaction(db, () => {
    const hasEntries = db.value<number>('SELECT 1 FROM outbox LIMIT 1') !== undefined
    const hasChecked = db.value<number>('SELECT 1 FROM checked_updates LIMIT 1') !== undefined
    const how = {
      requestSequence,
      sequence: nextSequence(db),
      readAt,
      take: takeFavorite,
      hasRemovals: hasRemovals(db)
    }
    const written = page.records.map((image) => {
      const result = writeImage(db, image, how)
      if (hasChecked) noteShown(db, result.record, image.fields)
      return result.isNew || !hasEntries
        ? result
        : { ...result, kinds: result.kinds | endFulfilled(db, result.record, readAt) }
    })
    return noteWritten(db, written, pass)
  })
}

/** Returns the highest known id of a group, in id order; `null` for an empty library. */
export function highestKnownId(db: ReadDb, group: Group = 'images'): string | null {
  const sql = `SELECT service_id FROM records WHERE grp = ? AND service_id IS NOT NULL
    ORDER BY id_length DESC, service_id DESC LIMIT 1`
  return db.value<string>(sql, [group]) ?? null
}

/**
 * Returns how many known images precede this one if the service lists by id: 0 for the first. This estimates its page,
 * which the ids on that page then correct. 0 for an unknown record.
 */
export function rankOfImage(db: ReadDb, record: number, order: 'asc' | 'desc'): number {
  const side = order === 'asc' ? '<' : '>'
  // Two ranges of the index: shorter (or longer) ids, and those of the same length.
  const sql = `SELECT (SELECT count(*) FROM records WHERE grp = 'images' AND id_length ${side} one.id_length
        AND service_id IS NOT NULL)
      + (SELECT count(*) FROM records WHERE grp = 'images' AND id_length = one.id_length
        AND service_id ${side} one.service_id)
    FROM records one WHERE one.record = ?`
  return db.value<number>(sql, [record]) ?? 0
}
