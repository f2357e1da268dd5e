/** Compares the list of scenarios in the documents with the reported ones. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { namesTestFiles } from './coverage-table.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Number of reported scenarios per group, so that a dropped scenario is noticed. */
const REPORTED = {
  'The outbox': 27,
  'Changes by other clients': 5,
  Batches: 14,
  Selection: 8,
  'Reading lists': 6,
  'Deletions and missing records': 8,
  'Keys and accounts': 6,
  Storage: 7,
  'Network, rate limits, sleep, clock': 7,
  'Pictures, screens, scale': 15
}

interface Scenario {
  readonly group: string
  readonly title: string
  readonly row: string
}

function scenariosOf(part: string): readonly Scenario[] {
  const [group = '', ...lines] = part.split('\n')
  const rows = lines.filter((line) => /^\| (?!Scenario \|)/.test(line))
  return rows.map((row) => ({ group, title: row.split('|')[1]?.trim() ?? '', row }))
}

const scenarios = read('docs/scenarios.md').split('\n## ').slice(1).flatMap(scenariosOf)

describe('the list of scenarios', () => {
  it('has every reported scenario', () => {
    const counts = Object.fromEntries(
      Object.keys(REPORTED).map((group) => [group, scenarios.filter((one) => one.group === group).length])
    )
    expect(counts).toEqual(REPORTED)
  })

  it('names each scenario once', () => {
    const titles = scenarios.map(({ title }) => title)
    expect(titles.filter((title, at) => title === '' || titles.indexOf(title) !== at)).toEqual([])
  })

  it('names the test files of each', () => {
    expect(scenarios.filter(({ row }) => !namesTestFiles(row))).toEqual([])
  })
})
