/** Compares docs/service.md with the code: every dialect, switch and hazard once, with the same text. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DIALECT_NAMES, DIALECTS } from './dialects/dialects.ts'
import { SWITCHES, SWITCH_NAMES } from './dialects/switches.ts'
import { operationWords } from './hazards/hazard.ts'
import { HAZARD_GROUPS } from './hazards/hazards.ts'

const text = readFileSync(join(import.meta.dirname, '../../docs/service.md'), 'utf8')

/** Returns the table rows between a heading and the next one of the same or a higher level. */
function rowsUnder(heading: string): readonly string[] {
  const level = heading.split(' ')[0]?.length ?? 1
  const begin = text.indexOf(`\n${heading}\n`)
  if (begin < 0) throw new Error(`docs/service.md has no heading "${heading}"`)
  const following = text.slice(begin + heading.length + 2)
  const end = following.search(new RegExp(`^#{1,${level}} `, 'm'))
  const lines = (end < 0 ? following : following.slice(0, end)).split('\n')
  return lines.filter((line) => line.startsWith('| `'))
}

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')

test('dialects', () => {
  const rows = DIALECT_NAMES.map((name) => {
    const { sentence, changes } = DIALECTS[name]
    const values = Object.entries(changes).map(([key, value]) => `${key}=${value}`)
    return row(`\`${name}\``, sentence, values.join(', '))
  })
  expect(rowsUnder('## Dialects')).toEqual(rows)
})

test('switches', () => {
  const rows = SWITCH_NAMES.flatMap((name) =>
    Object.entries(SWITCHES[name]).map(([value, sentence]) => row(`\`${name}=${value}\``, sentence))
  )
  expect(rowsUnder('## Switches')).toEqual(rows)
})

test.each(HAZARD_GROUPS)('hazards: $title', ({ title, hazards }) => {
  const rows = hazards.map((hazard) => {
    const work = hazard.work === 'done' ? 'done' : 'not done'
    return row(`\`${hazard.id}\``, hazard.sentence, operationWords(hazard), work)
  })
  expect(rowsUnder(`### ${title}`)).toEqual(rows)
})

test('docs/service.md has no other hazards', () => {
  const ids = HAZARD_GROUPS.flatMap(({ hazards }) => hazards.map(({ id }) => id))
  expect(rowsUnder('## Hazards')).toHaveLength(ids.length)
  expect(new Set(ids).size).toBe(ids.length)
})
