import { expect, test } from 'vitest'
import { seedsOf } from './seeds.ts'

test.each([1, 2, 3, 7])('%d processes play each seed once', (jobs) => {
  const shares = Array.from({ length: jobs }, (_, place) => [
    ...seedsOf({ seed: 5 + place, count: 10 - place, step: jobs })
  ])
  expect(shares.flat().toSorted((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
})

test('without a count they continue endlessly', () => {
  const seeds = seedsOf({ seed: 1, count: null, step: 2 })
  expect([seeds.next().value, seeds.next().value, seeds.next().done]).toEqual([1, 3, false])
})
