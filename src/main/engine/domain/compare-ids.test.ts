import { expect, test } from 'vitest'
import { compareIds, isNumericId } from './compare-ids.ts'

test('whole numbers of any size sort numerically, everything else by length and then by text', () => {
  const ordered = ['', '2', '9', 'a', '10', '99', 'ab', 'b0', '100', '9007199254740992', '9007199254740993']
  expect(ordered.toReversed().toSorted(compareIds)).toEqual(ordered)
  for (const id of ordered) expect(compareIds(id, id)).toBe(0)
})

test('the order is antisymmetric', () => {
  expect([Math.sign(compareIds('10', '9')), Math.sign(compareIds('9', '10'))]).toEqual([1, -1])
  expect([Math.sign(compareIds('11', '10')), Math.sign(compareIds('10', '11'))]).toEqual([1, -1])
})

test.each([
  ['0', true],
  ['9007199254740993', true],
  ['', false],
  ['a1', false],
  ['1a', false],
  ['-1', false],
  ['1.5', false],
  [' 1', false]
])('%j is a whole number: %s', (id, expected) => {
  expect(isNumericId(id)).toBe(expected)
})
