import { describe, expect, it } from 'vitest'
import { type VirtualClock, createVirtualClock } from '../../../../drivers/virtual-clock.ts'
import { Connectivity } from './connectivity.ts'
import { Availability } from './availability.ts'

const failure = { code: 'service-error' } as const

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
    for (let index = 0; index < 4; index += 1) link.unavailable(failure, 4)
    expect(link.link).toBe('ok')
    link.answered()
    for (let index = 0; index < 5; index += 1) link.unavailable(failure, 4)
    expect(link.link).toBe('not-responding')
  })

  it('reports a due probe, and does so at once when hastened', async () => {
    const { clock, link, dues } = linkOf()
    link.lost(failure)
    link.probeSoon()
    await clock.advance(0)
    expect(dues).toEqual([0])
    expect(link.mayBegin()).toBe(true)
  })
})

describe('availability', () => {
  const availabilityOf = (more: { hasKey?: boolean; isPaused?: boolean } = {}) => {
    const clock = createVirtualClock()
    const signedOut: number[] = []
    const availability = new Availability({
      clock,
      random: () => 0.5,
      hasKey: true,
      isPaused: false,
      ...more,
      onChange: () => undefined,
      onSignedOut: () => signedOut.push(clock.elapsed()),
      onOnline: () => undefined
    })
    availability.setOwner('ours')
    return { clock, availability, signedOut }
  }
  const list = { requestClass: 'read', about: 'list' } as const
  const update = { requestClass: 'write', about: 'record' } as const

  it('delays each probe longer while every other response is doubted, and by a second again once responses are usable', async () => {
    const { clock, availability } = availabilityOf()
    const page = { kind: 'stopped', failure: { code: 'blocked' } } as const
    const wait = async (): Promise<number> => {
      const since = clock.elapsed()
      availability.note(list, page)
      await clock.runUntil(() => availability.may('read'))
      return clock.elapsed() - since
    }
    const found: number[] = []
    for (let round = 0; round < 12; round += 1) {
      found.push(await wait())
      availability.note(list, { kind: 'applied', value: null })
    }
    expect(found[0]).toBe(1_000)
    expect(found.slice(-4).every((ms) => ms > 20_000 && ms <= 60_000)).toBe(true)
    availability.probeSoon('user')
    expect(await wait()).toBe(1_000)
    for (let response = 0; response < 20; response += 1) availability.note(list, { kind: 'applied', value: null })
    expect(await wait()).toBe(1_000)
  })

  it('allows reads and writes normally, and neither without a key, paused, or signed out', () => {
    const { availability } = availabilityOf()
    expect([availability.may('read'), availability.may('write')]).toEqual([true, true])
    for (const other of [availabilityOf({ hasKey: false }), availabilityOf({ isPaused: true })]) {
      expect([other.availability.may('read'), other.availability.may('write')]).toEqual([false, false])
    }
    availability.note(update, { kind: 'signed-out', failure: { code: 'unauthorized' } })
    expect([availability.may('read'), availability.may('write')]).toEqual([false, false])
    expect(availability.problem()).toMatchObject({ state: 'signed-out' })
  })

  it("reports a refused key once, and tries it again at a user's request", () => {
    const { availability, signedOut } = availabilityOf()
    for (let index = 0; index < 6; index += 1) availability.note(update, { kind: 'signed-out', failure })
    expect(signedOut).toHaveLength(1)
    availability.probeSoon('hint')
    expect(availability.may('read')).toBe(false)
    availability.probeSoon('user')
    expect(availability.may('read')).toBe(true)
  })

  it('keeps writing while reads fail, and allows neither without a network', () => {
    const { availability } = availabilityOf()
    availability.note(list, { kind: 'retry', failure, countsAttempt: true })
    expect([availability.may('read'), availability.may('write')]).toEqual([false, true])
    availability.note(update, { kind: 'retry', failure: { code: 'offline' }, countsAttempt: false })
    expect([availability.may('read'), availability.may('write')]).toEqual([false, false])
    expect(availability.problem()).toMatchObject({ state: 'offline', failure: { code: 'offline' } })
    availability.note(update, { kind: 'applied', value: null })
    expect(availability.may('write')).toBe(true)
  })

  it('probes one second after an HTML page, and stops once the next two agree', async () => {
    const { clock, availability } = availabilityOf()
    const page = { kind: 'stopped', failure: { code: 'blocked' } } as const
    availability.note(update, page)
    availability.note(update, page)
    expect([availability.may('read'), availability.may('write'), availability.problem()]).toEqual([false, false, null])
    await clock.advance(1_000)
    expect([availability.may('read'), availability.may('write')]).toEqual([true, false])
    availability.note(list, { kind: 'applied', value: null })
    expect([availability.may('write'), availability.problem()]).toEqual([true, null])
    availability.note(update, page)
    await clock.advance(2_000)
    availability.note(list, page)
    expect(availability.problem()).toBeNull()
    await clock.advance(2_000)
    availability.note(list, page)
    expect(availability.problem()).toMatchObject({ state: 'stopped', failure: { code: 'blocked' } })
  })

  it('trusts the third HTML page in a row for writes, even if reads succeed in between', async () => {
    const { clock, availability } = availabilityOf()
    const page = { kind: 'stopped', failure: { code: 'blocked' } } as const
    const probe = async (): Promise<void> => {
      await clock.advance(1_000)
      availability.note(list, { kind: 'applied', value: null })
      expect(availability.problem()).toBeNull()
    }
    availability.note(update, page)
    await probe()
    availability.note(update, page)
    await probe()
    availability.note(update, { kind: 'applied', value: null })
    for (let write = 0; write < 2; write += 1) {
      availability.note(update, page)
      await probe()
    }
    availability.note(update, page)
    expect(availability.problem()).toMatchObject({ state: 'stopped', failure: { code: 'blocked' } })
  })

  it('probes a stopped group by reads once a minute, and writes only after one succeeded', async () => {
    const { clock, availability } = availabilityOf()
    availability.stop('stopped', { code: 'not-json' })
    expect([availability.may('read'), availability.may('write')]).toEqual([false, false])
    await clock.advance(60_000)
    expect([availability.may('read'), availability.may('write')]).toEqual([true, false])
    availability.note(list, { kind: 'applied', value: null })
    expect(availability.may('write')).toBe(true)
  })

  it('treats a list forbidden three times as no access, and a rejected record as a matter of that record', async () => {
    const { clock, availability } = availabilityOf()
    availability.note({ requestClass: 'read', about: 'record' }, { kind: 'rejected', failure: { code: 'forbidden' } })
    expect(availability.problem()).toBeNull()
    availability.note(list, { kind: 'rejected', failure: { code: 'forbidden' } })
    for (let probe = 0; probe < 2; probe += 1) {
      expect(availability.problem()).toBeNull()
      await clock.advance(1_000)
      availability.note(list, { kind: 'rejected', failure: { code: 'forbidden' } })
    }
    expect(availability.problem()).toMatchObject({ state: 'no-access' })
  })
})
