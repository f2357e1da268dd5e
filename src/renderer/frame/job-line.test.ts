import { describe, expect, it } from 'vitest'
import { copy } from '../../copy/language.ts'
import { groupStatus, receipt, status } from '../../../test/helpers/status-samples.ts'
import type { BatchReceipt } from '../../shared/batch.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'
import { expectedEnds } from '../stores/sync-store.ts'
import { canWriteBack, jobLine, quartersDone, receiptRows } from './job-line.ts'

const sending = groupStatus({ state: 'sending' })
const MINUTE = 60_000
/** The line a minute after the start, with fresh estimates. */
const lineOf = (now: SyncStatus, at: number) =>
  jobLine({ status: now, connection: null, ends: expectedEnds(new Map(), now.running, at) }, at)

describe('the job line', () => {
  it('is absent without batches', () => {
    expect(lineOf(status(), 0)).toBeNull()
  })

  it('shows counts above zero, and the time left once it is known', () => {
    const line = lineOf(status({ images: sending, running: [receipt()] }), MINUTE)
    expect(line?.name).toBe(copy.batches.name(14))
    expect(line?.parts.slice(0, 2)).toEqual([copy.batches.outcomes.done(212), copy.status.pending(669)])
    expect(line?.parts[2]).toBe(copy.counted.needAttention(13))
    expect(line?.parts[3]).toBe(copy.time.left(copy.time.aboutMinutes(3)))
    expect(line?.parts[4]).toMatch(/^done around /)
    expect(line?.share).toBeCloseTo(225 / 894)
  })

  it('shows no end while offline or paused, nor for a batch that ends before it can be read', () => {
    const running = [receipt()]
    expect(lineOf(status({ images: groupStatus({ state: 'offline' }), running }), MINUTE)?.parts).toHaveLength(3)
    expect(lineOf(status({ images: sending, running, isPaused: true }), MINUTE)?.parts).toHaveLength(3)
    const brief = [receipt({ remainingMs: 6_000 })]
    expect(lineOf(status({ images: sending, running: brief }), 0)?.parts).toHaveLength(3)
    expect(lineOf(status({ images: sending, running: brief }), MINUTE)?.parts).toHaveLength(4)
  })

  it('shows the end of the last batch, which waits for the earlier ones', () => {
    const first = receipt({ remainingMs: 10 * MINUTE })
    const last = receipt({ batch: 15, remainingMs: 30 * MINUTE })
    const alone = lineOf(status({ images: sending, running: [last] }), MINUTE)
    expect(lineOf(status({ images: sending, running: [first, last] }), MINUTE)?.parts.slice(3)).toEqual(
      alone?.parts.slice(3)
    )
  })

  it('sums consecutive batches', () => {
    const line = lineOf(
      status({ images: sending, running: [receipt(), receipt({ batch: 15, remainingMs: null })] }),
      MINUTE
    )
    expect(line?.name).toBe(copy.batches.several(2))
    expect(line?.parts).toEqual([
      copy.batches.outcomes.done(424),
      copy.status.pending(1_338),
      copy.counted.needAttention(26)
    ])
  })

  it('names a batch of an earlier run', () => {
    const pickedUp = { startedAt: 0, left: 669, checking: 6 }
    const line = lineOf(status({ images: sending, pickedUp, running: [receipt({ checking: 6 })] }), 0)
    expect(line?.name).toMatch(/^Resuming batch from /)
    expect(line?.parts).toContain(copy.batches.outcomes.checking(6))
  })

  it('is full for a batch without any change', () => {
    const idle = receipt({ size: 310, done: 0, waiting: 0, needsAttention: 0 })
    expect(lineOf(status({ running: [idle] }), 0)?.share).toBe(1)
  })
})

describe('the receipt', () => {
  it('adds up to the size of the batch', () => {
    const whole = receipt({ checking: 2 })
    expect(receiptRows(whole).reduce((sum, { count }) => sum + count, 0)).toBe(whole.size)
  })
})

describe('a batch that can be stopped', () => {
  it('writes back done changes where possible', () => {
    expect(canWriteBack(receipt())).toBe(true)
    expect(canWriteBack(receipt({ done: 0 }))).toBe(false)
    expect(canWriteBack(receipt({ canUndo: false }))).toBe(false)
    expect(canWriteBack(receipt({ verb: 'create' }))).toBe(false)
  })

  it('is paused, or on hold by a rule, when nothing of what runs may go', () => {
    const paused = receipt({ pause: { why: 'user' } })
    const onHold = receipt({ pause: { why: 'not-shown', count: 5, left: 4 } })
    const last = (...running: BatchReceipt[]) => lineOf(status({ images: sending, running }), MINUTE)?.parts.at(-1)
    expect(last(paused)).toBe(copy.status.pausedText)
    expect(last(paused, onHold)).toBe(copy.status.onHoldWord)
    expect(last(paused, receipt())).not.toBe(copy.status.pausedText)
  })

  it('is announced by quarters', () => {
    expect([0, 0.24, 0.25, 0.74, 1].map(quartersDone)).toEqual([0, 0, 1, 2, 4])
  })
})
