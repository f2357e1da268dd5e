/** How numbers keep up with a library that changes ten times a second, while a batch drains or the first pass fills it. */

interface WalkingPace {
  readonly run: () => void
  /** Runs the function after the pause (ms) and returns what calls it off. */
  readonly after: (run: () => void, ms: number) => () => void
  /** ms, from any beginning. */
  readonly now: () => number
  /** From the first word of a change until `run`, ms. */
  readonly soonMs: number
  /** `run` is not called more often than this, ms. */
  readonly restMs: number
}

/**
 * Returns what is told of each change: runs soon after the first one, and at a walking pace for as long as more come.
 * Never later than that: what waits for changes to end shows nothing of a library that changes for an hour.
 */
export function atWalkingPace({ run, after, now, soonMs, restMs }: WalkingPace): () => void {
  const state = { isDue: false, restsUntil: 0 }
  const runNow = (): void => {
    state.isDue = false
    state.restsUntil = now() + restMs
    run()
  }
  return () => {
    if (state.isDue) return
    state.isDue = true
    after(runNow, Math.max(soonMs, state.restsUntil - now()))
  }
}
