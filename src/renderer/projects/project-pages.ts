/** Which page of projects must be read for what is in view. Pure. */
import type { ProjectQuery } from '../../shared/project.ts'

export const ROWS_PER_PAGE = 100

/** Offset of the first page with a row in view that has not been read; null when all are here. Bounds inclusive. */
export function missingPage(rows: readonly unknown[], first: number, last: number): number | null {
  for (let index = Math.max(0, first); index <= last; index += 1) {
    if (rows[index] === undefined) return Math.floor(index / ROWS_PER_PAGE) * ROWS_PER_PAGE
  }
  return null
}

/** The order after a press on a column's header: turned around on the same column, else its useful way first. */
export function sortedBy(query: ProjectQuery, column: ProjectQuery['sortBy']): ProjectQuery {
  if (query.sortBy === column) return { ...query, sort: query.sort === 'desc' ? 'asc' : 'desc' }
  // Names are looked up from A; dates and counts are looked at from the newest and the most.
  return { ...query, sortBy: column, sort: column === 'project' ? 'asc' : 'desc' }
}
