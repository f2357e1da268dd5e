import { expect, test } from 'vitest'
import { UsageError } from '../../../drivers/command-line.ts'
import { HELP, readOptions } from './options.ts'

test('nothing given: a hundred kills of the first seed', () => {
  expect(readOptions([])).toEqual({ count: 100, seed: 1 })
  expect(readOptions(['--count', '1000', '--seed', '7'])).toEqual({ count: 1000, seed: 7 })
})

test('help names the command and every option', () => {
  expect(readOptions(['--help'])).toBeNull()
  for (const word of ['npm run kills', '--count', '--seed']) expect(HELP).toContain(word)
})

test('an unknown option is named', () => {
  expect(() => readOptions(['--no-such-word'])).toThrow("'--no-such-word'")
})

test.each([
  [['--count', '0'], '--count takes a number of at least 1.'],
  [['--count', '-5'], 'argument'],
  [['--seed', 'x'], '--seed takes a whole number, not "x".']
])('%j is one clear sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence)
  expect(() => readOptions(['--seed', 'x'])).toThrow(UsageError)
})
