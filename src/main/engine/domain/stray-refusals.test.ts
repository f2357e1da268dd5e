import { describe, expect, it } from 'vitest'
import { Pacer } from './pacer.ts'
import type { RateFacts } from './turn-report.ts'

const NOTHING: RateFacts = { limit: null, remaining: null }
const SECOND = { restMs: 1_000, isTold: true }

/** One paced request after the other, at most `perSecond`, answered 100 ms later, six at a time at most. */
class Batch {
  readonly pacer = new Pacer()
  now = 0

  run(count: number, perSecond = 40): void {
    for (let index = 0; index < count; index += 1) {
      this.now = Math.max(this.now + 1_000 / perSecond, this.pacer.nextAt(this.now, 'others'))
      this.pacer.spend(this.now)
      this.pacer.answered({ elapsed: this.now, sentAt: this.now - 100 }, NOTHING)
    }
  }

  /** `beside`: what became of the requests that left right behind it. */
  refuse(beside: readonly ('served' | 'refused')[] = []): void {
    const at = this.now + 10
    this.pacer.refused({ elapsed: at, sentAt: at - 40 }, NOTHING, SECOND)
    for (const kind of beside) {
      const times = { elapsed: at + 30, sentAt: at - 20 }
      if (kind === 'served') this.pacer.answered(times, NOTHING)
      else this.pacer.refused(times, NOTHING, SECOND)
    }
    this.now = at + 1_000
  }

  get perSecond(): number {
    return (this.pacer.allowedPerMinute() ?? Number.POSITIVE_INFINITY) / 60
  }
}

describe('a refusal beside which others are served', () => {
  it('is not about pace, and four within half a minute slow nothing', () => {
    const batch = new Batch()
    batch.run(2_400)
    for (let refusal = 0; refusal < 4; refusal += 1) {
      batch.refuse(['served', 'served'])
      batch.run(280)
    }
    expect(batch.perSecond).toBe(Number.POSITIVE_INFINITY)
  })

  it('is about pace where most of the others are refused, too', () => {
    const batch = new Batch()
    batch.run(2_400)
    batch.refuse(['served', 'refused', 'refused'])
    expect(batch.perSecond).toBeLessThan(40)
  })
})

describe('a few refusals alone', () => {
  it('leave 90 % of what worked twenty seconds after the last', () => {
    const batch = new Batch()
    batch.run(2_400)
    for (const count of [200, 12, 300]) {
      batch.refuse()
      batch.run(count)
    }
    batch.refuse()
    const since = batch.now
    while (batch.now < since + 20_000) batch.run(1)
    expect(batch.perSecond).toBeGreaterThan(0.9 * 40)
  })

  it('do so as well where the last three came one right after the other', () => {
    const batch = new Batch()
    batch.run(2_400)
    for (let refusal = 0; refusal < 5; refusal += 1) {
      batch.refuse()
      batch.run(3)
    }
    const since = batch.now
    while (batch.now < since + 20_000) batch.run(1)
    expect(batch.perSecond).toBeGreaterThan(0.88 * 40)
  })
})

it('refusals that come as often at every slower pace are no limit', () => {
  const batch = new Batch()
  batch.run(2_400)
  for (let refusal = 0; refusal < 7; refusal += 1) {
    batch.refuse()
    batch.run(20)
  }
  expect(batch.perSecond).toBe(Number.POSITIVE_INFINITY)
})

it('a limit that has dropped is found, though a few refusals are let pass', () => {
  const batch = new Batch()
  const limited = (): void => {
    // Ten in the second that begins with the rest's end.
    for (let taken = 0; taken < 10; taken += 1) {
      const before = batch.now
      batch.run(1)
      if (batch.now - before > 150) return
    }
    batch.refuse(['refused', 'refused'])
  }
  batch.run(2_400)
  const refused = { late: 0 }
  for (let second = 0; second < 40; second += 1) {
    const before = batch.perSecond
    limited()
    if (second > 20 && batch.perSecond < before) refused.late += 1
  }
  expect(batch.perSecond).toBeLessThan(16)
})
