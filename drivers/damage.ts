/** Damages the library file of a profile, as disks and other programs do. The app must not be running. */
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

const PAGE = 4_096

/** The one library of a profile. */
export function libraryOf(profile: string): string {
  const folder = join(profile, 'libraries')
  const [name, ...others] = readdirSync(folder).filter((file) => file.endsWith('.sqlite'))
  if (name === undefined || others.length > 0) throw new Error(`Not one library in ${folder}.`)
  return join(folder, name)
}

/** Overwrites the page that leads to all rows of each of these tables. */
export function breakTables(file: string, tables: readonly string[]): void {
  const db = new Database(file)
  // What lies in the journal would heal the page.
  db.pragma('wal_checkpoint(TRUNCATE)')
  const root = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck()
  const pages = tables.map((table) => Number(root.get(table)))
  db.close()
  const bytes = readFileSync(file)
  for (const page of pages) bytes.fill(0xa5, (page - 1) * PAGE, page * PAGE)
  writeFileSync(file, bytes)
}

/** Writes something that is no library at all. */
export function writeJunk(file: string): void {
  // What lies in the journal would heal the file: a library that was closed in a hurry still has one.
  for (const journal of [`${file}-wal`, `${file}-shm`]) rmSync(journal, { force: true })
  writeFileSync(file, 'This was a library once. '.repeat(2_000))
}

/** As if a later version of the app had been here. */
export function makeNewer(file: string): void {
  const db = new Database(file)
  db.pragma('user_version = 999')
  db.close()
}

/** Another program has the library for itself, until the function returned is called. */
export function lockLibrary(file: string): () => void {
  const db = new Database(file)
  db.pragma('locking_mode = EXCLUSIVE')
  db.exec('BEGIN IMMEDIATE')
  return () => db.close()
}
