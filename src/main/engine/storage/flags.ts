/** Rows of `flags`: the favorite as the service last told it, kept apart from the wide rows. */
import type { ReadDb, WriteDb } from './database.ts'
import { NEVER_TOLD, type MirrorFavorite } from './mirror-favorite.ts'

/** What is known of a record's favorite. */
export function readFlags(db: ReadDb, record: number): MirrorFavorite {
  const sql = 'SELECT favorite, fresh_tick, acked_at, doubt_tick FROM flags WHERE record = ?'
  return db.get<MirrorFavorite>(sql, [record]) ?? NEVER_TOLD
}

/** Puts a row in place of the one before. */
export function writeFlags(db: WriteDb, record: number, flags: MirrorFavorite): void {
  const { favorite, fresh_tick, acked_at, doubt_tick } = flags
  db.run(
    `INSERT INTO flags VALUES (:record, :favorite, :fresh_tick, :acked_at, :doubt_tick)
     ON CONFLICT (record) DO UPDATE SET favorite = excluded.favorite, fresh_tick = excluded.fresh_tick,
       acked_at = excluded.acked_at, doubt_tick = excluded.doubt_tick`,
    { record, favorite, fresh_tick, acked_at, doubt_tick }
  )
}
