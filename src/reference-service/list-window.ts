/** Which part of a list is asked for, in the service's own terms: a place, or behind a record. */

export interface PageWindow {
  readonly perPage: number
  /** Place of the first row, 0-based; where `after` is given, only used when that record is gone. */
  readonly offset: number
  /** The record the page begins behind: an id or a project's name; null = begin at `offset`. */
  readonly after: string | null
}

/** Place of the page's first row. `placeOf` tells the place of a record, -1 when it is not in the list. */
export function startOf(window: PageWindow, placeOf: (after: string) => number): number {
  const place = window.after === null ? -1 : placeOf(window.after)
  return place < 0 ? window.offset : place + 1
}
