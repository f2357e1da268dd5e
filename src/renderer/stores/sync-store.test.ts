import { expect, test } from 'vitest'
import { receipt } from '../../../test/helpers/status-samples.ts'
import { expectedEnds } from './sync-store.ts'

const at = (remainingMs: number | null) => [receipt({ remainingMs })]

test('an end stays while estimates differ by less than five seconds, so that the time left counts down', () => {
  const first = expectedEnds(new Map(), at(60_000), 0)
  expect(first.get(14)).toBe(60_000)
  expect(expectedEnds(first, at(57_000), 1_000).get(14)).toBe(60_000)
  expect(expectedEnds(first, at(66_001), 1_000).get(14)).toBe(67_001)
})

test('without an estimate, and after its end, a batch has none', () => {
  const first = expectedEnds(new Map(), at(60_000), 0)
  expect([...expectedEnds(first, at(null), 1), ...expectedEnds(first, [], 1)]).toEqual([])
})
