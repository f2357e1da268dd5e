import { expect, test } from 'vitest'
import { UsageError } from '../../drivers/command-line.ts'
import { HELP, readOptions } from './options.ts'

test('nothing given: everything, on at most two cores', () => {
  const { files, workers } = readOptions([]) ?? {}
  expect(files).toEqual([])
  expect([1, 2]).toContain(workers)
})

test('takes several patterns and a number of workers', () => {
  expect(readOptions(['--files', '**/pacer.ts', '--files', '**/outbox.ts', '--workers', '4'])).toEqual({
    files: ['**/pacer.ts', '**/outbox.ts'],
    workers: 4
  })
})

test('--help tells of every option', () => {
  expect(readOptions(['--files', 'x', '--help'])).toBeNull()
  for (const option of ['--files', '--workers', '--help']) expect(HELP).toContain(option)
})

test.each([
  [['--workers', '0'], '--workers takes a whole number from 1 to 99, not "0".'],
  [['--workers', 'x'], '--workers takes a whole number from 1 to 99, not "x".'],
  [['--speed', '9'], '--speed'],
  [['pacer.ts'], 'pacer.ts']
])('%j is one clear sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence)
  expect(() => readOptions(['--workers', '0'])).toThrow(UsageError)
})
