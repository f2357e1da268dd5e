/** The system clock. */
import type { Clock } from './domain/clock.ts'

/** Longest delay of a Node timer; the engine's delays are minutes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  soon: (run) => void setImmediate(run),
  after(ms, run) {
    // Node timers drop fractions and may fire early; a caller that finds it too early would never wake again.
    const due = performance.now() + ms
    const wait = (left: number) => setTimeout(wake, Math.min(LONGEST_TIMER_MS, Math.ceil(left)))
    const wake = (): void => {
      const left = due - performance.now()
      if (left > 0) timer = wait(left)
      else run()
    }
    let timer = wait(ms)
    return () => clearTimeout(timer)
  }
}
