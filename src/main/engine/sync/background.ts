/**
 * Work that nobody waits for: timers, looks at the outbox, turns. The disk may fail in any of it, also where it only
 * reads. Then the group stops and says so, and looks again later; the thread goes on. A bug stays thrown.
 */
import type { Failure } from '../../../shared/failure.ts'
import type { Clock } from '../domain/clock.ts'
import { tryStorage, tryStorageLater } from '../storage/storage-failure.ts'

export interface BackgroundPorts {
  readonly clock: Clock
  /** The disk or the file failed; what was begun is given up, and looked at anew. */
  readonly onStuck: (failure: Failure) => void
}

export class Background {
  readonly #ports: BackgroundPorts
  readonly #timers = new Set<() => void>()
  #isOver = false
  /** The clock whose timers run their work here. */
  readonly clock: Clock

  constructor(ports: BackgroundPorts) {
    this.#ports = ports
    const { clock } = ports
    this.clock = { ...clock, after: (ms, run) => this.#after(ms, run) }
  }

  /** Nothing more begins, and no timer stays behind; what is under way runs to its end. */
  stop(): void {
    this.#isOver = true
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
  }

  /** Runs the work now, to its end or to its first wait, and follows it from there. */
  run(work: () => void | Promise<void>): void {
    if (this.#isOver) return
    const begun = tryStorage(work)
    if (!begun.ok) this.#ports.onStuck(begun.failure)
    else if (begun.value instanceof Promise) void this.#follow(begun.value)
  }

  /** Runs the work as soon as what is under way has ended its step. */
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

  async #follow(underWay: Promise<void>): Promise<void> {
    const ended = await tryStorageLater(() => underWay)
    if (!ended.ok) this.#ports.onStuck(ended.failure)
  }
}

export class SingleFlight {
  #running: Promise<void> | null = null

  get isRunning(): boolean {
    return this.#running !== null
  }

  /** Begins in a turn of its own: its first step may wake the very loop that asks for it, before this run is noted. */
  run(work: () => Promise<void>): Promise<void> {
    this.#running ??= Promise.resolve()
      .then(work)
      .finally(() => {
        this.#running = null
      })
    return this.#running
  }
}
