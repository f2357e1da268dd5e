import { describe, expect, it } from 'vitest'
import type { SyncStatus } from '../../shared/sync-status.ts'
import { receipt, status } from '../../../test/helpers/status-samples.ts'
import { endedBatch } from './job-store.ts'

const running = (...batches: number[]): SyncStatus => status({ running: batches.map((batch) => receipt({ batch })) })

describe('a batch that came to its end', () => {
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

  it('says nothing before main has told a state', () => {
    expect(endedBatch(null, running())).toBeNull()
  })
})
