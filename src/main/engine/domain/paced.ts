/** Runs something at once, and again at most once per gap however often it is asked for. */
import type { Clock } from './clock.ts'

export interface PacedPorts {
  readonly clock: Clock
  readonly gapMs: number
  readonly run: () => void
}

export class Paced {
  readonly #ports: PacedPorts
  #cancelTimer: (() => void) | null = null
  #isAsked = false
  #isClosed = false

  constructor(ports: PacedPorts) {
    this.#ports = ports
  }

  touch(): void {
    if (this.#isClosed) return
    this.#isAsked = true
    if (this.#cancelTimer === null) this.#run()
  }

  /** Runs now what is still owed; the gap begins again. */
  flush(): void {
    if (this.#isAsked) this.#run()
  }

  /** Runs now what is still owed, and leaves no timer. Asking later does nothing: what it reads may be closed. */
  close(): void {
    this.#isClosed = true
    this.flush()
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  #run(): void {
    const { clock, gapMs, run } = this.#ports
    this.#isAsked = false
    this.#cancelTimer?.()
    this.#cancelTimer = clock.after(gapMs, () => {
      this.#cancelTimer = null
      this.flush()
    })
    run()
  }
}
