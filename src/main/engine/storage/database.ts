/**
 * The library file and the only two ways to hold it. This is the one file that names the driver.
 *
 * One thread writes, any number read (WAL). Rows are typed by the caller: the schema is ours and STRICT, so what a
 * column holds was checked by SQLite when it was written.
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
 * SQL: a number that the plan of a statement does not depend on. For the value of a bare parameter SQLite may compile
 * the statement anew each time it runs, which costs ten times the question: with LIMIT, and where tables are joined.
 */
export const NUMBER = (parameter: string): string => `(${parameter} + 0)`

/** A handle that can only read. A `WriteDb` serves where one is asked. */
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

/** The writer thread's handle. */
export interface WriteDb extends ReadDb {
  readonly [writes]: true
  /** Runs one statement; answers how many rows it changed. */
  readonly run: (sql: string, params?: SqlParams) => number
  /** Runs one INSERT; answers the new row's number. */
  readonly insert: (sql: string, params?: SqlParams) => number
  /** FULL survives a power cut, NORMAL only a kill. Not inside a transaction. */
  readonly setDurability: (level: 'FULL' | 'NORMAL') => void
  /** See `nextTick` in meta.ts. */
  readonly clock: { tick: number }
}

/** After an unclean exit a file up to this size is checked whole: about half a second. */
const QUICK_CHECK_MAX_BYTES = 64 * 1024 * 1024
/** Of a larger one what no service could give back: some 100 ms. A broken page of the rest is told when it is met. */
const IRREPLACEABLE = ['outbox', 'batches', 'batch_items', 'creates', 'meta', 'key_owners'] as const
const SETTINGS = [
  'journal_mode = WAL',
  'foreign_keys = ON',
  'cell_size_check = ON',
  // A journal that grew in a long transaction is cut back to 64 MB after a checkpoint.
  `journal_size_limit = ${64 * 1024 * 1024}`
]
/** ms to wait for a lock that another handle holds. */
const BUSY_TIMEOUT_MS = 5_000

const MAX_KNOWN_KEYS = 5_000

/** SQL: what makes refusals one reason, of a stored failure and a JSON list of what is the record's own. */
function addReasonKey(raw: Database.Database): void {
  // One list asks for the key of the same row several times: to count, to group, and to show.
  const known = new Map<string, string>()
  const keyOf = (failure: string | null, own: string): string => {
    const asked = `${failure}\n${own}`
    // Both are written by this program: failures as JSON, the list by SQLite.
    const key =
      known.get(asked) ??
      reasonKey(readOwnJson<Failure>(failure) ?? { code: 'internal' }, readOwnJson<(string | null)[]>(own) ?? [])
    if (known.size >= MAX_KNOWN_KEYS) known.clear()
    known.set(asked, key)
    return key
  }
  raw.function('reason_key', { deterministic: true }, keyOf)
}

type Prepare = (sql: string) => Database.Statement

function remembered(prepare: Prepare): Prepare {
  const statements = new Map<string, Database.Statement>()
  return (sql) => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = prepare(sql)
    statements.set(sql, statement)
    return statement
  }
}

// Rows come back as `unknown`; callers name the shape their own SQL selects, hence `as` in the four readers.
function readingHandle(raw: Database.Database): ReadDb & { readonly prepare: Prepare } {
  raw.pragma('trusted_schema = OFF')
  raw.pragma('temp_store = MEMORY')
  addReasonKey(raw)
  // SQL: what a folded name sorts by.
  raw.function('natural_key', { deterministic: true }, naturalKey)
  const prepare = remembered((sql) => raw.prepare(sql))
  const prepareColumn = remembered((sql) => raw.prepare(sql).pluck())
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
    clock: { tick: 0 }
  }
  // The brand has no value at run time; it only keeps a reader from being passed as a writer.
  return handle as WriteDb
}

/** Bytes of a file; 0 when there is none. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** A library that the last run did not close, as the journal beside it tells. */
function isDamaged(db: ReadDb): boolean {
  const parts = sizeOf(db.file) <= QUICK_CHECK_MAX_BYTES ? ['1'] : IRREPLACEABLE
  // How many faults of the whole file are looked for, or in which table.
  return parts.some((part) => db.value<string>(`PRAGMA quick_check(${part})`) !== 'ok')
}

const MIGRATIONS: readonly Migration[] = [SCHEMA]

export const NEWEST_VERSION = SCHEMA.version

const versionOf = (db: ReadDb): number => db.value<number>('PRAGMA user_version') ?? 0

/**
 * Brings a library to the newest schema, one transaction for each step that is missing. Killed at any statement, the
 * file keeps its old version and the next start begins again there.
 */
export function migrate(db: WriteDb, migrations: readonly Migration[] = MIGRATIONS): void {
  for (const { version, statements } of migrations.filter((step) => step.version > versionOf(db))) {
    inTransaction(db, () => {
      for (const sql of [...statements, `PRAGMA user_version = ${version}`]) db.run(sql)
    })
  }
}

/**
 * Opens whatever the file is, for reading only: no schema is promised, and any statement may throw what the driver
 * throws. For looking into a library that cannot be opened.
 */
export function openAsFound(file: string): Result<ReadDb> {
  const options = { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS }
  return tryStorage(() => readingHandle(new Database(file, options)))
}

/**
 * Opens a library that the writer has made, for reading only. Fails with no-connection when there is none yet, else
 * as `openForWriting` does.
 */
export function openForReading(file: string): Result<ReadDb> {
  if (sizeOf(file) === 0) return fail('no-connection')
  const opened = openAsFound(file)
  if (!opened.ok) return opened
  const version = tryStorage(() => versionOf(opened.value))
  if (version.ok && version.value === NEWEST_VERSION) return opened
  opened.value.close()
  if (!version.ok) return version
  return fail(version.value > NEWEST_VERSION ? 'library-newer' : 'no-connection')
}

/**
 * Opens the library for its one writer, making or migrating the file where needed. A file of a newer version is
 * left untouched. `busyMs`: how long to wait for a lock of another program. Fails with library-newer,
 * library-damaged, library-locked, disk-full or disk-read-only.
 */
export function openForWriting(file: string, busyMs: number = BUSY_TIMEOUT_MS): Result<WriteDb> {
  const opened = tryStorage((): Result<WriteDb> => {
    mkdirSync(dirname(file), { recursive: true })
    finishRebuild(file)
    // Closing a writer would merge the journal of a newer version. What does not tell its version may be one.
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

/** False when the library is damaged. */
function makeReady(db: WriteDb, isUnclosed: boolean): boolean {
  for (const setting of SETTINGS) db.run(`PRAGMA ${setting}`)
  if (isUnclosed && versionOf(db) > 0 && isDamaged(db)) return false
  migrate(db)
  db.clock.tick = Number(db.value("SELECT value FROM meta WHERE key = 'tick'") ?? 0)
  return true
}

const isWriter = (db: ReadDb): db is WriteDb => 'run' in db

/** Closes a handle; a writer also brings the statistics of the query planner up to date first, if the disk takes it. */
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
    // A full disk has rolled back by itself; a second ROLLBACK would hide the cause.
    if (db.isInTransaction()) db.rollback()
    throw error
  }
}

/** One transaction for what the service told: a kill keeps it, a power cut may undo it whole. Joins an open one. */
export function inTransaction<T>(db: WriteDb, work: () => T): T {
  if (!db.isInTransaction()) db.setDurability('NORMAL')
  return inside(db, 'write', work)
}

/** One transaction for what the person did: on disk when this returns. */
export function inIntentTransaction<T>(db: WriteDb, work: () => T): T {
  if (!db.isInTransaction()) db.setDurability('FULL')
  return inside(db, 'write', work)
}

/** Everything read inside sees the library of one moment. */
export function inSnapshot<T>(db: ReadDb, work: () => T): T {
  return inside(db, 'read', work)
}
