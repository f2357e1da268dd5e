import { expect, it } from 'vitest'
import { naturalKey } from './search.ts'

/** Sorts names by key; equal keys keep their order. */
const sorted = (names: readonly string[]): readonly string[] =>
  names.toSorted((a, b) => Number(naturalKey(a) > naturalKey(b)) - Number(naturalKey(a) < naturalKey(b)))

it.each([
  [
    ['10', '2', '1'],
    ['1', '2', '10']
  ],
  [
    ['fox 10', 'fox 9', 'fox 010', 'fox 100'],
    ['fox 9', 'fox 10', 'fox 010', 'fox 100']
  ],
  [
    ['a2b10', 'a2b9', 'a10b1'],
    ['a2b9', 'a2b10', 'a10b1']
  ],
  [
    ['v1.10', 'v1.9', 'v1'],
    ['v1', 'v1.9', 'v1.10']
  ],
  [
    ['12345678901', '9999999999', '7'],
    ['7', '9999999999', '12345678901']
  ],
  [
    ['x0', 'x', 'x00'],
    ['x', 'x0', 'x00']
  ],
  [
    ['b', '2', 'a', ''],
    ['', '2', 'a', 'b']
  ]
])('sorts names by the value of their numbers: %j', (names, expected) => {
  expect(sorted(names)).toEqual(expected)
})

it('gives numbers of any length distinct keys', () => {
  const long = '9'.repeat(5_000)
  expect(sorted([`${long}0`, long, '1'])).toEqual(['1', long, `${long}0`])
})
