import { expect, test } from 'vitest'
import { readOptions } from '../../drivers/command-line.ts'
import { JOURNEY, starsAll } from './options.ts'

const read = (...args: readonly string[]) => {
  const options = readOptions(JOURNEY, args)
  if (options === null) throw new Error('That is a call for help.')
  return options
}

test('every record is starred from ten thousand on, but not in full', () => {
  expect(starsAll(read())).toBe(false)
  expect(starsAll(read('--images', '10000'))).toBe(true)
  expect(starsAll(read('--images', '10000', '--full'))).toBe(false)
  expect(starsAll(read('--select', 'all'))).toBe(true)
})

test('takes a share of faults', () => {
  expect(read('--faults', '0.2').faults).toBe(0.2)
  expect(read().faults).toBe(0)
})

test.each([
  [['--faults', '20'], '--faults takes a share from 0 to 0.5, not "20".'],
  [['--faults', '.6'], '--faults takes a share from 0 to 0.5, not ".6".'],
  [['--full', '--select', 'all'], '--full stars one style: what it deletes must not be starred.']
])('%j is one clear sentence', (args, sentence) => {
  expect(() => read(...args)).toThrow(sentence)
})
