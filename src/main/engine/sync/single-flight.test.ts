import { expect, it } from 'vitest'
import { SingleFlight } from './single-flight.ts'

it('is shared by who asks while it is under way, and begins anew behind its end', async () => {
  const flight = new SingleFlight()
  const done = Promise.withResolvers<void>()
  const begun: string[] = []
  const first = flight.run(() => {
    begun.push('first')
    return done.promise
  })
  expect([flight.isRunning, begun]).toEqual([true, []])
  const second = flight.run(async () => void begun.push('second'))
  expect(second).toBe(first)
  done.resolve()
  await first
  expect([flight.isRunning, begun]).toEqual([false, ['first']])
  await flight.run(async () => void begun.push('third'))
  expect(begun).toEqual(['first', 'third'])
})

it('that fails is over all the same', async () => {
  const flight = new SingleFlight()
  await expect(flight.run(() => Promise.reject(new Error('cut')))).rejects.toThrow('cut')
  expect(flight.isRunning).toBe(false)
})
