/** Timers in the order in which they are due; those due together in the order in which they were set. A binary heap. */

export interface Timer {
  readonly at: number
  readonly order: number
  readonly run: () => void
  /** Canceled ones stay in the heap until they would be due. */
  isCanceled: boolean
}

export class TimerQueue {
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

  /** The next one that is due; undefined = none is left. */
  first(): Timer | undefined {
    while (this.#heap[0]?.isCanceled === true) this.takeFirst()
    return this.#heap[0]
  }

  takeFirst(): void {
    const last = this.#heap.pop()
    if (last !== undefined && this.#heap.length > 0) this.#sink(last)
  }

  /** Puts a timer at the top and lets it down to its place. */
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
