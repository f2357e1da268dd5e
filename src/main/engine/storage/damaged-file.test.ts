import { describe, expect, it } from 'vitest'
import { temporaryLibrary } from '../../../../test/helpers/temporary-library.ts'
import { isLibrary, scanFound } from './damaged-file.ts'
import type { ReadDb, SqlParams } from './database.ts'
import { putEntry } from './entries.ts'

/** Wraps a handle so that its first `count` reads fail. */
function failFirst(db: ReadDb, count: number, code: string): ReadDb {
  let left = count
  return {
    ...db,
    all: (sql, params) => {
      left -= 1
      if (left >= 0) throw Object.assign(new Error('played'), { code })
      return db.all(sql, params)
    }
  }
}

describe('the tables of a damaged library', () => {
  it('are read again after a disk error, because a rebuild without them would keep nothing', () => {
    const { db } = temporaryLibrary()
    expect(isLibrary(failFirst(db, 1, 'SQLITE_IOERR_READ'))).toBe(true)
  })

  it('are missing if the schema cannot be read', () => {
    const { db } = temporaryLibrary()
    expect(isLibrary(failFirst(db, 2, 'SQLITE_CORRUPT'))).toBe(false)
  })

  it('do not count as lost while another program has locked the file', () => {
    const { db } = temporaryLibrary()
    expect(() => isLibrary(failFirst(db, 1, 'SQLITE_BUSY'))).toThrow('played')
  })
})

/** A handle that cannot read these entries of the outbox, nor which numbers were given. */
function broken(db: ReadDb, entries: readonly number[]): ReadDb {
  return {
    ...db,
    all: <Row>(sql: string, params?: SqlParams) => {
      const rows = db.all<Row & { entry?: number }>(sql, params)
      const isHit = sql.includes('sqlite_sequence') || rows.some(({ entry }) => entries.includes(entry ?? 0))
      if (isHit) throw Object.assign(new Error('played'), { code: 'SQLITE_CORRUPT' })
      return rows
    }
  }
}

it('rows between two broken pages are read, also where the highest number given cannot be', () => {
  const { db } = temporaryLibrary()
  for (const record of [1, 2, 3, 4, 5])
    putEntry(db, { record, kind: 'favorite', want: 1, batch: 1, isInteractive: true, owner: null })
  const found = [...scanFound(broken(db, [2, 4]), { table: 'outbox', key: 'entry' })]
  expect(found.map(({ entry }) => entry)).toEqual([1, 5, 3])
})
