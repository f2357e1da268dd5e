/** Record numbers: the permanent integers that the library assigns to records. */
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
