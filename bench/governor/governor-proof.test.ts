import { describe, expect, it } from 'vitest'
import { deepOnly, inDepth } from '../../test/helpers/depth.ts'
import { measureFleet } from './fleet.ts'
import { fleetMissesOf, missesOf } from './goals.ts'
import { HOSTS } from './host-specs.ts'
import { type Figures, measure } from './measure.ts'
import { OURS, POLICIES, SHARING } from './policies.ts'

const FEW = 300
const SOME = inDepth(3_000, 1_000)
const others = POLICIES.filter((policy) => policy !== OURS && policy !== SHARING)

/** Runs the same measurement for the policy of that name. */
async function figuresOf(host: string, policy: string, updates: number): Promise<Figures> {
  const spec = HOSTS.find(({ name }) => name === host)
  const found = POLICIES.find(({ name }) => name === policy)
  if (spec === undefined || found === undefined) throw new Error(`no measurement of ${policy} at ${host}`)
  return measure({ spec, policy: found, updates, seed: 1 })
}

describe('the governor on virtual time', () => {
  it.each(HOSTS.map((spec) => [spec.name, spec] as const))('reaches its goals at %s', async (_, spec) => {
    const figures = await measure({ spec, policy: OURS, updates: 10_000, seed: 2 })
    expect(missesOf(figures)).toEqual([])
    expect(figures.requests).toBeGreaterThanOrEqual(figures.updates)
  })

  it('gives the same figures for the same seed', async () => {
    const once = await figuresOf('60/min and a rival', 'governor', FEW)
    expect(await figuresOf('60/min and a rival', 'governor', FEW)).toEqual(once)
  })

  it('sends a favorite ahead of a batch within a second where the limit is reported', async () => {
    const figures = await figuresOf('60/min, typical headers', 'governor', 1_000)
    expect(figures.interactiveMs).toBeLessThan(1_000)
  })
})

describe('the Share setting', () => {
  const both = async (spec: (typeof HOSTS)[number]) => ({
    full: await measure({ spec, policy: OURS, updates: SOME, seed: 2 }),
    half: await measure({ spec, policy: SHARING, updates: SOME, seed: 2 })
  })
  /**
   * Half of the connections uses most of four workers; a guess of 30/s is corrected slowly; a rival leaves less than
   * the full limit.
   */
  const FAR = ['4 workers, 503 when busy', '30/s, no headers', '60/min and a rival']

  /** Half of a limit that is not reported, or is hidden by stray refusals, is unknown. */
  const KNOWN = HOSTS.filter(({ name, strays }) => strays === null && !name.includes('not reported'))

  it.each(KNOWN.map((spec) => [spec.name, spec] as const))('uses about half of the limit at %s', async (name, spec) => {
    const { full, half } = await both(spec)
    const share = full.ms / half.ms
    expect(share).toBeGreaterThan(0.42)
    expect(share).toBeLessThan(FAR.includes(name) ? 0.8 : 0.56)
    expect(half.lateRefusedShare).toBeLessThan(0.01)
  })

  it('takes no capacity from a rival at %s', async () => {
    const rival = HOSTS.find(({ rivalGapMs }) => rivalGapMs !== null)
    if (rival === undefined) throw new Error('no host has a rival')
    expect((await both(rival)).half.rivalRefusedShare).toBe(0)
  })
})

deepOnly(() => {
  describe('other policies', () => {
    it.each(HOSTS.map((spec) => [spec.name, spec] as const))('finishes at %s as well', async (_, spec) => {
      for (const policy of others) {
        const figures = await measure({ spec, policy, updates: FEW, seed: 1 })
        expect(figures.requests).toBeGreaterThanOrEqual(FEW * spec.scale)
        expect(figures.capacityShare).toBeGreaterThan(0)
      }
    })

    it.each([
      ['60/min, typical headers', 'fixed window of 32', 0.2],
      ['60/min, typical headers', 'AIMD alone', 0.2],
      ['30/s, headers', 'fixed window of 6', 0.1],
      ['4 workers, 503 when busy', 'fixed window of 32', 0.2]
    ])('misses the goals at %s: %s', async (host, policy, refusedShare) => {
      const figures = await figuresOf(host, policy, 1_000)
      expect(figures.refusedShare).toBeGreaterThan(refusedShare)
      expect(missesOf(figures).join(' ')).toContain('refused, more than')
    })

    it('takes six times as long when sending sequentially without a limit', async () => {
      const { ms } = await figuresOf('unlimited', 'one by one, 1 s sleep', FEW)
      expect(ms / (await figuresOf('unlimited', 'governor', FEW)).ms).toBeGreaterThan(6)
    })
  })
})

describe('a fleet after an outage', () => {
  const trial = { installations: inDepth(1_000, 400), seed: 1 } as const

  it.each(['silent', 'date', 'seconds'] as const)('recovers without a burst (%s)', async (outage) => {
    expect(fleetMissesOf(await measureFleet({ ...trial, policy: 'governor', outage }))).toEqual([])
  })

  it('arrives in a burst when it retries every five seconds', async () => {
    const figures = await measureFleet({ ...trial, policy: 'every 5 s', outage: 'silent' })
    expect(figures.peakRatio).toBeGreaterThan(4)
    expect(fleetMissesOf(figures).join(' ')).toContain('times the capacity in one second')
  })
})
