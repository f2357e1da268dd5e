import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPendingSaves } from './pending-saves.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a save runs after its pause, once', () => {
  const saves = createPendingSaves()
  const ran: string[] = []
  saves.after(() => ran.push('draft'), 250)
  vi.advanceTimersByTime(249)
  expect(ran).toEqual([])
  vi.advanceTimersByTime(1)
  saves.flush()
  expect(ran).toEqual(['draft'])
})

test('a flush runs all that wait, and none again after its pause', () => {
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

test('what a save makes due is flushed with it', () => {
  const saves = createPendingSaves()
  const ran: string[] = []
  saves.after(() => {
    ran.push('place in the grid')
    saves.after(() => ran.push('preferences'), 300)
  }, 200)
  saves.flush()
  expect(ran).toEqual(['place in the grid', 'preferences'])
})

test('a save that makes itself due again does not keep the page from going', () => {
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
