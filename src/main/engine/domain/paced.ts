/** Runs a function at once on request, and at most once per gap, however often it is requested. */
import { type Clock, Timer } from './clock.ts'

export interface PacedPorts {
  readonly clock: Clock
  readonly gapMs: number
  readonly run: () => void
}

export class Paced {
  readonly #ports: PacedPorts
  readonly #timer: Timer
  #isRequested = false
  #isClosed = false

  constructor(ports: PacedPorts) {
    this.#ports = ports
    this.#timer = new Timer(ports.clock)
  }

  touch(): void {
    if (this.#isClosed) return
    this.#isRequested = true
    if (!this.#timer.isSet) this.#run()
  }

  /** Runs a pending request now and restarts the gap. */
  flush(): void {
    if (this.#isRequested) this.#run()
  }

  /**
   * Runs a pending request now and clears the timer. Later requests do nothing, because what `run` reads may be closed.
   */
  close(): void {
    this.#isClosed = true
    this.flush()
    this.#timer.cancel()
  }

  #run(): void {
    const { gapMs, run } = this.#ports
    this.#isRequested = false
    this.#timer.set(gapMs, () => this.flush())
    run()
  }
}
