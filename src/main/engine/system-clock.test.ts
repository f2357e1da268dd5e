/** The system clock, with real timers. */
import { expect, it } from 'vitest'
import { systemClock } from './system-clock.ts'

const { after, elapsed } = systemClock

it('never runs early by its own measure, whatever the fraction of a millisecond', async () => {
  const early = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const { promise, resolve } = Promise.withResolvers<number>()
      const due = elapsed() + 5 + index / 200
      after(due - elapsed(), () => resolve(due - elapsed()))
      return promise
    })
  )
  expect(Math.max(...early)).toBeLessThanOrEqual(0)
})

it('does not run a canceled timer', async () => {
  const ran: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  after(1, () => ran.push('canceled'))()
  after(2, resolve)
  await promise
  expect(ran).toEqual([])
})
