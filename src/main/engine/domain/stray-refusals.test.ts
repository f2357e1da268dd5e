import { describe, expect, it } from 'vitest'
import { Pacer } from './pacer.ts'
import type { RateFacts } from './request-report.ts'

const NOTHING: RateFacts = { limit: null, remaining: null }
const SECOND = 1_000

/** Sends one paced request after another, at most `perSecond`, served 100 ms later, at most six at a time. */
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

  /**
   * Refuses a request; `beside`: results of the requests sent just after it. Returns for each refusal whether it is
   * about the rate.
   */
  refuse(beside: readonly ('served' | 'refused')[] = []): boolean[] {
    const at = this.now + 10
    const about = [this.pacer.refused({ elapsed: at, sentAt: at - 40 }, NOTHING, SECOND)]
    for (const kind of beside) {
      const times = { elapsed: at + 30, sentAt: at - 20 }
      if (kind === 'served') this.pacer.answered(times, NOTHING)
      else about.push(this.pacer.refused(times, NOTHING, SECOND))
    }
    this.now = at + 1_000
    return about
  }

  get perSecond(): number {
    return (this.pacer.allowedPerMinute() ?? Number.POSITIVE_INFINITY) / 60
  }
}

describe('a refusal while neighboring requests are served', () => {
  it('is not about the rate, and four within half a minute slow nothing', () => {
    const batch = new Batch()
    batch.run(2_400)
    for (let refusal = 0; refusal < 4; refusal += 1) {
      batch.refuse(['served', 'served'])
      batch.run(280)
    }
    expect(batch.perSecond).toBe(Number.POSITIVE_INFINITY)
  })

  it('is about the rate if most of the others are refused, too', () => {
    const batch = new Batch()
    batch.run(2_400)
    batch.refuse(['served', 'refused', 'refused'])
    expect(batch.perSecond).toBeLessThan(40)
  })

  it('does not change a guessed rate, but lowers a known one', () => {
    const estimating = new Batch()
    estimating.run(200)
    estimating.refuse()
    estimating.run(100)
    const estimate = estimating.perSecond
    estimating.refuse(['served'])
    expect(estimating.perSecond).toBe(estimate)
    const knowing = new Batch()
    knowing.run(2_400)
    knowing.refuse()
    knowing.run(600)
    const before = knowing.perSecond
    knowing.refuse(['served'])
    expect(knowing.perSecond).toBeLessThan(0.9 * before)
  })
})

describe('a few lone refusals', () => {
  it('leave 90% of the previous rate twenty seconds after the last', () => {
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

  it('do so as well if the last ones came in quick succession', () => {
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

/** Refusals that are as frequent at every slower rate, each with another one beside it, until that is detected. */
function useless(): { readonly batch: Batch; readonly about: readonly boolean[][] } {
  const batch = new Batch()
  batch.run(2_400)
  const about: boolean[][] = []
  for (let refusal = 0; refusal < 6; refusal += 1) {
    about.push(batch.refuse(['refused']))
    batch.run(20)
  }
  return { batch, about }
}

describe('refusals that are as frequent at every slower rate', () => {
  it('are distinguished from a limit', () => {
    const { batch, about } = useless()
    expect(batch.perSecond).toBe(Number.POSITIVE_INFINITY)
    // The first slows down; three are spared; the next one slows down again, and the last one proves that useless.
    const one = [true, false, false, false, true, false]
    expect(about).toEqual(one.map((isAbout) => [isAbout, isAbout]))
  })

  it('are remembered only until neighboring requests are refused with one', () => {
    const { batch } = useless()
    batch.refuse()
    expect(batch.perSecond).toBe(Number.POSITIVE_INFINITY)
    batch.run(200)
    batch.refuse(['refused', 'refused'])
    batch.run(20)
    const before = batch.perSecond
    batch.refuse()
    expect(batch.perSecond).toBeLessThan(before)
  })
})

it('a refusal explained by the reported limit is about the rate', () => {
  const { pacer } = new Batch()
  expect(pacer.refused({ elapsed: 0, sentAt: 0 }, { limit: 60, remaining: 0 }, SECOND)).toBe(true)
})

it('a lower limit is found although a few refusals are spared', () => {
  const batch = new Batch()
  const limited = (): void => {
    // Ten in the second after the cooldown.
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
