import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TIMED_OUT, createSingleFlight } from './single-flight.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('calls run one after the other, also after a failed call', async () => {
  const run = createSingleFlight(1_000)
  const log: string[] = []
  const first = Promise.withResolvers<string>()
  const results = [
    run(() => (log.push('first begins'), first.promise)),
    run(async () => (log.push('second begins'), Promise.reject(new Error('no')))),
    run(async () => (log.push('third begins'), 3))
  ]
  const settled = Promise.allSettled(results)
  await vi.advanceTimersByTimeAsync(10)
  expect(log).toEqual(['first begins'])
  first.resolve('one')
  expect((await settled).map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(log).toEqual(['first begins', 'second begins', 'third begins'])
})

test('no call starts behind an overdue call, and a call that timed out in the queue never runs', async () => {
  const run = createSingleFlight(1_000)
  const prompt = Promise.withResolvers<string>()
  const started = { count: 0 }
  const count = async () => ++started.count

  const overdue = run(() => prompt.promise)
  const behind = run(count)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await overdue).toBe(TIMED_OUT)
  expect(await behind).toBe(TIMED_OUT)
  const later = run(count)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await later).toBe(TIMED_OUT)

  prompt.resolve('unlocked at last')
  await vi.advanceTimersByTimeAsync(0)
  expect(started.count).toBe(0)
  expect(await run(count)).toBe(1)
})

test('a call made before an overdue call has settled waits for it', async () => {
  const run = createSingleFlight(1_000)
  const prompt = Promise.withResolvers<string>()
  const overdue = run(() => prompt.promise)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await overdue).toBe(TIMED_OUT)

  const again = run(async () => 'the key')
  await vi.advanceTimersByTimeAsync(500)
  prompt.reject(new Error('dismissed'))
  expect(await again).toBe('the key')
})
