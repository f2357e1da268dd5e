import { describe, expect, it, test } from 'vitest'
import { receipt, status } from '../../../test/helpers/status-samples.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'
import { endedBatch, expectedEnds } from './sync-store.ts'

const at = (remainingMs: number | null) => [receipt({ remainingMs })]

test('keeps an end while estimates differ by less than five seconds, so that the time left counts down', () => {
  const first = expectedEnds(new Map(), at(60_000), 0)
  expect(first.get(14)).toBe(60_000)
  expect(expectedEnds(first, at(57_000), 1_000).get(14)).toBe(60_000)
  expect(expectedEnds(first, at(66_001), 1_000).get(14)).toBe(67_001)
})

test('has no end without an estimate or after the batch', () => {
  const first = expectedEnds(new Map(), at(60_000), 0)
  expect([...expectedEnds(first, at(null), 1), ...expectedEnds(first, [], 1)]).toEqual([])
})

const running = (...batches: number[]): SyncStatus => status({ running: batches.map((batch) => receipt({ batch })) })

describe('a batch that ended', () => {
  it.each([
    ['none ran', running(), running(), null],
    ['one goes on', running(14), running(14), null],
    ['one begins', running(), running(14), null],
    ['one ended', running(14), running(), 14],
    ['the newest of two', running(14, 15), running(), 15],
    ['one of two', running(14, 15), running(15), 14]
  ])('%s', (_case, before, now, expected) => {
    expect(endedBatch(before, now)).toBe(expected)
  })

  it('is unknown before main has reported a state', () => {
    expect(endedBatch(null, running())).toBeNull()
  })
})
