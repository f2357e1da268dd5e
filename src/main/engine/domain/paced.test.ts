import { describe, expect, it } from 'vitest'
import { createVirtualClock } from '../../../../drivers/virtual-clock.ts'
import { Paced } from './paced.ts'

describe('paced', () => {
  it('runs at once, then once per gap while it is requested, and then stops', async () => {
    const clock = createVirtualClock()
    const runs: number[] = []
    const paced = new Paced({ clock, gapMs: 100, run: () => runs.push(clock.elapsed()) })
    for (let index = 0; index < 25; index += 1) {
      paced.touch()
      await clock.advance(10)
    }
    await clock.advance(1_000)
    expect(runs).toEqual([0, 100, 200, 300])
  })

  it('runs a pending request when it is closed', () => {
    const clock = createVirtualClock()
    let runs = 0
    const paced = new Paced({ clock, gapMs: 100, run: () => (runs += 1) })
    paced.touch()
    paced.touch()
    paced.close()
    expect(runs).toBe(2)
  })

  it('leaves no timer when it is closed', async () => {
    const clock = createVirtualClock()
    let runs = 0
    const paced = new Paced({ clock, gapMs: 100, run: () => (runs += 1) })
    paced.touch()
    paced.close()
    paced.close()
    await expect(clock.runUntil(() => false)).rejects.toThrow('nothing left to happen')
    expect([runs, clock.elapsed()]).toEqual([1, 0])
  })

  it('runs at once when it is requested after an idle gap', async () => {
    const clock = createVirtualClock()
    const runs: number[] = []
    const paced = new Paced({ clock, gapMs: 100, run: () => runs.push(clock.elapsed()) })
    paced.touch()
    await clock.advance(250)
    paced.touch()
    expect(runs).toEqual([0, 250])
  })

  it('counts a request made while it runs: one more run after the gap', async () => {
    const clock = createVirtualClock()
    const runs: number[] = []
    const paced: Paced = new Paced({
      clock,
      gapMs: 100,
      run: () => {
        runs.push(clock.elapsed())
        if (runs.length === 1) paced.touch()
      }
    })
    paced.touch()
    await clock.advance(1_000)
    expect(runs).toEqual([0, 100])
  })

  it('does nothing once it is closed, because what it reads may be closed', async () => {
    const clock = createVirtualClock()
    let runs = 0
    const paced = new Paced({ clock, gapMs: 100, run: () => (runs += 1) })
    paced.close()
    paced.touch()
    await clock.advance(1_000)
    expect(runs).toBe(0)
  })
})
