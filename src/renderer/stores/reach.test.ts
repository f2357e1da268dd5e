import { expect, test } from 'vitest'
import { canFetch } from './reach.ts'
import { groupStatus, status } from '../../../test/helpers/status-samples.ts'

test.each([
  ['up-to-date', true],
  ['held', true],
  ['signed-out', false],
  ['offline', false],
  ['not-answering', false]
] as const)('pictures are to be had while images are %s: %s', (state, fetches) => {
  expect(canFetch(status({ images: groupStatus({ state }) }))).toBe(fetches)
})

test('nothing is to be had before main has told a state', () => {
  expect(canFetch(null)).toBe(false)
})
