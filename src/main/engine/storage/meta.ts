/** Small facts about the library and its service, and the counter that orders questions and answers. */
import type { Group } from '../../../shared/sync-status.ts'
import type { ReadDb, WriteDb } from './database.ts'

/** A value kept under `key`; null when there is none. */
export function readMeta(db: ReadDb, key: string): string | null {
  return db.value<string>('SELECT value FROM meta WHERE key = ?', [key]) ?? null
}

/** Keeps `value` under `key`; null removes it. */
export function writeMeta(db: WriteDb, key: string, value: string | null): void {
  if (value === null) db.run('DELETE FROM meta WHERE key = ?', [key])
  else db.run('INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value', [key, value])
}

/**
 * The next value of a counter that only rises, also across restarts. Taken when a question is sent; an answer to an
 * earlier question never overwrites what a later one told. A clock would not do: clocks go backwards.
 */
export function nextTick(db: WriteDb): number {
  db.clock.tick += 1
  return db.clock.tick
}

/** Called in every transaction that stores a tick, so that the counter starts above it next time. */
export function keepTick(db: WriteDb): void {
  writeMeta(db, 'tick', String(db.clock.tick))
}

/** Everything learned about how one group's service talks; empty for a new one. */
export function readDialect(db: ReadDb, group: Group): Record<string, string> {
  const rows = db.all<{ key: string; value: string }>('SELECT key, value FROM dialect WHERE grp = ?', [group])
  return Object.fromEntries(rows.map((row) => [row.key, row.value]))
}

/** Keeps one fact, replacing what was known. */
export function writeDialect(db: WriteDb, group: Group, key: string, value: string): void {
  db.run(
    `INSERT INTO dialect VALUES (:group, :key, :value)
     ON CONFLICT (grp, key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
    { group, key, value }
  )
}
