import { expect, it } from 'vitest'
import { readOptions } from '../../drivers/command-line.ts'
import { DEV, perMinuteOf, shellOf, START } from './options.ts'

const start = (...args: readonly string[]) => {
  const options = readOptions(START, args)
  if (options === null) throw new Error('That is a call for help.')
  return options
}

it('without any: whatever shell there is, and a service of the usual pace', () => {
  expect([shellOf(start()), perMinuteOf(start())]).toEqual([null, 600])
  expect([shellOf(start('--host')), shellOf(start('--electron'))]).toEqual(['host', 'electron'])
  expect(perMinuteOf(start('--per-minute', '0'))).toBe(0)
})

it.each([
  [
    ['--no-service', '--images', '5'],
    '--images is about the service, and --no-service starts none: leave one of them out.'
  ],
  [
    ['--no-service', '--port', '5'],
    '--port is about the service, and --no-service starts none: leave one of them out.'
  ],
  [['--electron', '--host'], '--electron and --host exclude each other: leave one of them out.'],
  [['--screens', 'x', '--images', '5'], '--screens stands alone: it makes what it photographs. Leave out the others.'],
  [['--screens', 'x', '--host'], '--screens stands alone: it makes what it photographs. Leave out the others.']
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => start(...args)).toThrow(sentence)
})

it('npm run dev refuses the same', () => {
  expect(() => readOptions(DEV, ['--no-service', '--per-minute', '5'])).toThrow('--per-minute is about the service')
  expect(() => readOptions(DEV, ['--electron', '--host'])).toThrow('exclude each other')
})
