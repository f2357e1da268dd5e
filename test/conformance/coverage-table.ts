/** Reads docs/interface-coverage.md: one row for each operation and parameter, with the tests that are named in it. */
import type { InterfaceRow } from './interface-rows.ts'

export interface NamedTest {
  /** From the root of the project. */
  readonly file: string
  readonly title: string
}

export interface CoverageRow extends InterfaceRow {
  readonly reach: string
  readonly tests: readonly NamedTest[]
}

/** A cell of a table row, without its code marks. */
const CELL = /(?:^|[^\\])\|/
const COLUMNS = 4
const TEST = /`([^`]+\.test\.tsx?)`: “([^”]+)”/g

/** Rows of every table of the text that has four columns; heads and rules are left out. */
export function readCoverageTable(markdown: string): readonly CoverageRow[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(CELL).slice(1, -1))
    .filter((cells) => cells.length === COLUMNS)
    .map(([operation = '', parameter = '', reach = '', tests = '']) => ({
      operation: plain(operation),
      parameter: plain(parameter),
      reach: reach.trim(),
      tests: readNamedTests(tests)
    }))
}

/** The tests that a text names: a file in code marks, and a title in quotation marks. */
export function readNamedTests(text: string): readonly NamedTest[] {
  return [...text.matchAll(TEST)].map(([, file = '', title = '']) => ({ file, title }))
}

const plain = (cell: string): string => cell.replaceAll('`', '').trim()

/** Whether a source holds a test of this title: its text right before the function, with or without a table of cases. */
export const holdsTest = (source: string, title: string): boolean => countTests(source, title) > 0

/** How many tests of this title a source holds. */
export function countTests(source: string, title: string): number {
  const text = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const body = String.raw`\s*,\s*(\{[^}]*\},\s*)?(async\b\s*)?(\(|\w+\s*=>)`
  return [...source.matchAll(new RegExp(`\\(\\s*(['"\`])${text}\\1${body}`, 'g'))].length
}
