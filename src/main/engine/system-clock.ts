/** The clock of the machine. */
import type { Clock } from './domain/clock.ts'

/** A timer of Node takes no longer wait than this; the engine's are minutes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  soon: (run) => void setImmediate(run),
  after(ms, run) {
    // Timers of Node drop fractions and may be early: who then finds that it is not time yet would sleep for good.
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
