/** Virtual time: runs timers in order without waiting, and settles all promises between them. */
import type { Clock } from '../src/main/engine/domain/clock.ts'

export interface VirtualClock extends Clock {
  /** Runs timers until `isDone`; throws after `limitMs` of virtual time, or without timers. */
  runUntil(isDone: () => boolean, limitMs?: number): Promise<void>
  /** Runs the timers that are due within `ms`. */
  advance(ms: number): Promise<void>
}

interface Timer {
  readonly at: number
  readonly run: () => void
}

const START = Date.UTC(2026, 10, 3, 9, 0, 0)

/** Creates a clock that only advances by its methods. */
export function createVirtualClock(): VirtualClock {
  let elapsed = 0
  /** Sorted by due time, then by creation. */
  const timers: Timer[] = []

  const fireFirst = (): void => {
    const timer = timers.shift()
    elapsed = Math.max(elapsed, timer?.at ?? 0)
    timer?.run()
  }
  const set = (ms: number, run: () => void): Timer => {
    const timer = { at: elapsed + Math.max(0, ms), run }
    timers.splice(timers.findLastIndex(({ at }) => at <= timer.at) + 1, 0, timer)
    return timer
  }

  return {
    now: () => START + elapsed,
    elapsed: () => elapsed,
    after(ms, run) {
      const timer = set(ms, run)
      return () => {
        const index = timers.indexOf(timer)
        if (index !== -1) timers.splice(index, 1)
      }
    },
    soon(run) {
      set(0, run)
    },
    async runUntil(isDone, limitMs = 24 * 3_600_000) {
      const end = elapsed + limitMs
      await settle()
      while (!isDone()) {
        const [first] = timers
        if (first === undefined) throw new Error('nothing left to happen')
        if (first.at > end) throw new Error(`not done after ${limitMs} ms of virtual time`)
        fireFirst()
        await settle()
      }
    },
    async advance(ms) {
      const end = elapsed + ms
      await settle()
      while (timers[0] !== undefined && timers[0].at <= end) {
        fireFirst()
        await settle()
      }
      elapsed = end
    }
  }
}

/** Waits for an immediate, which runs after all microtasks. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
