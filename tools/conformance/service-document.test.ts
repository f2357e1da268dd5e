/** Compares the outcomes in docs/service.md with those that the conformance suite expects. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operationRows, otherRows } from './expectations.ts'

const text = readFileSync(join(import.meta.dirname, '../../docs/service.md'), 'utf8')
const chapter = text.slice(text.indexOf('\n## Outcomes\n'))

test('the tables contain the expectations of the suite', () => {
  const rows = chapter.split('\n').filter((line) => line.startsWith('| `'))
  expect(rows).toEqual([...operationRows(), ...otherRows()])
})
