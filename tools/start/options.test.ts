import { expect, it } from 'vitest'
import { readOptions } from '../../drivers/command-line.ts'
import { DEV, perMinuteOf, shellOf, START } from './options.ts'

const start = (...args: readonly string[]) => {
  const options = readOptions(START, args)
  if (options === null) throw new Error('This is a request for help.')
  return options
}

it('defaults to any shell and a service with the default rate limit', () => {
  expect([shellOf(start()), perMinuteOf(start())]).toEqual([null, 600])
  expect([shellOf(start('--host')), shellOf(start('--electron'))]).toEqual(['host', 'electron'])
  expect(perMinuteOf(start('--per-minute', '0'))).toBe(0)
})

it.each([
  [
    ['--no-service', '--images', '5'],
    '--images requires a service, and --no-service starts none. Leave out one of them.'
  ],
  [['--no-service', '--port', '5'], '--port requires a service, and --no-service starts none. Leave out one of them.'],
  [['--electron', '--host'], '--electron and --host exclude each other. Leave out one of them.']
])('refuses %j with a sentence', (args, sentence) => {
  expect(() => start(...args)).toThrow(sentence)
})

it('npm run dev refuses the same', () => {
  expect(() => readOptions(DEV, ['--no-service', '--per-minute', '5'])).toThrow('--per-minute requires a service')
  expect(() => readOptions(DEV, ['--electron', '--host'])).toThrow('exclude each other')
})
