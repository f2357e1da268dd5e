/** How numbers keep up with a library that changes ten times a second, while a batch drains or the first pass fills it. */

export interface WalkingPace {
  readonly run: () => void
  /** Runs the function after the pause (ms) and returns what calls it off. */
  readonly after: (run: () => void, ms: number) => () => void
  /** From the first word of a change until `run`, ms. */
  readonly soonMs: number
  /** `run` is not called more often than this, ms. */
  readonly restMs: number
}

/**
 * Returns what is told of each change: runs soon after the first one, and at a walking pace for as long as more come.
 * Never later than that: what waits for changes to end shows nothing of a library that changes for an hour.
 */
export function atWalkingPace({ run, after, soonMs, restMs }: WalkingPace): () => void {
  const state = { isDue: false, isResting: false }
  const runNow = (): void => {
    state.isDue = false
    state.isResting = true
    after(rested, restMs)
    run()
  }
  const rested = (): void => {
    state.isResting = false
    if (state.isDue) runNow()
  }
  return () => {
    if (!state.isDue && !state.isResting) after(runNow, soonMs)
    state.isDue = true
  }
}
