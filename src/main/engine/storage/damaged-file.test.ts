import { describe, expect, it } from 'vitest'
import { temporaryLibrary } from '../../../../test/helpers/temporary-library.ts'
import { isLibrary } from './damaged-file.ts'
import type { ReadDb } from './database.ts'

/** A handle whose first `count` reads fail. */
function failing(db: ReadDb, count: number, code: string): ReadDb {
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
  it('are read again after a disk error: a rebuild without them would keep nothing', () => {
    const { db } = temporaryLibrary()
    expect(isLibrary(failing(db, 1, 'SQLITE_IOERR_READ'))).toBe(true)
  })

  it('are none where the schema cannot be read', () => {
    const { db } = temporaryLibrary()
    expect(isLibrary(failing(db, 2, 'SQLITE_CORRUPT'))).toBe(false)
  })

  it('are not taken for lost while another program holds the file', () => {
    const { db } = temporaryLibrary()
    expect(() => isLibrary(failing(db, 1, 'SQLITE_BUSY'))).toThrow('played')
  })
})
