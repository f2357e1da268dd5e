import { expect, test } from 'vitest'
import { readOptions } from '../../drivers/command-line.ts'
import { checksRealService, CONFORMANCE } from './options.ts'

const read = (...args: readonly string[]) => {
  const options = readOptions(CONFORMANCE, args)
  if (options === null) throw new Error('This is a request for help.')
  return options
}

test('checks the local service unless a real one is given', () => {
  expect(checksRealService(read())).toBe(false)
  expect(checksRealService(read('--only', 'html'))).toBe(false)
  expect(checksRealService(read('--images', 'example.org', '--key-file', 'k'))).toBe(true)
  expect(checksRealService(read('--profile', 'p'))).toBe(true)
})

test.each([
  [['--profile', 'p', '--images', 'a'], '--profile contains'],
  [['--images', 'example.org'], '--key-file is missing'],
  [['--key-file', 'k'], '--images is missing'],
  [['--allow-writes'], '--allow-writes also needs'],
  [['--images', 'a', '--key-file', 'k', '--only', 'x'], '--only is for']
])('refuses %j with one sentence', (args, sentence) => {
  expect(() => read(...args)).toThrow(sentence)
})
