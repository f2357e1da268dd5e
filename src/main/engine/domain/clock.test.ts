import { expect, test } from 'vitest'
import { createVirtualClock } from '../../../../drivers/virtual-clock.ts'
import { isWithin, Timer } from './clock.ts'

test.each([
  [1_000, 1_000, true],
  [1_000, 901, true],
  [1_000, 900, false],
  [1_000, Number.NEGATIVE_INFINITY, false]
])('at %i, %d is less than 100 ms ago: %s', (now, since, expected) => {
  expect(isWithin(now, since, 100)).toBe(expected)
})

test('a timestamp in the future, as after the clock was set back, is never within the gap', () => {
  expect(isWithin(1_000, 1_001, 100)).toBe(false)
})

test('a timer that is set again runs once, at the latest time, and can be set from its own callback', async () => {
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
