import { expect, test } from 'vitest'
import { UsageError } from '../../../drivers/command-line.ts'
import { HELP, readOptions } from './options.ts'

test('nothing given: a hundred kills of the first seed', () => {
  expect(readOptions([])).toEqual({ count: 100, seed: 1 })
  expect(readOptions(['--count', '1000', '--seed', '7'])).toEqual({ count: 1000, seed: 7 })
})

test('--help tells of every option', () => {
  expect(readOptions(['--help'])).toBeNull()
  for (const option of ['--count', '--seed']) expect(HELP).toContain(option)
})

test.each([
  [['--count', '0'], '--count takes a number of at least 1.'],
  [['--count', '-5'], 'argument'],
  [['--seed', 'x'], '--seed takes a whole number, not "x".']
])('%j is one clear sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence)
  expect(() => readOptions(['--seed', 'x'])).toThrow(UsageError)
})
