import { expect, test } from 'vitest'
import { UsageError } from '../../../drivers/command-line.ts'
import { HELP, readOptions } from './options.ts'

test('nothing given: three hundred histories from the first seed on', () => {
  expect(readOptions([])).toEqual({ seed: 1, count: 300, minutes: null, jobs: 1 })
})

test('a count, a time, or both', () => {
  expect(readOptions(['--count', '2000', '--seed', '7', '--jobs', '2'])).toEqual({
    seed: 7,
    count: 2000,
    minutes: null,
    jobs: 2
  })
  expect(readOptions(['--minutes', '60'])).toEqual({ seed: 1, count: null, minutes: 60, jobs: 1 })
})

test('one history again', () => {
  expect(readOptions(['--only', '4711'])).toEqual({ seed: 4711, count: 1, minutes: null, jobs: 1 })
})

test('help names the command and every option', () => {
  expect(readOptions(['--help'])).toBeNull()
  const words = ['npm run histories', '--count', '--seed', '--only', '--minutes', '--jobs']
  for (const word of words) expect(HELP).toContain(word)
})

test('an unknown option is named', () => {
  expect(() => readOptions(['--no-such-word'])).toThrow("'--no-such-word'")
})

test.each([
  [['--count', '0'], '--count takes a number of at least 1.'],
  [['--seed', 'x'], '--seed takes a whole number, not "x".'],
  [['--jobs', '65'], '--jobs takes a number of at most 64.'],
  [['--only', '3', '--count', '2'], '--only is one history: leave out --seed, --count and --minutes.']
])('%j is one clear sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(UsageError)
  expect(() => readOptions(args)).toThrow(sentence)
})
