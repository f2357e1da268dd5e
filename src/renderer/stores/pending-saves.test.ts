import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPendingSaves } from './pending-saves.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('runs a save after its pause, once', () => {
  const saves = createPendingSaves()
  const ran: string[] = []
  saves.after(() => ran.push('draft'), 250)
  vi.advanceTimersByTime(249)
  expect(ran).toEqual([])
  vi.advanceTimersByTime(1)
  saves.flush()
  expect(ran).toEqual(['draft'])
})

test('runs all pending saves on flush, and none again after its pause', () => {
  const saves = createPendingSaves()
  const ran: string[] = []
  saves.after(() => ran.push('draft'), 250)
  saves.after(() => ran.push('preferences'), 300)
  saves.after(() => ran.push('called off'), 300)()
  saves.flush()
  expect(ran).toEqual(['draft', 'preferences'])
  vi.runAllTimers()
  expect(ran).toHaveLength(2)
})

test('also flushes a save that another one makes due', () => {
  const saves = createPendingSaves()
  const ran: string[] = []
  saves.after(() => {
    ran.push('place in the grid')
    saves.after(() => ran.push('preferences'), 300)
  }, 200)
  saves.flush()
  expect(ran).toEqual(['place in the grid', 'preferences'])
})

test('stops after some rounds if a save makes itself due again', () => {
  const saves = createPendingSaves()
  const ran: number[] = []
  const again = (): void => {
    ran.push(ran.length)
    saves.after(again, 100)
  }
  saves.after(again, 100)
  saves.flush()
  expect(ran.length).toBeLessThan(10)
})
