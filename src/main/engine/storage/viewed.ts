/** Which images were viewed on this computer, and where the review of each query stopped. Never sent. */
import { forEachFacet } from '../../../shared/image.ts'
import { EMPTY_QUERY, type ImageQuery } from '../../../shared/query.ts'
import { CHANGED, logChange } from './change-log.ts'
import type { ReadDb, WriteDb } from './database.ts'

/** Marks images as viewed; returns those that were not. Runs inside the caller's transaction. */
export function putViewed(db: WriteDb, records: Uint32Array): Uint32Array {
  const marked = db.column<number>(
    `INSERT OR IGNORE INTO viewed SELECT record FROM images WHERE record IN (SELECT value FROM json_each(?))
     RETURNING record`,
    [`[${records.join(',')}]`]
  )
  const changed = Uint32Array.from(marked)
  logChange(db, { kinds: changed.length === 0 ? 0 : CHANGED.overlay, records: changed })
  return changed
}

/** Makes an image not viewed again. Returns whether it was viewed; the caller logs the change. */
export function dropViewed(db: WriteDb, record: number): boolean {
  return db.run('DELETE FROM viewed WHERE record = ?', [record]) > 0
}

/** Stops beyond this many are forgotten, the oldest first. */
const MAX_STOPS = 200

/** Stores the image at which the review of a query stopped. `now`: ms since epoch. */
export function putReviewStop(db: WriteDb, stop: { query: ImageQuery; record: number; now: number }): void {
  const { query, record, now } = stop
  db.run('INSERT OR REPLACE INTO review_stops VALUES (?, ?, ?)', [queryText(query), record, now])
  db.run(`DELETE FROM review_stops WHERE query NOT IN
    (SELECT query FROM review_stops ORDER BY stopped_at DESC LIMIT ${MAX_STOPS})`)
}

/** Returns the image at which the review of a query stopped; `null` if it was not reviewed. */
export function findReviewStop(db: ReadDb, query: ImageQuery): number | null {
  return db.value<number>('SELECT record FROM review_stops WHERE query = ?', [queryText(query)]) ?? null
}

/** Equal queries have equal texts, whatever the order of their fields and values. */
function queryText(query: ImageQuery): string {
  const facets = forEachFacet((facet) => query.facets[facet].toSorted())
  // The fields of the empty query give the order.
  return JSON.stringify({ ...EMPTY_QUERY, ...query, facets })
}
