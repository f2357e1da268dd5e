/** Brings a library file to the newest schema, one transaction for each step. */
import { SCHEMA, type Migration } from './schema.ts'

/** What a migration may do; small, so that a test can fail any single statement. */
export interface MigrationHandle {
  readonly exec: (sql: string) => void
  readonly version: () => number
  readonly isInTransaction: () => boolean
}

const MIGRATIONS: readonly Migration[] = [SCHEMA]

export const NEWEST_VERSION = MIGRATIONS.at(-1)?.version ?? 0

function step(handle: MigrationHandle, migration: Migration): void {
  handle.exec('BEGIN IMMEDIATE')
  try {
    for (const statement of migration.statements) handle.exec(statement)
    handle.exec(`PRAGMA user_version = ${migration.version}`)
    handle.exec('COMMIT')
  } catch (error) {
    // A full disk has rolled back by itself; a second ROLLBACK would hide the cause.
    if (handle.isInTransaction()) handle.exec('ROLLBACK')
    throw error
  }
}

/**
 * Runs what is missing. Killed at any statement, the file keeps its old version and the next start begins again
 * there. Throws what the handle throws.
 */
export function migrate(handle: MigrationHandle, migrations: readonly Migration[] = MIGRATIONS): void {
  for (const migration of migrations) {
    if (migration.version > handle.version()) step(handle, migration)
  }
}
