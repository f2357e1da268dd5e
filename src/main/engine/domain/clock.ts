/** Time as an injected dependency, so that tests replay hours of history in milliseconds. */
export interface Clock {
  /** Wall clock, ms since epoch. May jump; for times that are shown or stored, never for pacing. */
  readonly now: () => number
  /** Monotonic ms since an arbitrary start. For pacing, cooldowns and gaps. */
  readonly elapsed: () => number
  /** Calls `run` after pending work (such as a command of the user) has had its turn. */
  readonly soon: (run: () => void) => void
  /** Calls `run` once after `ms`; the returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
}

/**
 * Returns whether a stored time is less than `gapMs` in the past. Both are wall clock, in ms since epoch. A time after
 * `now` was written before the clock was set back, so it never counts as recent.
 */
export function isWithin(now: number, since: number, gapMs: number): boolean {
  const past = now - since
  return past >= 0 && past < gapMs
}

/** A single timer that can be set again at any time. */
export class Timer {
  readonly #clock: Pick<Clock, 'after'>
  #cancel: (() => void) | null = null

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** True while a callback is pending. */
  get isSet(): boolean {
    return this.#cancel !== null
  }

  /** Runs `run` once after `ms`, replacing any pending callback. */
  set(ms: number, run: () => void): void {
    this.cancel()
    this.#cancel = this.#clock.after(ms, () => {
      this.#cancel = null
      run()
    })
  }

  cancel(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}

/** Returns a number in [0, 1). */
export type Random = () => number
