/** Does a row still belong to the view it stands in? Only what can change under a standing view is asked. */
import type { ImageRow } from '../../../shared/image.ts'
import type { ImageQuery } from '../../../shared/query.ts'

/** The view follows its marks: its number must be the sidebar's, so what is settled leaves it and what comes is in it. */
export const isFollowed = (query: ImageQuery | null): boolean => query !== null && query.mark !== 'any'

/** false = the tile stays, and says that it no longer matches. */
export function stillMatches(row: ImageRow, query: ImageQuery): boolean {
  return query.favorite === null || row.favorite === query.favorite
}
