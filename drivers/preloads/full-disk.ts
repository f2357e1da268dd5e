/**
 * Preload: while the file of PROOFSHEET_TEST_FULL exists, the library cannot grow by a page. A file with `.seen`
 * appended appears once this is in effect; before that, a statement may still find space.
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

/** Prepared statements are cached, so the limit is applied once and then by a timer. */
function limit(db: Database.Database): void {
  const apply = (): void => {
    if (!db.open) return clearInterval(timer)
    if (db.inTransaction) return
    const isFull = existsSync(file)
    const pages = isFull ? Number(db.pragma('page_count', { simple: true })) : MANY_PAGES
    db.pragma(`max_page_count = ${pages}`)
    if (isFull) writeFileSync(`${file}.seen`, '')
  }
  const timer = setInterval(apply, 100)
  timer.unref()
  apply()
}
