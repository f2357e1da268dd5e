/** Virtual time: runs timers in order without waiting, and settles all promises between them. */
import type { Clock } from '../src/main/engine/domain/clock.ts'

export interface VirtualClock extends Clock {
  /** Runs timers until `isDone`; throws after `limitMs` of virtual time, or without timers. */
  runUntil(isDone: () => boolean, limitMs?: number): Promise<void>
  /** Runs the timers that are due within `ms`. */
  advance(ms: number): Promise<void>
}

const START = Date.UTC(2026, 10, 3, 9, 0, 0)

/** Creates a clock that only advances by its methods. */
export function createVirtualClock(): VirtualClock {
  let elapsed = 0
  let order = 0
  const timers = new TimerQueue()

  const fire = (timer: Timer): void => {
    timers.takeFirst()
    elapsed = Math.max(elapsed, timer.at)
    timer.run()
  }
  const set = (ms: number, run: () => void): Timer => {
    const timer = { at: elapsed + Math.max(0, ms), order: order++, run, isCanceled: false }
    timers.add(timer)
    return timer
  }

  return {
    now: () => START + elapsed,
    elapsed: () => elapsed,
    after(ms, run) {
      const timer = set(ms, run)
      return () => {
        timer.isCanceled = true
      }
    },
    soon(run) {
      set(0, run)
    },
    async runUntil(isDone, limitMs = 24 * 3_600_000) {
      const end = elapsed + limitMs
      await settle()
      while (!isDone()) {
        const timer = timers.first()
        if (timer === undefined) throw new Error('no timer left, and not done')
        if (timer.at > end) throw new Error(`not done after ${limitMs} ms of virtual time`)
        fire(timer)
        await settle()
      }
    },
    async advance(ms) {
      const end = elapsed + ms
      await settle()
      for (let timer = timers.first(); timer !== undefined && timer.at <= end; timer = timers.first()) {
        fire(timer)
        await settle()
      }
      elapsed = end
    }
  }
}

/** Waits for an immediate, which runs after all microtasks. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Timers in the order in which they are due; those due together in the order in which they were set. A binary heap. */

interface Timer {
  readonly at: number
  readonly order: number
  readonly run: () => void
  /** Canceled timers stay in the heap until they are due. */
  isCanceled: boolean
}

/** A binary heap of timers by due time, then by creation. */
class TimerQueue {
  readonly #heap: Timer[] = []

  add(timer: Timer): void {
    let at = this.#heap.push(timer) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = this.#heap[above]
      if (parent === undefined || isBefore(parent, timer)) break
      this.#heap[at] = parent
      at = above
    }
    this.#heap[at] = timer
  }

  /** Returns the next timer; `undefined` without one. */
  first(): Timer | undefined {
    while (this.#heap[0]?.isCanceled === true) this.takeFirst()
    return this.#heap[0]
  }

  takeFirst(): void {
    const last = this.#heap.pop()
    if (last !== undefined && this.#heap.length > 0) this.#sink(last)
  }

  /** Moves a timer from the top to its position. */
  #sink(timer: Timer): void {
    let at = 0
    for (;;) {
      const below = this.#earlierChild(at)
      const child = this.#heap[below]
      if (child === undefined || isBefore(timer, child)) break
      this.#heap[at] = child
      at = below
    }
    this.#heap[at] = timer
  }

  #earlierChild(at: number): number {
    const left = 2 * at + 1
    const [one, other] = [this.#heap[left], this.#heap[left + 1]]
    return one !== undefined && other !== undefined && isBefore(other, one) ? left + 1 : left
  }
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order)
}
