import { describe, expect, it } from 'vitest'
import { chooseLane, type LANES } from './shares.ts'

describe('lanes', () => {
  it.each([
    [[], false, 0, null],
    [['reconcile'], false, 0, 'reconcile'],
    [['reconcile', 'pull'], false, 0, 'pull'],
    [['pull', 'batch'], false, 0, 'batch'],
    [['pull', 'batch'], false, 8, 'batch'],
    [['pull', 'batch'], false, 9, 'pull'],
    [['pull', 'batch'], true, 0, 'batch'],
    [['pull', 'batch'], true, 1, 'pull'],
    [['batch'], true, 5, 'batch'],
    [['interactive', 'pull', 'batch'], true, 5, 'interactive']
  ] as const)('%o, first pass open %s, %i turns since pull: %s', (waiting, isFirstPassOpen, sincePull, lane) => {
    const isWaiting = (one: (typeof LANES)[number]): boolean => waiting.some((name) => name === one)
    expect(chooseLane(isWaiting, { isFirstPassOpen, sincePull })).toBe(lane)
  })
})
