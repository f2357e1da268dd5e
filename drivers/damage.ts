/** Damages the library file of a profile. The app must not be running. */
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

const PAGE = 4_096

/** Returns the only library of a profile. */
export function libraryOf(profile: string): string {
  const folder = join(profile, 'libraries')
  const [name, ...others] = readdirSync(folder).filter((file) => file.endsWith('.sqlite'))
  if (name === undefined || others.length > 0) throw new Error(`There is not exactly one library in ${folder}.`)
  return join(folder, name)
}

/** Overwrites the root page of each table. */
export function breakTables(file: string, tables: readonly string[]): void {
  const db = new Database(file)
  // The journal would restore the page.
  db.pragma('wal_checkpoint(TRUNCATE)')
  const root = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck()
  const pages = tables.map((table) => Number(root.get(table)))
  db.close()
  const bytes = readFileSync(file)
  for (const page of pages) bytes.fill(0xa5, (page - 1) * PAGE, page * PAGE)
  writeFileSync(file, bytes)
}

/** Replaces the file by something else. */
export function writeJunk(file: string): void {
  // A journal, which a killed app leaves, would restore the file.
  for (const journal of [`${file}-wal`, `${file}-shm`]) rmSync(journal, { force: true })
  writeFileSync(file, 'This was a library once. '.repeat(2_000))
}

/** Marks the library as made by a later version of the app. */
export function makeNewer(file: string): void {
  const db = new Database(file)
  db.pragma('user_version = 999')
  db.close()
}

/** Locks the library exclusively until the returned function is called. */
export function lockLibrary(file: string): () => void {
  const db = new Database(file)
  db.pragma('locking_mode = EXCLUSIVE')
  db.exec('BEGIN IMMEDIATE')
  return () => db.close()
}
