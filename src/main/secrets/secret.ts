/** How Node's inspect (console.log, error causes, reports) asks an object for its text. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom')
const SHOWN = '[secret]'

/**
 * The only form in which an API key lives in this process. Whatever prints, joins, logs or serializes it gets
 * `[secret]`; the characters come out of `reveal` alone, which is called where a header is built and where the
 * key store is written.
 */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toString(): string {
    return SHOWN
  }

  toJSON(): string {
    return SHOWN
  }

  [INSPECT](): string {
    return SHOWN
  }
}
