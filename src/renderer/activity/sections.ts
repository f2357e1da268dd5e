/** A list in sections, as lines to scroll through: each section has one line of its head, then its rows. Pure. */

export interface Section {
  /** Stays equal for as long as it is the same question; its rows are kept by it. */
  readonly id: string
  /** Rows it has. */
  readonly count: number
  /** False: its rows stand alone, because one line says it all. */
  readonly hasHead: boolean
}

type Line =
  | { readonly kind: 'head'; readonly section: number }
  | { readonly kind: 'row'; readonly section: number; readonly index: number }

export type Lines = ReturnType<typeof linesOf>

export function linesOf(sections: readonly Section[]) {
  const starts = startsOf(sections)
  /** undefined beyond the end. */
  const at = (line: number): Line | undefined => {
    if (line < 0 || line >= (starts.at(-1) ?? 0)) return undefined
    const section = sectionOf(starts, line)
    const within = line - (starts[section] ?? 0)
    const hasHead = sections[section]?.hasHead === true
    return hasHead && within === 0
      ? { kind: 'head', section }
      : { kind: 'row', section, index: hasHead ? within - 1 : within }
  }
  /** Name of a line that survives a change of the sections before it. */
  const keyAt = (line: number): string => {
    const found = at(line)
    const id = found === undefined ? '' : (sections[found.section]?.id ?? '')
    return found?.kind === 'row' ? `${id}/${found.index}` : id
  }
  return { count: starts.at(-1) ?? 0, at, keyAt }
}

/** First line of each section, and at the end how many lines there are. */
function startsOf(sections: readonly Section[]): readonly number[] {
  const starts = [0]
  for (const { count, hasHead } of sections) starts.push((starts.at(-1) ?? 0) + count + (hasHead ? 1 : 0))
  return starts
}

/** The last section that starts at or before the line; empty ones without a head have no line. */
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

/** The nearest row from a line on in a direction, the line itself included; null when there is none that way. */
export function rowFrom(lines: Lines, line: number, step: 1 | -1): number | null {
  for (let next = line; next >= 0 && next < lines.count; next += step) {
    if (lines.at(next)?.kind === 'row') return next
  }
  return null
}

/** Where a key leads from a row; null = not a key of the list, or nowhere to go. `page`: rows on one screen. */
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
