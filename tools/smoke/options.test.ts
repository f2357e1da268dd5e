import { expect, test } from 'vitest'
import { readOptions } from '../../drivers/command-line.ts'
import { PARTS, partsOf, SMOKE } from './options.ts'

const read = (...args: readonly string[]) => {
  const options = readOptions(SMOKE, args)
  if (options === null) throw new Error('That is a call for help.')
  return options
}

test('everything is tried, or the parts that are named, in their order', () => {
  expect(partsOf(read())).toEqual(PARTS)
  const chosen = read('--only', 'suite', '--only', 'shell', 'test/e2e/undo.test.ts')
  expect([partsOf(chosen), chosen.rest]).toEqual([['shell', 'suite'], ['test/e2e/undo.test.ts']])
})

test.each([
  [['--only', 'fuses'], '--only takes shell, arrivals, suite, not "fuses"'],
  [['--only', 'shell', 'test/e2e/undo.test.ts'], 'Files are for the suite']
])('%j is one clear sentence', (args, sentence) => {
  expect(() => read(...args)).toThrow(sentence)
})
