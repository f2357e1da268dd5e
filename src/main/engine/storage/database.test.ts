import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'

import { image, put, temporaryFolder, temporaryLibrary, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { createLibrary } from '../library/create-library.ts'
import {
  close,
  inTransaction,
  migrate,
  NEWEST_VERSION,
  openForReading,
  openForWriting,
  type ReadDb,
  type WriteDb
} from './database.ts'
import { applyImages } from './images.ts'
import { nextSequence, writeMeta } from './meta.ts'
import { countOutbox } from './outbox.ts'
import { failureOfStorage, tryStorage } from './storage-failure.ts'

describe('opening', () => {
  it('creates a file with the newest version, WAL and the safe settings', () => {
    const { db } = temporaryLibrary()
    expect(db.value('PRAGMA user_version')).toBe(NEWEST_VERSION)
    expect(db.value('PRAGMA journal_mode')).toBe('wal')
    expect(db.value('PRAGMA foreign_keys')).toBe(1)
    expect(db.value('PRAGMA trusted_schema')).toBe(0)
  })

  it('creates missing folders and reopens the file', () => {
    const file = join(temporaryFolder(), 'a', 'b', 'library.db')
    const db = valueOf(openForWriting(file))
    put(db, [image(1)])
    close(db)
    const reopened = valueOf(openForWriting(file))
    expect(reopened.value('SELECT count(*) FROM images')).toBe(1)
    close(reopened)
  })

  it('continues sequence numbers from the last stored one', () => {
    const file = join(temporaryFolder(), 'library.db')
    const db = valueOf(openForWriting(file))
    for (let n = 0; n < 10; n++) nextSequence(db)
    put(db, [image(1)])
    const last = db.clock.sequence
    close(db)
    const reopened = valueOf(openForWriting(file))
    expect(nextSequence(reopened)).toBeGreaterThan(last)
    close(reopened)
  })

  it.each(['12x', '', '-1', '1.5', '1e400'])(
    'reports a library whose last sequence number is %j as damaged',
    (sequence) => {
      const file = join(temporaryFolder(), 'library.db')
      const db = valueOf(openForWriting(file))
      put(db, [image(1)])
      writeMeta(db, 'sequence', sequence)
      close(db)
      expect(openForWriting(file)).toMatchObject({ ok: false, failure: { code: 'library-damaged' } })
    }
  )

  it('leaves the library of a newer version unchanged', () => {
    const file = join(temporaryFolder(), 'library.db')
    close(valueOf(openForWriting(file)))
    const raw = new Database(file)
    raw.pragma(`user_version = ${NEWEST_VERSION + 1}`)
    raw.close()
    const before = readFileSync(file)
    expect(openForWriting(file)).toMatchObject({ ok: false, failure: { code: 'library-newer' } })
    expect(openForReading(file)).toMatchObject({ ok: false, failure: { code: 'library-newer' } })
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('does not merge the journal of a newer version', () => {
    const folder = temporaryFolder()
    const db = valueOf(openForWriting(join(folder, 'live.db')))
    put(db, [image(1)])
    db.run(`PRAGMA user_version = ${NEWEST_VERSION + 1}`)
    const file = join(folder, 'killed.db')
    for (const end of ['', '-wal']) copyFileSync(`${db.file}${end}`, `${file}${end}`)
    close(db)
    const before = ['', '-wal'].map((end) => readFileSync(`${file}${end}`))
    expect(openForWriting(file)).toMatchObject({ ok: false, failure: { code: 'library-newer' } })
    expect(['', '-wal'].map((end) => readFileSync(`${file}${end}`))).toEqual(before)
  })

  it('for reading fails before the writer has created the file', () => {
    const file = join(temporaryFolder(), 'library.db')
    expect(openForReading(file)).toMatchObject({ ok: false, failure: { code: 'no-connection' } })
  })

  it('reports random bytes as damaged and leaves them unchanged', () => {
    const file = join(temporaryFolder(), 'library.db')
    const bytes = Buffer.from(Array.from({ length: 9_000 }, (_, at) => (at * 7 + 13) % 251))
    writeFileSync(file, bytes)
    expect(openForWriting(file)).toMatchObject({ ok: false, failure: { code: 'library-damaged' } })
    expect(openForReading(file)).toMatchObject({ ok: false, failure: { code: 'library-damaged' } })
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })

  it('reports a truncated file as damaged', () => {
    const file = join(temporaryFolder(), 'library.db')
    const db = valueOf(openForWriting(file))
    put(
      db,
      Array.from({ length: 500 }, (_, n) => image(n + 1))
    )
    close(db)
    truncateSync(file, 8_192)
    expect(openForWriting(file)).toMatchObject({ ok: false, failure: { code: 'library-damaged' } })
  })

  it('detects damage in the middle of the file after an unclean exit', () => {
    const folder = temporaryFolder()
    const db = valueOf(openForWriting(join(folder, 'live.db')))
    put(
      db,
      Array.from({ length: 500 }, (_, n) => image(n + 1))
    )
    db.all('PRAGMA wal_checkpoint(TRUNCATE)')
    put(db, [image(501)])
    // A kill leaves the file and a journal that was never merged.
    const file = join(folder, 'killed.db')
    for (const end of ['', '-wal']) copyFileSync(`${db.file}${end}`, `${file}${end}`)
    close(db)
    const bytes = readFileSync(file)
    bytes.fill(0xa5, 20 * 4_096, 24 * 4_096)
    writeFileSync(file, bytes)
    expect(openForWriting(file)).toMatchObject({ ok: false, failure: { code: 'library-damaged' } })
  })

  it('checks the irreplaceable tables of a large file after an unclean exit', () => {
    const folder = temporaryFolder()
    const db = valueOf(openForWriting(join(folder, 'live.db')))
    put(db, [image(1)])
    db.run('UPDATE images SET description = hex(zeroblob(34 * 1024 * 1024))')
    const root = db.value<number>("SELECT rootpage FROM sqlite_schema WHERE name = 'batches'") ?? 0
    db.all('PRAGMA wal_checkpoint(TRUNCATE)')
    put(db, [image(501)])
    const file = join(folder, 'killed.db')
    for (const end of ['', '-wal']) copyFileSync(`${db.file}${end}`, `${file}${end}`)
    close(db)
    const bytes = readFileSync(file)
    expect(bytes.length).toBeGreaterThan(64 * 1024 * 1024)
    bytes.fill(0xa5, (root - 1) * 4_096, root * 4_096)
    writeFileSync(file, bytes)
    expect(openForWriting(file)).toMatchObject({ ok: false, failure: { code: 'library-damaged' } })
  })

  it('keeps committed data after a kill', () => {
    const folder = temporaryFolder()
    const db = valueOf(openForWriting(join(folder, 'live.db')))
    put(db, [image(1), image(2)])
    const file = join(folder, 'killed.db')
    for (const end of ['', '-wal']) copyFileSync(`${db.file}${end}`, `${file}${end}`)
    close(db)
    const reopened = valueOf(openForWriting(file))
    expect(reopened.value('SELECT count(*) FROM images')).toBe(2)
    close(reopened)
  })

  it('fails if a parent folder is a file', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'file'), 'x')
    const opened = openForWriting(join(folder, 'file', 'library.db'))
    expect(opened).toMatchObject({ ok: false, failure: { code: 'disk-read-only' } })
  })

  it('refuses to write through a reader', () => {
    const { file } = temporaryLibrary()
    const raw = new Database(file, { readonly: true })
    expect(tryStorage(() => raw.exec('DELETE FROM images'))).toMatchObject({ failure: { code: 'disk-read-only' } })
    raw.close()
  })

  it('lets a reader continue while the writer is inside a transaction', () => {
    const { db, reader } = temporaryLibrary()
    put(db, [image(1)])
    const other = reader()
    inTransaction(db, () => {
      put(db, [image(2)])
      expect(other.value('SELECT count(*) FROM images')).toBe(1)
    })
    expect(other.value('SELECT count(*) FROM images')).toBe(2)
  })
})

describe('migrating', () => {
  const STEP = {
    version: NEWEST_VERSION + 1,
    statements: [
      'CREATE TABLE a (x)',
      'CREATE VIRTUAL TABLE b USING fts5 (x)',
      'INSERT INTO a VALUES (1)',
      'DROP VIEW entries'
    ]
  }
  const stateOf = (db: ReadDb) => [versionOf(db), db.value('SELECT count(*) FROM sqlite_schema')]
  const versionOf = (db: ReadDb) => db.value('PRAGMA user_version')

  /** Wraps a handle so that it fails at statement number `fault`, counted from 0. */
  function failAt(db: WriteDb, fault: number): WriteDb {
    let left = fault
    return {
      ...db,
      run: (sql, params) => {
        left -= 1
        if (left < 0) throw new Error('killed')
        return db.run(sql, params)
      }
    }
  }

  it('restarts after a kill at any statement and completes', () => {
    for (let fault = 0; fault <= STEP.statements.length; fault += 1) {
      const file = join(temporaryFolder(), 'library.db')
      const db = valueOf(openForWriting(file))
      const before = stateOf(db)
      // A killed process does not roll back; the open transaction ends with the handle.
      const killed = { ...failAt(db, fault), isInTransaction: () => false }
      expect(() => migrate(killed, [STEP])).toThrow('killed')
      db.close()
      const reopened = valueOf(openForWriting(file))
      expect(stateOf(reopened)).toEqual(before)
      migrate(reopened, [STEP])
      expect(versionOf(reopened)).toBe(STEP.version)
      close(reopened)
    }
  })

  it('rolls back automatically if the process survives', () => {
    const { db } = temporaryLibrary()
    const before = stateOf(db)
    expect(() => migrate(failAt(db, 2), [STEP])).toThrow('killed')
    expect([db.isInTransaction(), ...stateOf(db)]).toEqual([false, ...before])
  })

  it('runs only the missing steps, each completely', () => {
    const { db } = temporaryLibrary()
    const broken = { version: STEP.version + 1, statements: ['CREATE TABLE c (x)', 'CREATE TABLE c (x)'] }
    const sound = { version: STEP.version + 1, statements: ['CREATE TABLE c (x)', 'INSERT INTO c VALUES (1)'] }
    expect(() => migrate(db, [STEP, broken])).toThrow('already exists')
    expect(versionOf(db)).toBe(STEP.version)
    migrate(db, [STEP, sound])
    migrate(db, [STEP, sound])
    expect([versionOf(db), db.value('SELECT count(*) FROM c')]).toEqual([sound.version, 1])
  })
})

describe('a full disk', () => {
  const setUp = (): ReturnType<typeof temporaryLibrary> => {
    const library = temporaryLibrary()
    put(
      library.db,
      Array.from({ length: 5_000 }, (_, n) => image(n + 1))
    )
    return library
  }

  const fill = (db: ReturnType<typeof setUp>['db'], room: number): void => {
    const pages = db.value<number>('PRAGMA page_count') ?? 0
    db.value(`PRAGMA max_page_count = ${pages + room}`)
  }

  it('while adding 5,000 favorites writes all or nothing, and reports the failure', () => {
    const { db } = setUp()
    const events: unknown[] = []
    const library = createLibrary({
      db,
      now: () => 1,
      onChange: (change) => events.push(change),
      wake: () => events.push('wake')
    })
    fill(db, 8)
    const records = Uint32Array.from({ length: 5_000 }, (_, n) => n + 1)
    const refused = library.setFavorite({ records, favorite: true })
    expect(refused).toMatchObject({ ok: false, failure: { code: 'disk-full' } })
    expect(db.isInTransaction()).toBe(false)
    expect(countOutbox(db).waiting).toBe(0)
    expect(db.value('SELECT count(*) FROM batches')).toBe(0)
    expect(db.value('SELECT count(*) FROM batch_items')).toBe(0)
    expect(events).toEqual([])

    db.value('PRAGMA max_page_count = 1000000')
    expect(valueOf(library.setFavorite({ records, favorite: true })).batch.waiting).toBe(5_000)
  })

  it('while applying a page writes the whole page or nothing, and the page is applied later', () => {
    const { db } = setUp()
    fill(db, 0)
    const records = Array.from({ length: 100 }, (_, n) => image(10_000 + n, { description: 'x'.repeat(2_000) }))
    const apply = (): unknown => applyImages(db, { records, requestSequence: nextSequence(db), readAt: 1, pass: null })
    expect(tryStorage(apply)).toMatchObject({ ok: false, failure: { code: 'disk-full' } })
    expect(db.value('SELECT count(*) FROM images')).toBe(5_000)
    expect(db.value('SELECT count(*) FROM records')).toBe(5_000)
    db.value('PRAGMA max_page_count = 1000000')
    apply()
    expect(db.value('SELECT count(*) FROM images')).toBe(5_100)
  })
})

describe('failures of the driver', () => {
  it('map to codes by name, without the message', () => {
    const thrown = (code: string): Error => Object.assign(new Error('/home/me/secret.db is broken'), { code })
    expect(failureOfStorage(thrown('SQLITE_CORRUPT_VTAB'))).toEqual({
      code: 'library-damaged',
      detail: 'SQLITE_CORRUPT_VTAB'
    })
    expect(failureOfStorage(thrown('SQLITE_BUSY_SNAPSHOT'))).toMatchObject({ code: 'library-locked' })
    expect(failureOfStorage(thrown('SQLITE_FULL'))).toMatchObject({ code: 'disk-full' })
    expect(failureOfStorage(thrown('EACCES'))).toMatchObject({ code: 'disk-read-only' })
    expect(failureOfStorage(thrown('SQLITE_CONSTRAINT'))).toBeNull()
    expect(failureOfStorage(new Error('SQLITE_FULL'))).toBeNull()
  })

  it('leave bugs as thrown errors', () => {
    expect(() =>
      tryStorage(() => {
        throw new TypeError('bug')
      })
    ).toThrow('bug')
  })

  it('are library-locked while another writer has locked the file', () => {
    const file = join(temporaryFolder(), 'library.db')
    const raw = new Database(file)
    raw.exec('BEGIN EXCLUSIVE; CREATE TABLE t (x)')
    expect(openForWriting(file, 10)).toMatchObject({ ok: false, failure: { code: 'library-locked' } })
    raw.exec('ROLLBACK')
    raw.close()
    close(valueOf(openForWriting(file)))
  })
})
