/** Questions about single known images, for telling one account of a service from another. */
import type { ReadDb } from './database.ts'
import { findRecord } from './records.ts'

/** Ids of the newest images known here, newest first. */
export function newestKnownIds(db: ReadDb, limit: number): string[] {
  return db.column<string>(
    `SELECT service_id FROM records WHERE grp = 'images' AND service_id IS NOT NULL
     ORDER BY id_length DESC, service_id DESC LIMIT ?`,
    [limit]
  )
}

/** Name of a known image; null when the id or its name is not known. */
export function imageNameOf(db: ReadDb, serviceId: string): string | null {
  const record = findRecord(db, 'images', serviceId)
  if (record === null) return null
  return db.value<string | null>('SELECT name FROM images WHERE record = ?', [record]) ?? null
}
