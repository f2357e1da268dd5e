import { expect, test } from 'vitest'
import { createSparing } from './sparing.ts'

test('allows a number of actions per period', () => {
  const clock = { now: 0 }
  const may = createSparing({ most: 2, inMs: 100, now: () => clock.now })
  expect([may(), may(), may()]).toEqual([true, true, false])
  clock.now = 99
  expect(may()).toBe(false)
  clock.now = 100
  expect([may(), may(), may()]).toEqual([true, true, false])
})

test('limits one kind, so that others remain possible within the total limit', () => {
  const may = createSparing({ most: 3, mostOfKind: 2, inMs: 100, now: () => 0 })
  expect([may('a'), may('a'), may('a'), may('b'), may('b')]).toEqual([true, true, false, true, false])
})
