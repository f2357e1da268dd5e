import { describe, expect, it } from 'vitest'
import { pagesOf, roomOf, CheckDelays, TRUSTED } from './first-update-stages.ts'

it.each([
  [0, 0, 1],
  [0, 1, 0],
  [1, 0, 10],
  [4, 3, 4],
  [11, 0, 100],
  [11, 130, 0],
  [TRUSTED, 5, Number.POSITIVE_INFINITY]
])('with %i verified and %i open, %d more may be sent', (seen, pending, room) => {
  expect(roomOf(seen, pending)).toBe(room)
})

it('verifies one page in the first stages, and two in the last', () => {
  expect([pagesOf(1), pagesOf(10), pagesOf(11)]).toEqual([1, 1, 2])
})

it.each([
  [10, 0, 1],
  [110, 0, 1],
  [112, 200, Number.POSITIVE_INFINITY]
])('at the end of a stage: %i verified, %i open, %d more', (seen, pending, room) => {
  expect(roomOf(seen, pending)).toBe(room)
})

describe('updates that were looked up and not found', () => {
  const alone = (now: number) => ({ isAlone: true, now })

  it('are looked up again for two minutes, with growing delays', () => {
    const waits = new CheckDelays()
    const times: (number | null)[] = []
    let now = 1_000
    while (waits.add('favorite 5', alone(now))) {
      times.push((waits.nextAt ?? 0) - now)
      now = waits.nextAt ?? 0
    }
    expect(times).toEqual([2_000, 8_000, 20_000, 30_000, 60_000])
    // Each update starts with the first delay.
    expect([waits.add('name 5', alone(0)), waits.nextAt]).toEqual([true, 2_000])
  })

  it('are due when their delay is over, and at once without one', () => {
    const waits = new CheckDelays()
    waits.add('favorite 5', alone(1_000))
    expect([2_999, 3_000, 3_001].map((now) => waits.isOver('favorite 5', now))).toEqual([false, true, true])
    expect(waits.isOver('favorite 6', 0)).toBe(true)
  })

  it('block others, unless those were found', () => {
    const waits = new CheckDelays()
    waits.add('favorite 5', alone(0))
    waits.add('favorite 6', { isAlone: false, now: 0 })
    const keys = ['favorite 5', 'favorite 6', 'favorite 7']
    expect(keys.map((key) => waits.isAlone(key))).toEqual([true, false, null])
  })

  it('report the earliest due time, until they are forgotten', () => {
    const waits = new CheckDelays()
    expect(waits.nextAt).toBeNull()
    for (const [key, now] of [
      ['a', 5_000],
      ['b', 1_000],
      ['c', 3_000]
    ] as const)
      waits.add(key, alone(now))
    expect(waits.nextAt).toBe(3_000)
    waits.forget('b')
    expect(waits.nextAt).toBe(5_000)
    waits.keepOnly(new Set(['a', 'z']))
    expect([waits.nextAt, waits.isAlone('c'), waits.isAlone('a')]).toEqual([7_000, null, true])
  })
})
