import { describe, expect, it } from 'vitest'
import { type Lane, chooseLane } from './shares.ts'

const none: Record<Lane, number> = { hand: 0, batch: 0, pull: 0, scrub: 0 }

describe('shares', () => {
  it.each([
    [{}, false, 0, null],
    [{ scrub: 1 }, false, 0, 'scrub'],
    [{ scrub: 1, pull: 1 }, false, 0, 'pull'],
    [{ pull: 1, batch: 1 }, false, 0, 'batch'],
    [{ pull: 1, batch: 1 }, false, 8, 'batch'],
    [{ pull: 1, batch: 1 }, false, 9, 'pull'],
    [{ pull: 1, batch: 1 }, true, 0, 'batch'],
    [{ pull: 1, batch: 1 }, true, 1, 'pull'],
    [{ batch: 1 }, true, 5, 'batch'],
    [{ hand: 1, pull: 1, batch: 1 }, true, 5, 'hand']
  ] as const)('%o, first pass open %s, %i turns since pull: %s', (waiting, isFirstPassOpen, sincePull, lane) => {
    expect(chooseLane({ waiting: { ...none, ...waiting }, isFirstPassOpen, sincePull })).toBe(lane)
  })
})
