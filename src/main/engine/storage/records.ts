/** Record numbers: the library's own integer of a record, for ever the same. */
import type { Group } from '../../../shared/sync-status.ts'
import type { ReadDb, WriteDb } from './database.ts'

/** The number of the record with this id; null when it is not known here. */
export function findRecord(db: ReadDb, group: Group, serviceId: string): number | null {
  const sql = `SELECT record FROM records
    WHERE grp = :group AND id_length = length(:serviceId) AND service_id = :serviceId`
  return db.value<number>(sql, { group, serviceId }) ?? null
}

/** Gives a new record its number. Without an id it is one that the service does not know yet. */
export function addRecord(
  db: WriteDb,
  record: {
    readonly group: Group
    readonly serviceId: string | null
    readonly seenAt: number
    /** As the service tells it; ms since epoch. */
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

/** The service's id of a record; null when it has none yet or the number is unknown. */
export function serviceIdOf(db: ReadDb, record: number): string | null {
  return db.value<string | null>('SELECT service_id FROM records WHERE record = ?', [record]) ?? null
}
