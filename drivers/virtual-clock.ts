/** Virtual time: timers run in order as fast as the machine allows, with every promise settled between two of them. */
import type { Clock } from '../src/main/engine/domain/clock.ts'
import { type Timer, TimerQueue } from './timer-queue.ts'

export interface VirtualClock extends Clock {
  /** Runs timers until `isDone` says so; throws after `limitMs` of virtual time, or when no timer is left. */
  runUntil(isDone: () => boolean, limitMs?: number): Promise<void>
  /** Runs everything due within `ms`. */
  advance(ms: number): Promise<void>
}

const START = Date.UTC(2026, 10, 3, 9, 0, 0)

/** A clock that stands still until it is told to run. */
export function createVirtualClock(): VirtualClock {
  let elapsed = 0
  let order = 0
  const timers = new TimerQueue()

  const fire = (timer: Timer): void => {
    timers.takeFirst()
    elapsed = Math.max(elapsed, timer.at)
    timer.run()
  }
  const set = (ms: number, run: () => void): Timer => {
    const timer = { at: elapsed + Math.max(0, ms), order: order++, run, isCanceled: false }
    timers.add(timer)
    return timer
  }

  return {
    now: () => START + elapsed,
    elapsed: () => elapsed,
    after(ms, run) {
      const timer = set(ms, run)
      return () => {
        timer.isCanceled = true
      }
    },
    soon(run) {
      set(0, run)
    },
    async runUntil(isDone, limitMs = 24 * 3_600_000) {
      const end = elapsed + limitMs
      await settle()
      while (!isDone()) {
        const timer = timers.first()
        if (timer === undefined) throw new Error('nothing left to happen, and not done')
        if (timer.at > end) throw new Error(`not done after ${limitMs} ms of virtual time`)
        fire(timer)
        await settle()
      }
    },
    async advance(ms) {
      const end = elapsed + ms
      await settle()
      for (let timer = timers.first(); timer !== undefined && timer.at <= end; timer = timers.first()) {
        fire(timer)
        await settle()
      }
      elapsed = end
    }
  }
}

/** An immediate runs after every microtask, however long their chains. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
