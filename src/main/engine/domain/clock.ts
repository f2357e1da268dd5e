/** Time as the engine sees it: handed in, so that a history of hours runs in milliseconds of a test. */
export interface Clock {
  /** Wall clock, ms since epoch. May jump; for times that are shown or stored, never for pacing. */
  readonly now: () => number
  /** Monotonic ms since some start. For pacing, holds and gaps. */
  readonly elapsed: () => number
  /** Calls `run` as soon as whatever else is waiting (a command of the person) has had its turn. */
  readonly soon: (run: () => void) => void
  /** Calls `run` once after `ms`; the function returned cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
}

/**
 * Whether a stored time lies less than `gapMs` back. All by the wall clock, in ms since epoch: a time that lies ahead
 * of `now` was written before the clock was set back, and proves nothing.
 */
export function isWithin(now: number, since: number, gapMs: number): boolean {
  const past = now - since
  return past >= 0 && past < gapMs
}

/** One timer, which may be set again at any time. */
export class Timer {
  readonly #clock: Pick<Clock, 'after'>
  #cancel: (() => void) | null = null

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** Set, and not run yet. */
  get isSet(): boolean {
    return this.#cancel !== null
  }

  /** Runs `run` once after `ms`, in the place of what was set before. */
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

/** Number in [0, 1). */
export type Random = () => number
