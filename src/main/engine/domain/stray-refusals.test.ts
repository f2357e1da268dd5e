import { describe, expect, it } from 'vitest'
import { Pacer } from './pacer.ts'
import type { RateFacts } from './turn-report.ts'

const NOTHING: RateFacts = { limit: null, remaining: null }
const SECOND = 1_000

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

  /** `beside`: what became of the requests that left right behind it. Answers of each refusal whether it is about pace. */
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

  it('changes nothing of a pace that is a guess, and lowers one that is well known', () => {
    const guessing = new Batch()
    guessing.run(200)
    guessing.refuse()
    guessing.run(100)
    const guess = guessing.perSecond
    guessing.refuse(['served'])
    expect(guessing.perSecond).toBe(guess)
    const knowing = new Batch()
    knowing.run(2_400)
    knowing.refuse()
    knowing.run(600)
    const before = knowing.perSecond
    knowing.refuse(['served'])
    expect(knowing.perSecond).toBeLessThan(0.9 * before)
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

/** Refusals that come as often at every slower pace, each with another one beside it, until that is found out. */
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

describe('refusals that come as often at every slower pace', () => {
  it('are no limit, and are told from one that is', () => {
    const { batch, about } = useless()
    expect(batch.perSecond).toBe(Number.POSITIVE_INFINITY)
    // The first slows; three are let pass; the next one slows again, and the last one proves that useless.
    const one = [true, false, false, false, true, false]
    expect(about).toEqual(one.map((isAbout) => [isAbout, isAbout]))
  })

  it('are remembered only until others are refused with one', () => {
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

it('a refusal that the told limit explains is about pace', () => {
  const { pacer } = new Batch()
  expect(pacer.refused({ elapsed: 0, sentAt: 0 }, { limit: 60, remaining: 0 }, SECOND)).toBe(true)
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
