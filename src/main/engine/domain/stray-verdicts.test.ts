/** Tests the rules of `StrayRefusals` one by one. Their interaction in a pacer is in stray-refusals.test.ts. */
import { describe, expect, it } from 'vitest'
import type { LearnedRate } from './learned-rate.ts'
import { type RefusalVerdict, StrayRefusals } from './stray-refusals.ts'

/** A rate a minute for a service that refused at 100 a minute. */
const known = (rate: number): LearnedRate => ({ rate, ceiling: 100, met: 0 })
const estimated = (rate: number): LearnedRate => ({ rate, ceiling: 100, met: null })
const MINUTE = 60_000

class History {
  readonly strays = new StrayRefusals()
  /** Late enough that sums of two times are not mistaken for differences. */
  now = 60 * MINUTE

  serve(count: number, pace: LearnedRate | null): void {
    for (let index = 0; index < count; index += 1) this.strays.answered(this.now, pace)
  }

  /** Refuses the last of `gap` requests. */
  refuse(gap: number, pace: LearnedRate | null): RefusalVerdict {
    this.serve(gap - 1, pace)
    return this.strays.refused({ elapsed: this.now, sentAt: this.now }, pace)
  }

  /** Returns the rate after a request that is served `ms` later. */
  paceAfter(ms: number, pace: LearnedRate): LearnedRate | null {
    this.now += ms
    return this.strays.answered(this.now, pace)
  }

  /** S: a request sent with the refused one is served, R: it is refused as well. */
  beside(kinds: string): this {
    for (const kind of kinds) this.strays.beside(kind === 'S', this.now)
    return this
  }
}

describe('refusals at a slower rate', () => {
  it('are measured unless the rate is below 93% of the fastest one', () => {
    expect(new History().refuse(10, known(93))).toBe('measure')
    expect(new History().refuse(10, known(92.9))).toBe('ignore')
  })

  it.each<[string, number, readonly number[], RefusalVerdict]>([
    ['the third useless slowdown is the last', 20, [10, 10, 10], 'restore'],
    ['only those at the slower rate count, ten requests apart on average', 20, [12, 12, 6], 'restore'],
    ['they are too frequent to be chance, whatever came before', 40, [9, 9, 9], 'measure'],
    ['four times as rare is not rare enough', 10, [10, 10, 40], 'restore'],
    ['slowing down made them more than four times as rare', 10, [10, 10, 41], 'measure'],
    ['the rarer of two earlier refusals is compared', 30, [10, 100, 100], 'restore']
  ])('of a guess: %s', (_, fast, slow, last) => {
    const history = new History()
    expect(history.refuse(fast, estimated(100))).toBe('measure')
    const verdicts = slow.map((gap) => history.refuse(gap, estimated(80)))
    expect(verdicts).toEqual(['measure', 'measure', last])
  })

  it.each<[string, readonly number[], RefusalVerdict]>([
    ['three are spared, and three slowdowns are tested', [10, 10, 10, 10, 10, 10], 'restore'],
    ['four times as rare as the last three is not rare enough', [40, 40, 10, 10, 10, 40], 'restore'],
    ['more than four times as rare as the last three restarts the count', [40, 40, 10, 10, 10, 41], 'ignore']
  ])('of a well-known limit: %s', (_, slow, last) => {
    const history = new History()
    history.refuse(40, known(100))
    const verdicts = slow.map((gap) => history.refuse(gap, known(80)))
    expect(verdicts).toEqual(['ignore', 'ignore', 'ignore', 'measure', 'measure', last])
  })

  it('are counted from zero again after the rate was unlearned', () => {
    const history = new History()
    const paces = [estimated(80), estimated(80), null, estimated(80)]
    expect(paces.map((pace) => history.refuse(10, pace))).toEqual(['measure', 'measure', 'measure', 'measure'])
  })
})

describe('twelve seconds without a refusal', () => {
  const slowed = (pace = known(100)): History => {
    const history = new History()
    history.refuse(40, pace)
    return history
  }

  it('restore 92% of the previous rate, once', () => {
    const history = slowed()
    expect(history.paceAfter(11_999, known(85))).toEqual(known(85))
    expect(history.paceAfter(1, known(85))).toEqual(known(92))
    expect(history.paceAfter(1, known(85))).toEqual(known(85))
  })

  it.each([known(92), known(95)])('do not change a rate that is not slower: %o', (pace) => {
    expect(slowed().paceAfter(12_000, pace)).toBe(pace)
  })

  it('change nothing if the previous rate is a guess', () => {
    expect(slowed(estimated(100)).paceAfter(12_000, estimated(85))).toEqual(estimated(85))
  })

  /** Serves forty requests at the slower rate, and `requests` after it was abandoned. */
  const returned = (requests: number): { history: History; verdict: RefusalVerdict } => {
    const history = slowed()
    history.serve(39, known(85))
    history.paceAfter(12_000, known(85))
    return { history, verdict: history.refuse(requests, known(92)) }
  }

  it.each([
    [9, 'measure'],
    [10, 'ignore']
  ])('confirm the limit if, after forty requests, the %ith is refused: %s', (requests, verdict) => {
    expect(returned(requests).verdict).toBe(verdict)
  })

  it.each([
    ['less than ten minutes', 10 * MINUTE - 1, 24_000],
    ['ten minutes', 10 * MINUTE, 12_000]
  ])('double once the limit was met, for %s', (_, laterMs, pauseMs) => {
    const { history } = returned(9)
    history.now += laterMs
    history.refuse(40, known(100))
    expect(history.paceAfter(pauseMs - 1, known(85))).toEqual(known(85))
    expect(history.paceAfter(1, known(85))).toEqual(known(92))
  })
})

describe('a refusal', () => {
  it.each([
    ['', null],
    ['R', null],
    ['S', true],
    ['SR', true],
    ['SSRR', true],
    ['RR', false],
    ['SRR', false]
  ])('beside %j is alone: %s', (kinds, isAlone) => {
    const history = new History()
    history.refuse(1, null)
    expect(history.beside(kinds).strays.isAlone).toBe(isAlone)
    history.refuse(1, null)
    expect(history.strays.isAlone).toBeNull()
  })

  it('counts requests sent with it or later as its neighbors, not earlier ones', () => {
    const { strays, now } = new History()
    strays.refused({ elapsed: now, sentAt: now - 50 }, null)
    strays.beside(true, now - 51)
    expect(strays.isAlone).toBeNull()
    strays.beside(true, now - 50)
    expect(strays.isAlone).toBe(true)
  })

  it.each([
    ['two alone', ['S', 'S'], false],
    ['three alone', ['S', 'S', 'S'], true],
    ['three alone, and one without known neighbors', ['S', 'S', '', 'S'], true],
    ['three alone, and one among others', ['S', 'S', 'RR', 'S'], false]
  ])('counts as a stray after %s: %s', (_, before, areKnown) => {
    const history = new History()
    for (const kinds of before) {
      history.refuse(10, null)
      history.beside(kinds)
    }
    history.refuse(10, null)
    expect(history.strays.areKnown(history.now)).toBe(areKnown)
  })

  it('counts as a stray for ten minutes after slowing down proved useless', () => {
    const history = new History()
    const { strays, now } = history
    expect(strays.areKnown(now)).toBe(false)
    for (const rate of [100, 80, 80, 80]) history.refuse(10, estimated(rate))
    expect(strays.areKnown(now + 10 * MINUTE - 1)).toBe(true)
    expect(strays.areKnown(now + 10 * MINUTE)).toBe(false)
  })
})
