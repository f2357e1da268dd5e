import { describe, expect, it } from 'vitest'
import { LimitedHost } from '../../../../test/helpers/limited-host.ts'
import { seededRandom } from '../../../../drivers/seeded-random.ts'
import { type VirtualClock, createVirtualClock } from '../../../../drivers/virtual-clock.ts'
import { backoffMs } from '../domain/backoff.ts'
import type { Lane } from '../domain/shares.ts'
import type { RequestReport } from '../domain/request-report.ts'
import { Governor } from './governor.ts'

interface Drain {
  readonly host: LimitedHost
  readonly governor: Governor
  readonly clock: VirtualClock
  readonly count: number
  readonly latencyMs?: number
}

/** Sends `count` requests until each is accepted, and returns the virtual ms that took. */
async function drain({ host, governor, clock, count, latencyMs = 40 }: Drain): Promise<number> {
  const start = clock.elapsed()
  let left = count
  let done = 0
  const signal = new AbortController().signal
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const isTaken = await governor.run({ lane: 'batch', signal, begin: (learn) => host.response(latencyMs, learn) })
      if (isTaken === true) done += 1
      else left += 1
    }
  }
  for (let index = 0; index < 6; index += 1) void worker()
  await clock.runUntil(() => done === count)
  return clock.elapsed() - start
}

function setUp(limit: number | null, reported: 'headers' | 'retry-after' | 'nothing' = 'headers', seed = 1) {
  const clock = createVirtualClock()
  const host = new LimitedHost(clock, limit, reported)
  const governor = new Governor({ clock, random: seededRandom(seed), onChange: () => undefined })
  return { clock, host, governor }
}

type Learn = (report: RequestReport) => void

const report = (kind: RequestReport['kind'], more: Partial<RequestReport> = {}): RequestReport => ({
  kind,
  rate: { limit: null, remaining: null },
  retryAfterMs: kind === 'refused' ? 60_000 : null,
  requests: 1,
  ...more
})

/** Answers with that report. */
const answering =
  <T>(value: T, kind: RequestReport['kind'], more: Partial<RequestReport> = {}) =>
  async (learn: Learn): Promise<T> => {
    learn(report(kind, more))
    return value
  }

describe('a turn that a user watches', () => {
  const ask = (governor: Governor, failFastOnCooldown: boolean, begin: (learn: Learn) => Promise<string>) =>
    governor.run({ lane: 'interactive', failFastOnCooldown, signal: new AbortController().signal, begin })
  const rest = report('refused', { retryAfterMs: 60_000 })

  it('leaves the queue when a cooldown begins, and those behind it keep their places', async () => {
    const { clock, governor } = setUp(null)
    const first = Promise.withResolvers<void>()
    void ask(governor, false, (learn) => first.promise.then(() => answering('refused', 'refused')(learn)))
    const order: string[] = []
    const reported = (name: string) => (value: string | null) => order.push(`${name}: ${value}`)
    const response = answering('sent', 'answered')
    void ask(governor, true, response).then(reported('watched'))
    void ask(governor, false, response).then(reported('other'))
    first.resolve()
    await clock.advance(1)
    expect(order).toEqual(['watched: null'])
    await clock.advance(120_000)
    expect(order).toEqual(['watched: null', 'other: sent'])
  })

  it('does not start to wait during a cooldown', async () => {
    const { clock, governor } = setUp(null)
    governor.note(rest)
    let begun = 0
    const turn = { lane: 'interactive', failFastOnCooldown: true, signal: new AbortController().signal } as const
    const begin = (learn: Learn) => {
      begun += 1
      return answering('sent', 'answered')(learn)
    }
    expect(await governor.run({ ...turn, begin })).toBeNull()
    await clock.advance(120_000)
    expect(begun).toBe(0)
    const later = governor.run({ ...turn, begin })
    await clock.advance(1_000)
    expect(await later).toBe('sent')
  })
})

describe('pace', () => {
  it("uses half of the host's sockets at half share, and all of them at full share, at once", async () => {
    const { host, governor, clock } = setUp(null)
    governor.setShare(0.5)
    const half = await drain({ host, governor, clock, count: 3_000 })
    expect(host.mostInFlight).toBe(3)
    expect(governor.state().window).toBe(3)
    governor.setShare(1)
    const whole = await drain({ host, governor, clock, count: 3_000 })
    expect(host.mostInFlight).toBe(6)
    expect(half / whole).toBeGreaterThan(1.9)
  })

  it('runs at full speed with six requests in flight if the host has no limit', async () => {
    const { host, governor, clock } = setUp(null)
    const ms = await drain({ host, governor, clock, count: 6_000 })
    expect(host.refused).toBe(0)
    expect(host.mostInFlight).toBe(6)
    expect(ms).toBeLessThan((6_000 / 6) * 40 * 1.02)
  })

  it.each([
    [60, 600],
    [600, 6_000],
    [3_000, 12_000],
    [10, 60]
  ])('uses at least 95 %% of %i a minute, and is refused at most once in a hundred', async (limit, count) => {
    const { host, governor, clock } = setUp(limit)
    const ms = await drain({ host, governor, clock, count })
    expect(host.refused / count).toBeLessThanOrEqual(0.01)
    expect(((count - 1) / ms) * 60_000).toBeGreaterThanOrEqual(limit * 0.95)
  })

  it.each([
    ['retry-after', 60, 1_200, 0.9],
    ['retry-after', 600, 12_000, 0.9],
    ['nothing', 60, 1_200, 0.85],
    ['nothing', 600, 12_000, 0.9]
  ] as const)('finds an unreported limit (%s, %i a minute)', async (reported, limit, count, share) => {
    const { host, governor, clock } = setUp(limit, reported)
    const ms = await drain({ host, governor, clock, count })
    const late = host.refusedAt.filter((_, index) => index >= 6).length
    expect(late / count).toBeLessThanOrEqual(0.01)
    expect((count / ms) * 60_000).toBeGreaterThanOrEqual(limit * share)
  })

  it('leaves a rival on the same limit its part, and uses 90 % of the remainder', async () => {
    const { host, governor, clock } = setUp(60)
    const rival = (): void => {
      host.spend()
      clock.after(3_000, rival)
    }
    rival()
    const ms = await drain({ host, governor, clock, count: 400 })
    expect(host.refused / 400).toBeLessThanOrEqual(0.03)
    expect((400 / ms) * 60_000).toBeGreaterThanOrEqual(40 * 0.9)
  })

  it('continues in the middle of a window that an earlier run has used up', async () => {
    const { host, governor, clock } = setUp(60)
    for (let index = 0; index < 50; index += 1) host.spend()
    await drain({ host, governor, clock, count: 120 })
    expect(host.refused).toBeLessThanOrEqual(1)
  })

  it('reports the acknowledged pace and the limit', async () => {
    const { host, governor, clock } = setUp(600)
    await drain({ host, governor, clock, count: 900 })
    expect(governor.state().limitPerMinute).toBe(600)
    const pace = governor.state().pacePerMinute ?? 0
    expect(pace).toBeGreaterThan(560)
    expect(pace).toBeLessThan(610)
  })
})

describe('refusals', () => {
  it('stops the whole host with one timer, and every queued turn continues afterwards', async () => {
    const { governor, clock } = setUp(null)
    const signal = new AbortController().signal
    let isBusyUntil = Number.POSITIVE_INFINITY
    const arrivals: number[] = []
    let inFlight = 0
    const response = async (learn: Learn) => {
      arrivals.push(clock.elapsed())
      inFlight += 1
      await new Promise<void>((resolve) => clock.after(10, resolve))
      inFlight -= 1
      const isRefused = arrivals.length > 20 && clock.elapsed() < isBusyUntil
      if (isRefused && isBusyUntil === Number.POSITIVE_INFINITY) isBusyUntil = clock.elapsed() + 1_000
      learn(isRefused ? report('refused', { retryAfterMs: 30_000 }) : report('answered'))
    }
    let done = 0
    for (let index = 0; index < 60; index += 1) {
      void governor.run({ lane: index % 2 === 0 ? 'batch' : 'pull', signal, begin: response }).then(() => (done += 1))
    }
    await clock.runUntil(() => governor.state().cooldownUntil !== null && inFlight === 0)
    const before = arrivals.length
    await clock.advance(29_000)
    expect(arrivals.length).toBe(before)
    expect(governor.state().cooldownUntil).toBeGreaterThan(clock.now())
    await clock.runUntil(() => done === 60)
    expect(arrivals.length).toBe(60)
  })

  it('reports the end of a cooldown even if nothing is queued', async () => {
    const clock = createVirtualClock()
    const reported: boolean[] = []
    const onChange = (): void => void reported.push(governor.state().cooldownUntil !== null)
    const governor = new Governor({ clock, random: seededRandom(1), onChange })
    governor.note(report('refused', { retryAfterMs: 30_000 }))
    await clock.advance(60_000)
    expect(reported).toEqual([true, false])
  })

  it('spreads the end of an outage, which a whole fleet receives alike, over minutes', () => {
    const rests = Array.from({ length: 200 }, (_, seed) => {
      const { governor, clock } = setUp(null, 'headers', seed)
      governor.note(report('unavailable', { retryAfterMs: 30 * 60_000 }))
      return (governor.state().cooldownUntil ?? 0) - clock.now()
    })
    expect(Math.min(...rests)).toBeGreaterThanOrEqual(30 * 60_000)
    expect(Math.max(...rests) - Math.min(...rests)).toBeGreaterThan(4 * 60_000)
    expect(Math.max(...rests)).toBeLessThanOrEqual(35 * 60_000)
  })

  it("ends a mistaken cooldown of a day when a user's request succeeds", async () => {
    const { host, governor, clock } = setUp(null)
    governor.note(report('refused', { retryAfterMs: 24 * 3_600_000 }))
    const signal = new AbortController().signal
    const turn = governor.run({ lane: 'batch', signal, begin: (learn) => host.response(5, learn) })
    await clock.advance(3_600_000)
    expect(host.arrivals).toHaveLength(0)
    governor.note(report('refused', { retryAfterMs: 24 * 3_600_000 }))
    governor.note(report('unsent'))
    expect(governor.state().cooldownUntil).not.toBeNull()
    governor.note(report('answered'))
    expect(governor.state().cooldownUntil).toBeNull()
    await clock.advance(1_000)
    expect(await turn).toBe(true)
  })

  it('does not end a cooldown of minutes early, whatever else succeeds', () => {
    const { governor } = setUp(null)
    governor.note(report('refused', { retryAfterMs: 120_000 }))
    governor.note(report('answered'))
    expect(governor.state().cooldownUntil).not.toBeNull()
  })

  it('does not slow down to a crawl after one refusal on a quiet host', async () => {
    const { host, governor, clock } = setUp(null)
    await drain({ host, governor, clock, count: 3 })
    await clock.advance(600_000)
    governor.note(report('refused'))
    await clock.advance(66_000)
    expect(await drain({ host, governor, clock, count: 60 })).toBeLessThan(1_000)
  })

  it('halves the window at most once for responses that arrive together', () => {
    const { governor } = setUp(null)
    for (let index = 0; index < 40; index += 1) governor.note(report('answered'))
    expect(governor.state().window).toBe(6)
    for (let index = 0; index < 6; index += 1) governor.note(report('unavailable'))
    expect(governor.state().window).toBe(3)
  })

  it('does not treat a refused or cut connection as a sign about the pace', () => {
    const { governor } = setUp(null)
    for (let index = 0; index < 40; index += 1) governor.note(report('answered'))
    governor.note(report('unsent'))
    governor.note(report('failed'))
    expect(governor.state()).toMatchObject({ window: 6, cooldownUntil: null })
  })
})

describe('turns', () => {
  /** Fills the lanes, and returns the order of their turns. */
  async function order(wanted: Partial<Record<Lane, number>>, isFirstPass: boolean): Promise<Lane[]> {
    const { host, governor, clock } = setUp(null)
    const signal = new AbortController().signal
    const turns: Lane[] = []
    let blocker = true
    void governor
      .run({ lane: 'reconcile', signal, begin: (learn) => host.response(5, learn) })
      .then(() => (blocker = false))
    governor.setFirstPass('images', isFirstPass)
    const lanes = Object.entries(wanted) as [Lane, number][]
    for (const [lane, count] of lanes) {
      for (let index = 0; index < count; index += 1) {
        void governor.run({ lane, signal, begin: (learn) => (turns.push(lane), host.response(5, learn)) })
      }
    }
    await clock.runUntil(() => !blocker && turns.length === lanes.reduce((sum, [, count]) => sum + count, 0))
    return turns
  }

  it('lets a single star overtake a batch of ten thousand', async () => {
    const { host, governor, clock } = setUp(60)
    const signal = new AbortController().signal
    let taken = 0
    for (let index = 0; index < 300; index += 1) {
      void governor.run({ lane: 'batch', signal, begin: (learn) => host.response(40, learn) }).then(() => (taken += 1))
    }
    await clock.runUntil(() => taken === 20)
    const asked = clock.elapsed()
    let isAnswered = false
    void governor
      .run({ lane: 'interactive', signal, begin: (learn) => host.response(40, learn) })
      .then(() => (isAnswered = true))
    await clock.runUntil(() => isAnswered)
    expect(clock.elapsed() - asked).toBeLessThan(100)
    await clock.runUntil(() => taken === 200)
    expect(host.refused).toBe(0)
  })

  it('alternates batches and pull while a first pass is open', async () => {
    const turns = await order({ batch: 40, pull: 40 }, true)
    const pulls = turns.slice(0, 40).filter((lane) => lane === 'pull').length
    expect(pulls).toBe(20)
  })

  it('gives pull every tenth turn afterwards', async () => {
    const turns = await order({ batch: 200, pull: 20 }, false)
    const pulls = turns.slice(0, 100).filter((lane) => lane === 'pull').length
    expect(pulls).toBe(10)
  })

  it('gives reconciliation a turn only when nothing else is queued', async () => {
    const turns = await order({ reconcile: 3, pull: 5, batch: 5 }, false)
    expect(turns.slice(-3)).toEqual(['reconcile', 'reconcile', 'reconcile'])
  })

  it('costs nothing when a turn is given back', async () => {
    const { host, governor } = setUp(60)
    const signal = new AbortController().signal
    expect(await governor.run({ lane: 'batch', signal, begin: () => null })).toBeNull()
    expect(host.arrivals).toHaveLength(0)
    expect(await governor.run({ lane: 'batch', signal, begin: answering(1, 'answered') })).toBe(1)
  })

  it('lets a queued turn leave the queue', async () => {
    const { host, governor, clock } = setUp(null)
    governor.note(report('refused', { retryAfterMs: 60_000 }))
    const controller = new AbortController()
    const turn = governor.run({ lane: 'batch', signal: controller.signal, begin: (learn) => host.response(5, learn) })
    controller.abort()
    expect(await turn).toBeNull()
    await clock.advance(120_000)
    expect(host.arrivals).toHaveLength(0)
  })

  it('frees the slot of a request that ends in a bug', async () => {
    const { host, governor } = setUp(null)
    const signal = new AbortController().signal
    const bug = governor.run({ lane: 'batch', signal, begin: () => Promise.reject(new Error('bug')) })
    await expect(bug).rejects.toThrow('bug')
    const next = governor.run({ lane: 'batch', signal, begin: answering(1, 'answered') })
    expect(await next).toBe(1)
    expect(host.inFlight).toBe(0)
  })
})

describe('creates', () => {
  const signal = new AbortController().signal

  it('have two slots of their own: slow ones delay nothing else, and a third waits', async () => {
    const { host, governor, clock } = setUp(null)
    const slow = Promise.withResolvers<void>()
    let begun = 0
    const create = (): Promise<number | null> =>
      governor.run({
        lane: 'create',
        signal,
        begin: (learn) => {
          begun += 1
          return slow.promise.then(() => answering(1, 'answered')(learn))
        }
      })
    const creates = [create(), create(), create()]
    await drain({ host, governor, clock, count: 100 })
    expect(governor.state().window).toBe(6)
    expect(begun).toBe(2)
    slow.resolve()
    expect(await Promise.all(creates)).toEqual([1, 1, 1])
    expect(await Promise.all([create(), create()])).toEqual([1, 1])
  })

  it('neither open nor halve the window', async () => {
    const { governor } = setUp(null)
    const create = (kind: RequestReport['kind']) => governor.run({ lane: 'create', signal, begin: answering(1, kind) })
    for (let index = 0; index < 20; index += 1) await create('answered')
    expect(governor.state().window).toBe(1)
    for (let index = 0; index < 40; index += 1) governor.note(report('answered'))
    for (let index = 0; index < 5; index += 1) await create('unavailable')
    expect(governor.state().window).toBe(6)
  })

  it('are counted by the pacer, and a refused one starts a cooldown of the host', async () => {
    const { host, governor, clock } = setUp(60)
    await drain({ host, governor, clock, count: 3 })
    const times: number[] = []
    const begin = (learn: Learn) => {
      times.push(clock.elapsed())
      return host.response(10, learn)
    }
    const turns = ['create', 'create', 'batch'] as const
    const ends = turns.map((lane) => governor.run({ lane, signal, begin }))
    await clock.runUntil(() => times.length === 3)
    const [first = 0, second = 0, third = 0] = times
    expect(Math.min(second - first, third - second)).toBeGreaterThan(900)
    await clock.advance(1_000)
    await Promise.all(ends)
    const refused = answering(1, 'refused', { retryAfterMs: 30_000 })
    const last = governor.run({ lane: 'create', signal, begin: refused })
    await clock.advance(2_000)
    expect(await last).toBe(1)
    expect(governor.state().cooldownUntil).toBeGreaterThan(clock.now() + 28_000)
  })
})

describe('a fleet', () => {
  it('spreads the probes of ten thousand clients after a long outage: no second has 3 % of them', () => {
    const seconds = new Map<number, number>()
    for (let seed = 0; seed < 10_000; seed += 1) {
      const second = Math.floor(backoffMs(9, seededRandom(seed)) / 1_000)
      seconds.set(second, (seconds.get(second) ?? 0) + 1)
    }
    expect(Math.max(...seconds.values())).toBeLessThan(300)
  })
})
