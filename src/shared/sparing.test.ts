import { expect, test } from 'vitest'
import { createSparing } from './sparing.ts'

test('so many in a while, then again as time goes on', () => {
  const clock = { now: 0 }
  const may = createSparing({ most: 2, inMs: 100, now: () => clock.now })
  expect([may(), may(), may()]).toEqual([true, true, false])
  clock.now = 99
  expect(may()).toBe(false)
  clock.now = 100
  expect([may(), may(), may()]).toEqual([true, true, false])
})

test('one kind leaves room for others, within the limit of all', () => {
  const may = createSparing({ most: 3, mostOfKind: 2, inMs: 100, now: () => 0 })
  expect([may('a'), may('a'), may('a'), may('b'), may('b')]).toEqual([true, true, false, true, false])
})
