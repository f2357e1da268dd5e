/** A list in sections as lines to scroll: each section has one line for its head, then its rows. Pure. */

export interface Section {
  /** Stays the same for the same query; the rows are cached by it. */
  readonly id: string
  /** Number of rows. */
  readonly count: number
  /** `false` if the rows are shown without a head. */
  readonly hasHead: boolean
}

type Line =
  | { readonly kind: 'head'; readonly section: number }
  | { readonly kind: 'row'; readonly section: number; readonly index: number }

export type Lines = ReturnType<typeof linesOf>

export function linesOf(sections: readonly Section[]) {
  const starts = startsOf(sections)
  /** Returns the line; `undefined` beyond the end. */
  const at = (line: number): Line | undefined => {
    if (line < 0 || line >= (starts.at(-1) ?? 0)) return undefined
    const section = sectionOf(starts, line)
    const within = line - (starts[section] ?? 0)
    const hasHead = sections[section]?.hasHead === true
    return hasHead && within === 0
      ? { kind: 'head', section }
      : { kind: 'row', section, index: hasHead ? within - 1 : within }
  }
  /** Returns the key of a line, which stays the same when earlier sections change. */
  const keyAt = (line: number): string => {
    const found = at(line)
    const id = found === undefined ? '' : (sections[found.section]?.id ?? '')
    return found?.kind === 'row' ? `${id}/${found.index}` : id
  }
  return { count: starts.at(-1) ?? 0, at, keyAt }
}

/** Returns the first line of each section, and last the number of lines. */
function startsOf(sections: readonly Section[]): readonly number[] {
  const starts = [0]
  for (const { count, hasHead } of sections) starts.push((starts.at(-1) ?? 0) + count + (hasHead ? 1 : 0))
  return starts
}

/** Returns the last section that starts at or before the line; empty sections without a head have no line. */
function sectionOf(starts: readonly number[], line: number): number {
  let low = 0
  let high = starts.length - 2
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= line) low = middle
    else high = middle - 1
  }
  return low
}

/** Returns the nearest row from a line (inclusive) in a direction; `null` if there is none. */
export function rowFrom(lines: Lines, line: number, step: 1 | -1): number | null {
  for (let next = line; next >= 0 && next < lines.count; next += step) {
    if (lines.at(next)?.kind === 'row') return next
  }
  return null
}

/**
 * Returns the line that a key moves to from a row; `null` if the key is not one of the list or there is no row. `page`:
 * rows on one screen.
 */
export function lineAfter(key: string, from: number, lines: Lines, page: number): number | null {
  const last = lines.count - 1
  if (key === 'ArrowDown') return rowFrom(lines, from + 1, 1)
  if (key === 'ArrowUp') return rowFrom(lines, from - 1, -1)
  if (key === 'Home') return rowFrom(lines, 0, 1)
  if (key === 'End') return rowFrom(lines, last, -1)
  if (key === 'PageDown') return rowFrom(lines, Math.min(from + page, last), -1)
  if (key === 'PageUp') return rowFrom(lines, Math.max(from - page, 0), 1)
  return null
}
