import { expect, test } from 'vitest'
import { readOptions } from '../../drivers/command-line.ts'
import { PARTS, partsOf, SMOKE } from './options.ts'

const read = (...args: readonly string[]) => {
  const options = readOptions(SMOKE, args)
  if (options === null) throw new Error('This is a request for help.')
  return options
}

test('selects all parts, or the given ones in order', () => {
  expect(partsOf(read())).toEqual(PARTS)
  const chosen = read('--only', 'suite', '--only', 'shell', 'test/e2e/undo.test.ts')
  expect([partsOf(chosen), chosen.rest]).toEqual([['shell', 'suite'], ['test/e2e/undo.test.ts']])
})

test.each([
  [['--only', 'fuses'], '--only takes shell, arrivals, suite, not "fuses"'],
  [['--only', 'shell', 'test/e2e/undo.test.ts'], 'Files are for the suite']
])('refuses %j with one sentence', (args, sentence) => {
  expect(() => read(...args)).toThrow(sentence)
})
