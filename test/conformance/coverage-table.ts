/** Reads docs/interface-coverage.md, and the test files that a row of any document names. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { InterfaceRow } from './interface-rows.ts'

export interface CoverageRow extends InterfaceRow {
  readonly reach: string
  /** The cell that names the test files. */
  readonly tests: string
}

const ROOT = join(import.meta.dirname, '../..')
/** A cell of a table row, without its code marks. */
const CELL = /(?:^|[^\\])\|/
const COLUMNS = 4
const TEST_FILE = /`([^`\s]+\.test\.tsx?)`/g

/** Returns the rows of every table of the text that has four columns, without headers and separators. */
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
      tests
    }))
}

const plain = (cell: string): string => cell.replaceAll('`', '').trim()

/**
 * Checks that a row names at least one test file, relative to the root of the project, and that each of them exists.
 */
export function namesTestFiles(row: string): boolean {
  const files = [...row.matchAll(TEST_FILE)].map(([, file = '']) => file)
  return files.length > 0 && files.every((file) => existsSync(join(ROOT, file)))
}
