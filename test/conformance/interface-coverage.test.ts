/** Compares the coverage table in the documents with the interface. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { namesTestFiles, readCoverageTable } from './coverage-table.ts'
import { INTERFACE_ROWS, type InterfaceRow } from './interface-rows.ts'

const ROOT = join(import.meta.dirname, '../..')
const rows = readCoverageTable(readFileSync(join(ROOT, 'docs/interface-coverage.md'), 'utf8'))
const nameOf = ({ operation, parameter }: InterfaceRow): string => `${operation} ${parameter}`.trim()

describe('the interface coverage table', () => {
  it('has every operation and every parameter exactly once, and nothing else', () => {
    expect(rows.map(nameOf).toSorted()).toEqual(INTERFACE_ROWS.map(nameOf).toSorted())
  })

  it('states for each row where users reach it and which test files cover it', () => {
    expect(rows.filter(({ reach, tests }) => reach.length <= 10 || !namesTestFiles(tests))).toEqual([])
  })
})
