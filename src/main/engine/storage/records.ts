/** Record numbers: the permanent integers that the library assigns to records. */
import type { Facet } from '../../../shared/image.ts'
import type { Group } from '../../../shared/sync-status.ts'
import type { ReadDb, WriteDb } from './database.ts'

/** Returns the number of the record with this id; `null` if it is unknown. */
export function findRecord(db: ReadDb, group: Group, serviceId: string): number | null {
  const sql = `SELECT record FROM records
    WHERE grp = :group AND id_length = length(:serviceId) AND service_id = :serviceId`
  return db.value<number>(sql, { group, serviceId }) ?? null
}

/** Adds a record and returns its number. A record without an id is one that the service does not have yet. */
export function addRecord(
  db: WriteDb,
  record: {
    readonly group: Group
    readonly serviceId: string | null
    readonly seenAt: number
    /** Creation time as the service reports it; ms since epoch. */
    readonly bornAt?: number | null
  }
): number {
  return db.insert('INSERT INTO records (grp, service_id, first_seen_at, born_at) VALUES (?, ?, ?, ?)', [
    record.group,
    record.serviceId,
    record.seenAt,
    record.bornAt ?? null
  ])
}

/** Returns the id of a record on the service; `null` if it has none yet or the number is unknown. */
export function serviceIdOf(db: ReadDb, record: number): string | null {
  return db.value<string | null>('SELECT service_id FROM records WHERE record = ?', [record]) ?? null
}

// Queries about known images, for telling one account of a service from another.

/** Returns ids of the newest known images that are not known to be gone, newest first. */
export function newestKnownIds(db: ReadDb, limit: number): string[] {
  return db.column<string>(
    `SELECT service_id FROM records WHERE grp = 'images' AND service_id IS NOT NULL
       AND record NOT IN (SELECT record FROM gone) ORDER BY id_length DESC, service_id DESC LIMIT ?`,
    [limit]
  )
}

/** Returns the name of a known image; `null` if the id or its name is unknown. */
export function imageNameOf(db: ReadDb, serviceId: string): string | null {
  const record = findRecord(db, 'images', serviceId)
  if (record === null) return null
  return db.value<string | null>('SELECT name FROM images WHERE record = ?', [record]) ?? null
}

/** Returns JSON text of the results last read of an image; `null` if the service never returned them. */
export function resultsOf(db: ReadDb, record: number): string | null {
  return db.value<string | null>('SELECT results FROM images WHERE record = ?', [record]) ?? null
}

/** Returns when an image was first seen here, ms since epoch; `null` if its id is unknown. */
export function firstSeenAt(db: ReadDb, serviceId: string): number | null {
  const record = findRecord(db, 'images', serviceId)
  if (record === null) return null
  return db.value<number>('SELECT first_seen_at FROM records WHERE record = ?', [record]) ?? null
}

const MOST_VALUES = 100

/**
 * Returns the first values of a facet among local images, because a service may have other values than the interface
 * lists.
 */
export function facetValues(db: ReadDb, facet: Facet): string[] {
  // The name of a facet is the name of its column.
  return db.column<string>(`SELECT DISTINCT ${facet} FROM images WHERE ${facet} <> '' ORDER BY 1 LIMIT ${MOST_VALUES}`)
}

/** Counts the records of a group that the service has, as far as known: with an id, and not gone. */
export function countKnown(db: ReadDb, group: Group): number {
  const all = db.value<number>('SELECT count(*) FROM records WHERE grp = ? AND service_id IS NOT NULL', [group]) ?? 0
  const gone = db.value<number>('SELECT count(*) FROM gone WHERE grp = ?', [group]) ?? 0
  return all - gone
}
