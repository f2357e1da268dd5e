/** Key-value facts about the library and its service, and the sequence counter that orders requests and responses. */
import type { Group } from '../../../shared/sync-status.ts'
import type { ReadDb, WriteDb } from './database.ts'

/** Returns the value stored under `key`; `null` if there is none. */
export function readMeta(db: ReadDb, key: string): string | null {
  return db.value<string>('SELECT value FROM meta WHERE key = ?', [key]) ?? null
}

/** Stores `value` under `key`; `null` removes it. */
export function writeMeta(db: WriteDb, key: string, value: string | null): void {
  if (value === null) db.run('DELETE FROM meta WHERE key = ?', [key])
  else db.run('INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value', [key, value])
}

/**
 * Returns the next sequence number, which only rises, also across restarts. Taken when a request is sent: the response
 * to an earlier request never overwrites that of a later one. A clock would not do, because clocks can go backwards.
 */
export function nextSequence(db: WriteDb): number {
  db.clock.sequence += 1
  return db.clock.sequence
}

/**
 * Stores the counter, so that it starts above this value next time. Called in every transaction that stores a sequence
 * number.
 */
export function keepSequence(db: WriteDb): void {
  writeMeta(db, 'sequence', String(db.clock.sequence))
}

/** Returns everything learned about the dialect of the service of a group; empty for a new service. */
export function readDialect(db: ReadDb, group: Group): Record<string, string> {
  const rows = db.all<{ key: string; value: string }>('SELECT key, value FROM dialect WHERE grp = ?', [group])
  return Object.fromEntries(rows.map((row) => [row.key, row.value]))
}

/** Stores one fact, replacing an earlier one. */
export function writeDialect(db: WriteDb, group: Group, key: string, value: string): void {
  db.run(
    `INSERT INTO dialect VALUES (:group, :key, :value)
     ON CONFLICT (grp, key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
    { group, key, value }
  )
}
