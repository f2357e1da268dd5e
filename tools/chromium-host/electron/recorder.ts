/** What the app asked of the desktop, for tests to read, and the answers that tests have prepared. */

export interface Recorded {
  /** `module.method`, for instance `shell.openExternal`. */
  readonly what: string
  readonly details: readonly unknown[]
}

export class Recorder {
  readonly #entries: Recorded[] = []
  readonly #answers = new Map<string, unknown[]>()

  record(what: string, ...details: readonly unknown[]): void {
    this.#entries.push({ what, details })
  }

  entries(what?: string): readonly Recorded[] {
    return what === undefined ? [...this.#entries] : this.#entries.filter((entry) => entry.what === what)
  }

  /** Prepares one answer; several for the same method are given in turn. */
  prepare(what: string, answer: unknown): void {
    const waiting = this.#answers.get(what) ?? []
    waiting.push(answer)
    this.#answers.set(what, waiting)
  }

  /** Records the question and takes the next prepared answer, or the given one of a user who cancels. */
  ask<T>(what: string, otherwise: T, ...details: readonly unknown[]): T {
    this.record(what, ...details)
    const waiting = this.#answers.get(what)
    // Tests prepare answers in the shape of the method they name.
    return waiting && waiting.length > 0 ? (waiting.shift() as T) : otherwise
  }
}
