/** The table in the documents against the interface, and against the tests that it names. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { holdsTest, readCoverageTable } from './coverage-table.ts'
import { INTERFACE_ROWS, type InterfaceRow } from './interface-rows.ts'

const ROOT = join(import.meta.dirname, '../..')
const rows = readCoverageTable(readFileSync(join(ROOT, 'docs/interface-coverage.md'), 'utf8'))
const nameOf = ({ operation, parameter }: InterfaceRow): string => `${operation} ${parameter}`.trim()

describe('the table of the interface', () => {
  it('has every operation and every parameter, each once, and nothing else', () => {
    expect(rows.map(nameOf).toSorted()).toEqual(INTERFACE_ROWS.map(nameOf).toSorted())
  })

  it.each(rows.map((row) => ({ ...row, named: nameOf(row) })))(
    '$named: says where a person reaches it, and which test proves it',
    ({ reach, tests }) => {
      expect(reach.length).toBeGreaterThan(10)
      expect(tests.length).toBeGreaterThan(0)
    }
  )

  const tests = rows.flatMap((row) => row.tests)
  it.each([...new Map(tests.map((test) => [`${test.file} ${test.title}`, test])).values()])(
    '$file holds “$title”',
    ({ file, title }) => {
      const path = join(ROOT, file)
      expect(existsSync(path)).toBe(true)
      expect(holdsTest(readFileSync(path, 'utf8'), title)).toBe(true)
    }
  )
})

describe('a test named in the table', () => {
  it.each([
    ["it('opens', async () => {})", 'opens'],
    ["test.each(KEYS)(\n  'opens %s (%i)',\n  ({ key }) => {}", 'opens %s (%i)'],
    ['it("can\'t be", () => {})', "can't be"],
    ["it('opens', { timeout: 5 }, async () => {})", 'opens']
  ])('is found in %j', (source, title) => {
    expect(holdsTest(source, title)).toBe(true)
  })

  it.each([
    ["// opens\nit('opens late', () => {})", 'opens'],
    ["it('opens now', () => {})", 'now'],
    ["describe('opens')", 'opens'],
    ["const words = ['opens', 'closes']", 'opens']
  ])('is not found in %j', (source, title) => {
    expect(holdsTest(source, title)).toBe(false)
  })
})
