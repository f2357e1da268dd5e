import { expect, test } from 'vitest'
import { readOptions } from '../../drivers/command-line.ts'
import { JOURNEY, favoritesAll } from './options.ts'

const read = (...args: readonly string[]) => {
  const options = readOptions(JOURNEY, args)
  if (options === null) throw new Error('This is a request for help.')
  return options
}

test('favorites every image from ten thousand images, except in full', () => {
  expect(favoritesAll(read())).toBe(false)
  expect(favoritesAll(read('--images', '10000'))).toBe(true)
  expect(favoritesAll(read('--images', '10000', '--full'))).toBe(false)
  expect(favoritesAll(read('--select', 'all'))).toBe(true)
})

test('accepts a share of faults', () => {
  expect(read('--faults', '0.2').faults).toBe(0.2)
  expect(read().faults).toBe(0)
})

test.each([
  [['--faults', '20'], '--faults takes a share from 0 to 0.5, not "20".'],
  [['--faults', '.6'], '--faults takes a share from 0 to 0.5, not ".6".'],
  [['--full', '--select', 'all'], '--full favorites one style, because it deletes others.']
])('refuses %j with one sentence', (args, sentence) => {
  expect(() => read(...args)).toThrow(sentence)
})
