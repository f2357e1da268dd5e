/** The clock of the machine. */
import type { Clock } from './domain/clock.ts'

/** A timer of Node takes no longer wait than this; the engine's are minutes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  soon: (run) => void setImmediate(run),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(LONGEST_TIMER_MS, ms))
    return () => clearTimeout(timer)
  }
}
