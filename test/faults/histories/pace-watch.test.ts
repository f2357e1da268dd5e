import { describe, expect, it } from 'vitest'
import type { SendRequest } from '../../../src/shared/send.ts'
import { PaceWatch } from './pace-watch.ts'

const ROUND_TRIP_MS = 10

/** Starts after the first hundred requests, in which the rate is measured. */
function found({ first = 100, isReported = true } = {}) {
  const clock = { now: 0, elapsed: () => clock.now }
  const watch = new PaceWatch({ clock, roundTripMs: ROUND_TRIP_MS, isReported })
  const leaving = (): SendRequest => {
    const request: SendRequest = {
      slot: 'images',
      method: 'GET',
      url: 'http://service.test/api/v1/images',
      form: null,
      timeoutMs: 1_000,
      once: false,
      redirects: 'refuse'
    }
    watch.leaves(request)
    watch.arrives(request)
    return request
  }
  for (let sent = 0; sent < first; sent += 1) watch.comesBack(leaving(), true)
  return { clock, watch, leaving }
}

const counts = ({ requests, refused }: PaceWatch): readonly number[] => [requests, refused]

describe('pace watch', () => {
  it('counts each refusal, also of requests that left together', () => {
    const { clock, watch, leaving } = found()
    const burst = [leaving(), leaving(), leaving()]
    for (const one of burst) watch.isRefused(one)
    clock.now += ROUND_TRIP_MS
    for (const one of burst) watch.comesBack(one, true)
    const next = leaving()
    clock.now += 1
    watch.isRefused(next)
    expect(counts(watch)).toEqual([4, 4])
  })

  it('counts a request that the network duplicated once, even if the duplicate arrives after the response', () => {
    const { watch, leaving } = found()
    const one = leaving()
    watch.arrives(one)
    watch.isRefused(one)
    watch.isRefused(one)
    watch.comesBack(one, true)
    watch.isRefused(one)
    watch.isRefused(leaving())
    expect(counts(watch)).toEqual([2, 2])
  })

  it('forgives requests that left while a refusal was late, until the first refusal is back', () => {
    const { clock, watch, leaving } = found()
    const [late, alsoLate] = [leaving(), leaving()]
    watch.isRefused(late)
    clock.now += ROUND_TRIP_MS + 1
    const blind = leaving()
    const onItsWay = leaving()
    clock.now += 1
    watch.isRefused(blind)
    watch.isRefused(alsoLate)
    expect(watch.refused).toBe(2)
    watch.comesBack(alsoLate, true)
    watch.isRefused(onItsWay)
    expect(watch.refused).toBe(2)
    clock.now += 1
    watch.isRefused(leaving())
    expect(watch.refused).toBe(3)
  })

  it('counts none that left before the limit was known, which a service that reports none shows by a refusal', () => {
    const { watch, leaving } = found({ isReported: false })
    const [lost, first] = [leaving(), leaving()]
    for (const one of [lost, first]) watch.isRefused(one)
    watch.comesBack(lost, false)
    const blind = leaving()
    watch.comesBack(first, true)
    watch.isRefused(blind)
    expect(counts(watch)).toEqual([0, 0])
    watch.isRefused(leaving())
    expect(counts(watch)).toEqual([1, 1])
  })

  it('counts none while the rate is being measured, and none of an earlier life', () => {
    const { watch, leaving } = found({ first: 0 })
    watch.isRefused(leaving())
    expect(counts(watch)).toEqual([0, 0])
    const later = found()
    later.watch.isRefused(leaving())
    later.watch.arrives(leaving())
    expect(counts(later.watch)).toEqual([0, 0])
  })
})
