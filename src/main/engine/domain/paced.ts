/** Runs something at once, and again at most once per gap however often it is asked for. */
import { type Clock, Timer } from './clock.ts'

export interface PacedPorts {
  readonly clock: Clock
  readonly gapMs: number
  readonly run: () => void
}

export class Paced {
  readonly #ports: PacedPorts
  readonly #timer: Timer
  #isAsked = false
  #isClosed = false

  constructor(ports: PacedPorts) {
    this.#ports = ports
    this.#timer = new Timer(ports.clock)
  }

  touch(): void {
    if (this.#isClosed) return
    this.#isAsked = true
    if (!this.#timer.isSet) this.#run()
  }

  /** Runs now what is still owed; the gap begins again. */
  flush(): void {
    if (this.#isAsked) this.#run()
  }

  /** Runs now what is still owed, and leaves no timer. Asking later does nothing: what it reads may be closed. */
  close(): void {
    this.#isClosed = true
    this.flush()
    this.#timer.cancel()
  }

  #run(): void {
    const { gapMs, run } = this.#ports
    this.#isAsked = false
    this.#timer.set(gapMs, () => this.flush())
    run()
  }
}
