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
import { NEWEST_VERSION, migrate } from './migrate.ts'
import { readOwnJson } from './own-json.ts'
import { finishRebuild } from './rebuild-files.ts'
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
/** A journal that grew in a long transaction is cut back to this after a checkpoint. */
const JOURNAL_SIZE_LIMIT_BYTES = 64 * 1024 * 1024
/** ms to wait for a lock that another handle holds. */
const BUSY_TIMEOUT_MS = 5_000

type Mode = 'rows' | 'column'

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

function prepareWith(raw: Database.Database): (sql: string, mode: Mode) => Database.Statement {
  addReasonKey(raw)
  // SQL: what a folded name sorts by.
  raw.function('natural_key', { deterministic: true }, naturalKey)
  const caches: Readonly<Record<Mode, Map<string, Database.Statement>>> = {
    rows: new Map(),
    column: new Map()
  }
  return (sql, mode) => {
    const known = caches[mode].get(sql)
    if (known !== undefined) return known
    const statement = raw.prepare(sql)
    if (mode === 'column') statement.pluck()
    caches[mode].set(sql, statement)
    return statement
  }
}

// Rows come back as `unknown`; callers name the shape their own SQL selects, hence `as` in the four readers.
function readingHandle(raw: Database.Database, prepare: ReturnType<typeof prepareWith>): ReadDb {
  return {
    file: raw.name,
    get: <Row>(sql: string, params: SqlParams = []) => prepare(sql, 'rows').get(params) as Row | undefined,
    all: <Row>(sql: string, params: SqlParams = []) => prepare(sql, 'rows').all(params) as Row[],
    column: <Value>(sql: string, params: SqlParams = []) => prepare(sql, 'column').all(params) as Value[],
    value: <Value>(sql: string, params: SqlParams = []) => prepare(sql, 'column').get(params) as Value | undefined,
    isInTransaction: () => raw.inTransaction,
    begin: (how) => void prepare(how === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN', 'rows').run(),
    commit: () => void prepare('COMMIT', 'rows').run(),
    rollback: () => void prepare('ROLLBACK', 'rows').run(),
    close: () => void raw.close()
  }
}

function writingHandle(raw: Database.Database): WriteDb {
  const prepare = prepareWith(raw)
  const durability = { level: '' }
  const handle: Omit<WriteDb, typeof writes> = {
    ...readingHandle(raw, prepare),
    run: (sql, params = []) => prepare(sql, 'rows').run(params).changes,
    insert: (sql, params = []) => Number(prepare(sql, 'rows').run(params).lastInsertRowid),
    setDurability: (level) => {
      if (durability.level !== level) raw.pragma(`synchronous = ${level}`)
      durability.level = level
    },
    clock: { tick: 0 }
  }
  // The brand has no value at run time; it only keeps a reader from being passed as a writer.
  return handle as WriteDb
}

function prepareFile(raw: Database.Database): void {
  raw.pragma('journal_mode = WAL')
  raw.pragma('foreign_keys = ON')
  raw.pragma('trusted_schema = OFF')
  raw.pragma('cell_size_check = ON')
  raw.pragma('temp_store = MEMORY')
  raw.pragma(`journal_size_limit = ${JOURNAL_SIZE_LIMIT_BYTES}`)
}

/** Bytes of a file; 0 when there is none. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** A journal beside the file means that the last run did not close it. */
function isDamaged(raw: Database.Database, wasLeftOpen: boolean): boolean {
  if (!wasLeftOpen) return false
  if (sizeOf(raw.name) <= QUICK_CHECK_MAX_BYTES) return !isSound(raw, '1')
  const known = raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  return IRREPLACEABLE.some((table) => known.includes(table) && !isSound(raw, table))
}

/** `what`: one table, or how many faults of the whole file are looked for. */
const isSound = (raw: Database.Database, what: string): boolean =>
  raw.pragma(`quick_check(${what})`, { simple: true }) === 'ok'

const versionOf = (raw: Database.Database): number => Number(raw.pragma('user_version', { simple: true }))

function openOrClose<T>(raw: Database.Database, open: () => Result<T>): Result<T> {
  const opened = tryStorage(open)
  const result = opened.ok ? opened.value : opened
  if (!result.ok) raw.close()
  return result
}

/**
 * Whether a newer version of the app made the file. Asked read-only: closing a writer would merge the file's journal.
 * A file that does not tell is not opened for writing either: it may be one.
 */
function isNewer(file: string): Result<boolean> {
  if (sizeOf(file) === 0) return succeed(false)
  const opened = openAsFound(file)
  if (!opened.ok) return opened
  const version = tryStorage(() => opened.value.value<number>('PRAGMA user_version') ?? 0)
  opened.value.close()
  return version.ok ? succeed(version.value > NEWEST_VERSION) : version
}

/**
 * Opens whatever the file is, for reading only: no schema is promised, and any statement may throw what the driver
 * throws. For looking into a library that cannot be opened.
 */
export function openAsFound(file: string): Result<ReadDb> {
  const opened = tryStorage(() => new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS }))
  return opened.ok ? { ok: true, value: readingHandle(opened.value, prepareWith(opened.value)) } : opened
}

/**
 * Opens the library for its one writer, making or migrating the file where needed. A file of a newer version is
 * left untouched. `busyMs`: how long to wait for a lock of another program. Fails with library-newer,
 * library-damaged, library-locked, disk-full or disk-read-only.
 */
export function openForWriting(file: string, busyMs: number = BUSY_TIMEOUT_MS): Result<WriteDb> {
  const opened = tryStorage(() => {
    mkdirSync(dirname(file), { recursive: true })
    finishRebuild(file)
    const isRefused = isNewer(file)
    if (!isRefused.ok) return isRefused
    if (isRefused.value) return fail('library-newer')
    const wasLeftOpen = sizeOf(`${file}-wal`) > 0
    return succeed({ raw: new Database(file, { timeout: busyMs }), wasLeftOpen })
  })
  const found = opened.ok ? opened.value : opened
  if (!found.ok) return found
  const { raw, wasLeftOpen } = found.value
  return openOrClose(raw, () => {
    prepareFile(raw)
    if (isDamaged(raw, wasLeftOpen)) return fail('library-damaged')
    migrate({
      exec: (sql) => void raw.exec(sql),
      version: () => versionOf(raw),
      isInTransaction: () => raw.inTransaction
    })
    const db = writingHandle(raw)
    db.setDurability('NORMAL')
    db.clock.tick = db.value<number>("SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'tick'") ?? 0
    return { ok: true, value: db }
  })
}

/**
 * Opens a library that the writer has made, for reading only. Fails with no-connection when there is none yet, else
 * as `openForWriting` does.
 */
export function openForReading(file: string): Result<ReadDb> {
  if (sizeOf(file) === 0) return fail('no-connection')
  const opened = tryStorage(() => new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS }))
  if (!opened.ok) return opened
  const raw = opened.value
  return openOrClose(raw, () => {
    const version = versionOf(raw)
    if (version > NEWEST_VERSION) return fail('library-newer')
    if (version < NEWEST_VERSION) return fail('no-connection')
    raw.pragma('trusted_schema = OFF')
    raw.pragma('temp_store = MEMORY')
    return { ok: true, value: readingHandle(raw, prepareWith(raw)) }
  })
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
