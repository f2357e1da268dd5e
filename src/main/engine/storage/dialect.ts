/** What was learned about how a group's service talks, kept between runs. */
import type { Group } from '../../../shared/sync-status.ts'
import type { ReadDb, WriteDb } from './database.ts'

/** Everything learned about one group; empty for a new one. */
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
