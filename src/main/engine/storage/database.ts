/**
 * Opens the library file for reading or writing. This is the only file that imports the driver.
 *
 * One thread writes, any number read (WAL). Callers declare row types: the schema is our own and STRICT, so SQLite
 * checked the type of every column when it was written.
 */
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

import Database from 'better-sqlite3'

import { fail, succeed, type Failure, type Result } from '../../../shared/failure.ts'
import { reasonKey } from '../domain/reason-key.ts'
import { readOwnJson } from './own-json.ts'
import { finishRebuild } from './rebuild-files.ts'
import { SCHEMA, type Migration } from './schema.ts'
import { naturalKey } from './search.ts'
import { tryStorage } from './storage-failure.ts'

export type SqlValue = string | number | null | Uint8Array
/** By position (`?`) or by name (`:name`). */
export type SqlParams = readonly SqlValue[] | Readonly<Record<string, SqlValue>>

/**
 * SQL: a number that the query plan does not depend on. SQLite may recompile a statement for each value of a bare
 * parameter, in LIMIT and in joins, which costs ten times the query itself.
 */
export const NUMBER = (parameter: string): string => `(${parameter} + 0)`

/** A read-only handle. A `WriteDb` can be used in its place. */
export interface ReadDb {
  readonly file: string
  readonly get: <Row>(sql: string, params?: SqlParams) => Row | undefined
  readonly all: <Row>(sql: string, params?: SqlParams) => Row[]
  /** First column of every row. */
  readonly column: <Value>(sql: string, params?: SqlParams) => Value[]
  /** First column of the first row. */
  readonly value: <Value>(sql: string, params?: SqlParams) => Value | undefined
  readonly isInTransaction: () => boolean
  readonly begin: (how: 'read' | 'write') => void
  readonly commit: () => void
  readonly rollback: () => void
  readonly close: () => void
}

declare const writes: unique symbol

/** The handle of the writer thread. */
export interface WriteDb extends ReadDb {
  readonly [writes]: true
  /** Runs one statement and returns the number of changed rows. */
  readonly run: (sql: string, params?: SqlParams) => number
  /** Runs one INSERT and returns the number of the new row. */
  readonly insert: (sql: string, params?: SqlParams) => number
  /** FULL survives a power failure, NORMAL only a kill. Not inside a transaction. */
  readonly setDurability: (level: 'FULL' | 'NORMAL') => void
  /** See `nextSequence` in meta.ts. */
  readonly clock: { sequence: number }
}

/** After an unclean exit, files up to this size are checked completely, which takes about half a second. */
const QUICK_CHECK_MAX_BYTES = 64 * 1024 * 1024
/**
 * Tables of larger files that no service could restore; checking them takes about 100 ms. Other damage is reported when
 * it is read.
 */
const IRREPLACEABLE = [
  'outbox',
  'batches',
  'batch_items',
  'creates',
  'viewed',
  'review_stops',
  'meta',
  'key_owners'
] as const
const SETTINGS = [
  'journal_mode = WAL',
  'foreign_keys = ON',
  'cell_size_check = ON',
  // Truncates a journal that grew in a long transaction to 64 MB after a checkpoint.
  `journal_size_limit = ${64 * 1024 * 1024}`
]
/** Time to wait for a lock of another handle, in ms. */
const BUSY_TIMEOUT_MS = 5_000

const MAX_KNOWN_KEYS = 5_000

/**
 * Adds the SQL function that groups refusals by reason, from a stored failure and a JSON list of texts of the record.
 */
function addReasonKey(raw: Database.Database): void {
  // One list computes the key of the same row several times: to count, to group and to display.
  const known = new Map<string, string>()
  const keyOf = (failure: string | null, own: string): string => {
    const input = `${failure}\n${own}`
    // Both are written by this program: failures as JSON, the list by SQLite.
    const key =
      known.get(input) ??
      reasonKey(readOwnJson<Failure>(failure) ?? { code: 'internal' }, readOwnJson<(string | null)[]>(own) ?? [])
    if (known.size >= MAX_KNOWN_KEYS) known.clear()
    known.set(input, key)
    return key
  }
  raw.function('reason_key', { deterministic: true }, keyOf)
}

type Prepare = (sql: string) => Database.Statement

function memoized(prepare: Prepare): Prepare {
  const statements = new Map<string, Database.Statement>()
  return (sql) => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = prepare(sql)
    statements.set(sql, statement)
    return statement
  }
}

// Rows are returned as `unknown`; callers declare the shape that their SQL selects, hence `as` in the four readers.
function readingHandle(raw: Database.Database): ReadDb & { readonly prepare: Prepare } {
  raw.pragma('trusted_schema = OFF')
  raw.pragma('temp_store = MEMORY')
  addReasonKey(raw)
  // SQL: the sort key of a folded name.
  raw.function('natural_key', { deterministic: true }, naturalKey)
  const prepare = memoized((sql) => raw.prepare(sql))
  const prepareColumn = memoized((sql) => raw.prepare(sql).pluck())
  return {
    file: raw.name,
    prepare,
    get: <Row>(sql: string, params: SqlParams = []) => prepare(sql).get(params) as Row | undefined,
    all: <Row>(sql: string, params: SqlParams = []) => prepare(sql).all(params) as Row[],
    column: <Value>(sql: string, params: SqlParams = []) => prepareColumn(sql).all(params) as Value[],
    value: <Value>(sql: string, params: SqlParams = []) => prepareColumn(sql).get(params) as Value | undefined,
    isInTransaction: () => raw.inTransaction,
    begin: (how) => void prepare(how === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN').run(),
    commit: () => void prepare('COMMIT').run(),
    rollback: () => void prepare('ROLLBACK').run(),
    close: () => void raw.close()
  }
}

function writingHandle(raw: Database.Database): WriteDb {
  const { prepare, ...reading } = readingHandle(raw)
  const durability = { level: '' }
  const handle: Omit<WriteDb, typeof writes> = {
    ...reading,
    run: (sql, params = []) => prepare(sql).run(params).changes,
    insert: (sql, params = []) => Number(prepare(sql).run(params).lastInsertRowid),
    setDurability: (level) => {
      if (durability.level !== level) raw.pragma(`synchronous = ${level}`)
      durability.level = level
    },
    clock: { sequence: 0 }
  }
  // The brand has no value at run time; it only prevents passing a reader as a writer.
  return handle as WriteDb
}

/** Returns the size of a file in bytes; 0 if there is none. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Checks a library that the last run did not close, which the journal beside it shows. */
function isDamaged(db: ReadDb): boolean {
  const parts = sizeOf(db.file) <= QUICK_CHECK_MAX_BYTES ? ['1'] : IRREPLACEABLE
  // The argument is the number of errors to look for in the whole file, or the name of a table.
  return parts.some((part) => db.value<string>(`PRAGMA quick_check(${part})`) !== 'ok')
}

const MIGRATIONS: readonly Migration[] = [SCHEMA]

export const NEWEST_VERSION = SCHEMA.version

const versionOf = (db: ReadDb): number => db.value<number>('PRAGMA user_version') ?? 0

/**
 * Migrates a library to the newest schema, with one transaction for each missing step. After a kill at any statement
 * the file has its old version, and the next start continues there.
 */
export function migrate(db: WriteDb, migrations: readonly Migration[] = MIGRATIONS): void {
  for (const { version, statements } of migrations.filter((step) => step.version > versionOf(db))) {
    inTransaction(db, () => {
      for (const sql of [...statements, `PRAGMA user_version = ${version}`]) db.run(sql)
    })
  }
}

/**
 * Opens a file of any schema for reading only; any statement may throw what the driver throws. For inspecting a library
 * that cannot be opened. Throws if the settings fail, because these read nothing of the file and so are no damage.
 */
export function openAsFound(file: string): Result<ReadDb> {
  const options = { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS }
  const opened = tryStorage(() => new Database(file, options))
  return opened.ok ? succeed(readingHandle(opened.value)) : opened
}

/**
 * Opens a library that the writer created, for reading only. Fails with no-connection if there is none yet, otherwise
 * like `openForWriting`.
 */
export function openForReading(file: string): Result<ReadDb> {
  if (sizeOf(file) === 0) return fail('no-connection')
  const opened = tryStorage((): Result<ReadDb> => {
    const found = openAsFound(file)
    if (!found.ok) return found
    const version = tryStorage(() => versionOf(found.value))
    if (version.ok && version.value === NEWEST_VERSION) return found
    found.value.close()
    if (!version.ok) return version
    return fail(version.value > NEWEST_VERSION ? 'library-newer' : 'no-connection')
  })
  return opened.ok ? opened.value : opened
}

/**
 * Opens the library for its only writer, and creates or migrates the file if needed. A file of a newer version is left
 * unchanged. `busyMs`: time to wait for a lock of another program. Fails with library-newer, library-damaged,
 * library-locked, disk-full or disk-read-only.
 */
export function openForWriting(file: string, busyMs: number = BUSY_TIMEOUT_MS): Result<WriteDb> {
  const opened = tryStorage((): Result<WriteDb> => {
    mkdirSync(dirname(file), { recursive: true })
    finishRebuild(file)
    // Closing a writer would merge the journal of a newer version, and a file with an unreadable version may be one.
    const found = openForReading(file)
    if (found.ok) found.value.close()
    else if (found.failure.code !== 'no-connection') return found
    const isUnclosed = sizeOf(`${file}-wal`) > 0
    const db = writingHandle(new Database(file, { timeout: busyMs }))
    const ready = tryStorage(() => makeReady(db, isUnclosed))
    if (ready.ok && ready.value) return succeed(db)
    db.close()
    return ready.ok ? fail('library-damaged') : ready
  })
  return opened.ok ? opened.value : opened
}

/** Returns false if the library is damaged. */
function makeReady(db: WriteDb, isUnclosed: boolean): boolean {
  for (const setting of SETTINGS) db.run(`PRAGMA ${setting}`)
  if (isUnclosed && versionOf(db) > 0 && isDamaged(db)) return false
  migrate(db)
  const sequence = db.value<string>("SELECT value FROM meta WHERE key = 'sequence'") ?? '0'
  db.clock.sequence = Number(sequence)
  return /^\d{1,15}$/.test(sequence)
}

const isWriter = (db: ReadDb): db is WriteDb => 'run' in db

/** Closes a handle; a writer first updates the statistics of the query planner, if the disk allows it. */
export function close(db: ReadDb): void {
  if (isWriter(db)) tryStorage(() => db.run('PRAGMA optimize'))
  db.close()
}

function inside<T>(db: ReadDb, how: 'read' | 'write', work: () => T): T {
  if (db.isInTransaction()) return work()
  db.begin(how)
  try {
    const value = work()
    db.commit()
    return value
  } catch (error) {
    // A full disk rolls back automatically; a second ROLLBACK would hide the cause.
    if (db.isInTransaction()) db.rollback()
    throw error
  }
}

/**
 * Runs `work` in a transaction for data of the service: a kill keeps it, a power failure may undo it completely. Joins
 * an open transaction.
 */
export function inTransaction<T>(db: WriteDb, work: () => T): T {
  if (!db.isInTransaction()) db.setDurability('NORMAL')
  return inside(db, 'write', work)
}

/** Runs `work` in a transaction for actions of the user, which is durable on return. */
export function inIntentTransaction<T>(db: WriteDb, work: () => T): T {
  if (!db.isInTransaction()) db.setDurability('FULL')
  return inside(db, 'write', work)
}

/** Runs `work` on a consistent snapshot of the library. */
export function inSnapshot<T>(db: ReadDb, work: () => T): T {
  return inside(db, 'read', work)
}
