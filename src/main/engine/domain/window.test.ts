import { describe, expect, it } from 'vitest'
import { HALVING_GAP_MS, NEW_WINDOW, growWindow, halveWindow } from './window.ts'

const afterAnswers = (count: number) => Array.from({ length: count }).reduce<typeof NEW_WINDOW>(growWindow, NEW_WINDOW)

describe('window', () => {
  it.each([
    [0, 1],
    [1, 2],
    [2, 2],
    [3, 3],
    [6, 4],
    [10, 5],
    [15, 6],
    [1_000, 6]
  ])('after %i answers it is %i', (answers, size) => {
    expect(afterAnswers(answers).size).toBe(size)
  })

  it('halves, and only once for what happens together', () => {
    const full = afterAnswers(15)
    const once = halveWindow(full, 1_000)
    expect(once.size).toBe(3)
    expect(halveWindow(once, 1_000 + HALVING_GAP_MS - 1)).toBe(once)
    expect(halveWindow(once, 1_000 + HALVING_GAP_MS).size).toBe(1)
  })

  it('never falls below one', () => {
    expect(halveWindow(NEW_WINDOW, 0).size).toBe(1)
  })
})
