/** Spans of rows: those that a viewport sees, and those around them. Pure. */
import { BLOCK_PADDING } from './layout.ts'
import type { GridLayout } from './layout.ts'

/** Inclusive; `last` below `first` = none. */
export interface RowRange {
  readonly first: number
  readonly last: number
}

/** Rows that a viewport `height` px high sees, wholly or in part, at an offset of the content. */
export function rowsSeen({ rows, rowPitch }: GridLayout, offset: number, height: number): RowRange {
  const at = (y: number) => Math.min(Math.floor((y - BLOCK_PADDING) / rowPitch), rows - 1)
  return { first: Math.max(0, at(offset)), last: at(offset + height) }
}

/** The span with up to `by` more rows at both of its ends. */
export function widened({ first, last }: RowRange, by: number, rows: number): RowRange {
  return { first: Math.max(0, first - by), last: Math.min(rows - 1, last + by) }
}

/** Whether two spans have a row in common. */
export function overlaps(a: RowRange, b: RowRange): boolean {
  return a.first <= b.last && b.first <= a.last
}

/** Every row of a span, and one outside of it (-1 = none) in its order. */
export function listRows({ first, last }: RowRange, one: number): number[] {
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  if (one < 0 || (one >= first && one <= last)) return rows
  return one < first ? [one, ...rows] : [...rows, one]
}
