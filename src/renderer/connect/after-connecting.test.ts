import { describe, expect, it, test } from 'vitest'
import type { GroupState, SyncStatus } from '../../shared/sync-status.ts'
import { groupStatus, status } from '../../../test/helpers/status-samples.ts'
import { firstWord, sayIfLater } from './after-connecting.ts'

const statusOf = (state: GroupState, answeredAt: number | null = null): SyncStatus =>
  status({ images: groupStatus({ state, answeredAt }) })

test.each([
  ['idle', null, null],
  ['reading', null, null],
  ['reading', 5, 'answered'],
  ['up-to-date', 5, 'answered'],
  ['offline', null, 'later'],
  ['not-answering', null, 'later'],
  ['signed-out', null, 'answered'],
  ['stopped', null, 'answered']
] as const)('%s, last answered %s: %s', (state, answeredAt, word) => {
  expect(firstWord(statusOf(state, answeredAt))).toBe(word)
})

describe('the promise to connect later', () => {
  /** Whether it was said after these statuses, and how often. */
  const saidAfter = (states: readonly (SyncStatus | null)[]): number => {
    const hears = new Set<(status: SyncStatus | null) => void>()
    let said = 0
    sayIfLater(
      (hear) => {
        hears.add(hear)
        return () => hears.delete(hear)
      },
      () => (said += 1)
    )
    for (const told of states) for (const hear of hears) hear(told)
    return said
  }

  it('is made once when nothing can be reached', () => {
    expect(saidAfter([null, statusOf('reading'), statusOf('offline'), statusOf('idle'), statusOf('offline')])).toBe(1)
  })

  it('is not made when the service answers, nor when the network goes later', () => {
    expect(saidAfter([statusOf('reading'), statusOf('reading', 5), statusOf('offline', 5)])).toBe(0)
  })
})
