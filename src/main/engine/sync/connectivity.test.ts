import { describe, expect, it } from 'vitest'
import { type VirtualClock, createVirtualClock } from '../../../../drivers/virtual-clock.ts'
import { Connectivity } from './connectivity.ts'
import { Standing } from './standing.ts'

const failure = { code: 'service-trouble' } as const

function linkOf() {
  const clock = createVirtualClock()
  const dues: number[] = []
  const link = new Connectivity({ clock, random: () => 0.5, onDue: () => dues.push(clock.elapsed()) })
  return { clock, link, dues }
}

/** Fails one probe after another, and returns the delays between them. */
async function waits(clock: VirtualClock, link: Connectivity, count: number): Promise<number[]> {
  const found: number[] = []
  for (let index = 0; index < count; index += 1) {
    const since = clock.elapsed()
    await clock.runUntil(() => link.mayBegin())
    found.push(clock.elapsed() - since)
    link.begin()
    link.lost(failure)
  }
  return found
}

describe('connectivity', () => {
  it('probes after growing delays, at most every five minutes', async () => {
    const { clock, link } = linkOf()
    link.lost(failure)
    const found = await waits(clock, link, 12)
    expect(found[0]).toBe(1_000)
    expect(found[3]).toBe(6_000)
    expect(Math.max(...found)).toBeLessThanOrEqual(300_000)
    expect(found.at(-1)).toBe(225_000)
  })

  it('allows one probe at a time, and everything after a response', async () => {
    const { clock, link } = linkOf()
    link.lost(failure)
    expect(link.begin()).toBe(false)
    await clock.advance(1_000)
    expect([link.begin(), link.begin()]).toEqual([true, false])
    link.answered()
    expect([link.begin(), link.begin()]).toEqual([true, true])
    expect(link.retryAt).toBeNull()
  })

  it('counts concurrent failures as one', async () => {
    const { link } = linkOf()
    for (let index = 0; index < 6; index += 1) link.lost(failure)
    expect(link.retryAt).not.toBeNull()
    expect((link.retryAt ?? 0) - createVirtualClock().now()).toBeLessThanOrEqual(1_000)
  })

  it('tolerates the given number of failures in a row', () => {
    const { link } = linkOf()
    for (let index = 0; index < 4; index += 1) link.troubled(failure, 4)
    expect(link.link).toBe('ok')
    link.answered()
    for (let index = 0; index < 5; index += 1) link.troubled(failure, 4)
    expect(link.link).toBe('not-answering')
  })

  it('reports a due probe, and does so at once when hastened', async () => {
    const { clock, link, dues } = linkOf()
    link.lost(failure)
    link.hasten()
    await clock.advance(0)
    expect(dues).toEqual([0])
    expect(link.mayBegin()).toBe(true)
  })
})

describe('availability', () => {
  const standingOf = (more: { hasKey?: boolean; isPaused?: boolean } = {}) => {
    const clock = createVirtualClock()
    const signedOut: number[] = []
    const standing = new Standing({
      clock,
      random: () => 0.5,
      hasKey: true,
      isPaused: false,
      ...more,
      onChange: () => undefined,
      onSignedOut: () => signedOut.push(clock.elapsed()),
      onOnline: () => undefined
    })
    standing.setOwner('ours')
    return { clock, standing, signedOut }
  }
  const list = { way: 'read', about: 'list' } as const
  const update = { way: 'write', about: 'record' } as const

  it('delays each probe longer while every other response is doubted, and by a second again once responses are usable', async () => {
    const { clock, standing } = standingOf()
    const page = { kind: 'stopped', failure: { code: 'blocked' } } as const
    const wait = async (): Promise<number> => {
      const since = clock.elapsed()
      standing.note(list, page)
      await clock.runUntil(() => standing.may('read'))
      return clock.elapsed() - since
    }
    const found: number[] = []
    for (let round = 0; round < 12; round += 1) {
      found.push(await wait())
      standing.note(list, { kind: 'applied', value: null })
    }
    expect(found[0]).toBe(1_000)
    expect(found.slice(-4).every((ms) => ms > 20_000 && ms <= 60_000)).toBe(true)
    standing.hasten('asked')
    expect(await wait()).toBe(1_000)
    for (let answer = 0; answer < 20; answer += 1) standing.note(list, { kind: 'applied', value: null })
    expect(await wait()).toBe(1_000)
  })

  it('allows reads and writes normally, and neither without a key, paused, or signed out', () => {
    const { standing } = standingOf()
    expect([standing.may('read'), standing.may('write')]).toEqual([true, true])
    for (const other of [standingOf({ hasKey: false }), standingOf({ isPaused: true })]) {
      expect([other.standing.may('read'), other.standing.may('write')]).toEqual([false, false])
    }
    standing.note(update, { kind: 'signed-out', failure: { code: 'unauthorized' } })
    expect([standing.may('read'), standing.may('write')]).toEqual([false, false])
    expect(standing.trouble()).toMatchObject({ state: 'signed-out' })
  })

  it("reports a refused key once, and tries it again at a user's request", () => {
    const { standing, signedOut } = standingOf()
    for (let index = 0; index < 6; index += 1) standing.note(update, { kind: 'signed-out', failure })
    expect(signedOut).toHaveLength(1)
    standing.hasten('hint')
    expect(standing.may('read')).toBe(false)
    standing.hasten('asked')
    expect(standing.may('read')).toBe(true)
  })

  it('keeps writing while reads fail, and allows neither without a network', () => {
    const { standing } = standingOf()
    standing.note(list, { kind: 'retry', failure, countsAttempt: true })
    expect([standing.may('read'), standing.may('write')]).toEqual([false, true])
    standing.note(update, { kind: 'retry', failure: { code: 'offline' }, countsAttempt: false })
    expect([standing.may('read'), standing.may('write')]).toEqual([false, false])
    expect(standing.trouble()).toMatchObject({ state: 'offline', failure: { code: 'offline' } })
    standing.note(update, { kind: 'applied', value: null })
    expect(standing.may('write')).toBe(true)
  })

  it('probes one second after an HTML page, and stops once the next two agree', async () => {
    const { clock, standing } = standingOf()
    const page = { kind: 'stopped', failure: { code: 'blocked' } } as const
    standing.note(update, page)
    standing.note(update, page)
    expect([standing.may('read'), standing.may('write'), standing.trouble()]).toEqual([false, false, null])
    await clock.advance(1_000)
    expect([standing.may('read'), standing.may('write')]).toEqual([true, false])
    standing.note(list, { kind: 'applied', value: null })
    expect([standing.may('write'), standing.trouble()]).toEqual([true, null])
    standing.note(update, page)
    await clock.advance(2_000)
    standing.note(list, page)
    expect(standing.trouble()).toBeNull()
    await clock.advance(2_000)
    standing.note(list, page)
    expect(standing.trouble()).toMatchObject({ state: 'stopped', failure: { code: 'blocked' } })
  })

  it('trusts the third HTML page in a row for writes, even if reads succeed in between', async () => {
    const { clock, standing } = standingOf()
    const page = { kind: 'stopped', failure: { code: 'blocked' } } as const
    const probe = async (): Promise<void> => {
      await clock.advance(1_000)
      standing.note(list, { kind: 'applied', value: null })
      expect(standing.trouble()).toBeNull()
    }
    standing.note(update, page)
    await probe()
    standing.note(update, page)
    await probe()
    standing.note(update, { kind: 'applied', value: null })
    for (let write = 0; write < 2; write += 1) {
      standing.note(update, page)
      await probe()
    }
    standing.note(update, page)
    expect(standing.trouble()).toMatchObject({ state: 'stopped', failure: { code: 'blocked' } })
  })

  it('probes a stopped group by reads once a minute, and writes only after one succeeded', async () => {
    const { clock, standing } = standingOf()
    standing.stop('stopped', { code: 'not-json' })
    expect([standing.may('read'), standing.may('write')]).toEqual([false, false])
    await clock.advance(60_000)
    expect([standing.may('read'), standing.may('write')]).toEqual([true, false])
    standing.note(list, { kind: 'applied', value: null })
    expect(standing.may('write')).toBe(true)
  })

  it('treats a list forbidden three times as no access, and a rejected record as a matter of that record', async () => {
    const { clock, standing } = standingOf()
    standing.note({ way: 'read', about: 'record' }, { kind: 'rejected', failure: { code: 'forbidden' } })
    expect(standing.trouble()).toBeNull()
    standing.note(list, { kind: 'rejected', failure: { code: 'forbidden' } })
    for (let probe = 0; probe < 2; probe += 1) {
      expect(standing.trouble()).toBeNull()
      await clock.advance(1_000)
      standing.note(list, { kind: 'rejected', failure: { code: 'forbidden' } })
    }
    expect(standing.trouble()).toMatchObject({ state: 'no-access' })
  })
})
