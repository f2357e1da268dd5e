import { expect, test } from 'vitest'
import { createVirtualClock } from '../../../../drivers/virtual-clock.ts'
import { isWithin, Timer } from './clock.ts'

test.each([
  [1_000, 1_000, true],
  [1_000, 901, true],
  [1_000, 900, false],
  [1_000, Number.NEGATIVE_INFINITY, false]
])('at %i, %d lies less than 100 ms back: %s', (now, since, wanted) => {
  expect(isWithin(now, since, 100)).toBe(wanted)
})

test('a time ahead of a clock that was set back proves nothing', () => {
  expect(isWithin(1_000, 1_001, 100)).toBe(false)
})

test('a timer that is set again runs once, at its last time, and may be set again from within', async () => {
  const clock = createVirtualClock()
  const timer = new Timer(clock)
  const ran: string[] = []
  timer.set(10, () => ran.push('first'))
  timer.set(20, () => {
    ran.push(`second, ${timer.isSet}`)
    timer.set(5, () => ran.push('third'))
  })
  await clock.advance(20)
  expect([ran, timer.isSet]).toEqual([['second, false'], true])
  timer.cancel()
  await clock.advance(100)
  expect([ran.length, timer.isSet]).toEqual([1, false])
})
