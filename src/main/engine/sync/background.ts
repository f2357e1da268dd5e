/**
 * Work without a waiting caller: timers, outbox reads, turns. If the disk fails in any of it, even in a read, the group
 * stops, reports the failure and tries again later, and the thread keeps running. Bugs still throw.
 */
import type { Failure } from '../../../shared/failure.ts'
import type { Clock } from '../domain/clock.ts'
import { tryStorage, tryStorageLater } from '../storage/storage-failure.ts'

export interface BackgroundPorts {
  readonly clock: Clock
  /** The disk or the file failed; the work is abandoned and starts again later. */
  readonly onStuck: (failure: Failure) => void
}

export class Background {
  readonly #ports: BackgroundPorts
  readonly #timers = new Set<() => void>()
  #isOver = false
  /** The clock whose timers run their work in this background. */
  readonly clock: Clock

  constructor(ports: BackgroundPorts) {
    this.#ports = ports
    const { clock } = ports
    this.clock = { ...clock, after: (ms, run) => this.#after(ms, run) }
  }

  /** Cancels all timers and starts nothing more; work in progress runs to its end. */
  stop(): void {
    this.#isOver = true
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
  }

  /** Runs the work up to its first wait, and handles the failure of the remainder as well. */
  run(work: () => void | Promise<void>): void {
    if (this.#isOver) return
    const begun = tryStorage(work)
    if (!begun.ok) this.#ports.onStuck(begun.failure)
    else if (begun.value instanceof Promise) void this.#follow(begun.value)
  }

  /** Runs the work after the current step has ended. */
  soon(work: () => void | Promise<void>): void {
    queueMicrotask(() => this.run(work))
  }

  #after(ms: number, run: () => void): () => void {
    const cancel = this.#ports.clock.after(ms, () => {
      this.#timers.delete(cancel)
      this.run(run)
    })
    this.#timers.add(cancel)
    return () => {
      this.#timers.delete(cancel)
      cancel()
    }
  }

  async #follow(inFlight: Promise<void>): Promise<void> {
    const ended = await tryStorageLater(() => inFlight)
    if (!ended.ok) this.#ports.onStuck(ended.failure)
  }
}

export class SingleFlight {
  #running: Promise<void> | null = null

  get isRunning(): boolean {
    return this.#running !== null
  }

  /**
   * Starts in a microtask of its own, because the first step may wake the loop that called this before the run is
   * recorded.
   */
  run(work: () => Promise<void>): Promise<void> {
    this.#running ??= Promise.resolve()
      .then(work)
      .finally(() => {
        this.#running = null
      })
    return this.#running
  }
}
