/** Does a row still belong to the view it stands in? Only what can change under a standing view is asked. */
import type { ImageRow } from '../../../shared/image.ts'
import type { ImageQuery } from '../../../shared/query.ts'

/** false = the tile stays, and says that it no longer matches. */
export function stillMatches(row: ImageRow, query: ImageQuery): boolean {
  if (query.favorite !== null && row.favorite !== query.favorite) return false
  return query.mark === 'any' || row.mark === query.mark
}
