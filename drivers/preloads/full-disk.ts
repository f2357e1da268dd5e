/**
 * Loaded before the app: while the file of PROOFSHEET_TEST_FULL is there, its library cannot grow by a page. The file
 * with `.seen` behind its name appears when that holds: until then a statement may still find room.
 */
import { existsSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'

const file = process.env['PROOFSHEET_TEST_FULL'] ?? ''
const MANY_PAGES = 4_294_967_294

const prepare: (this: Database.Database, sql: string) => Database.Statement = Reflect.get(Database.prototype, 'prepare')
Object.assign(Database.prototype, {
  prepare(this: Database.Database, sql: string) {
    if (sql.startsWith('BEGIN IMMEDIATE')) limit(this)
    return prepare.call(this, sql)
  }
})

/** Prepared statements are kept, so the limit is looked at once for each of them, and then on each beat. */
function limit(db: Database.Database): void {
  const look = (): void => {
    if (!db.open) return clearInterval(timer)
    if (db.inTransaction) return
    const isFull = existsSync(file)
    const pages = isFull ? Number(db.pragma('page_count', { simple: true })) : MANY_PAGES
    db.pragma(`max_page_count = ${pages}`)
    if (isFull) writeFileSync(`${file}.seen`, '')
  }
  const timer = setInterval(look, 100)
  timer.unref()
  look()
}
