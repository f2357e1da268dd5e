/** Symbol by which Node's `inspect` (console.log, error causes, reports) requests the text of an object. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom')
const PLACEHOLDER = '[secret]'

/**
 * Holds an API key in this process. Printing, joining, logging or serializing it returns `[secret]`; only `reveal`
 * returns the characters and is called only to build a header or to write to the keychain.
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
    return PLACEHOLDER
  }

  toJSON(): string {
    return PLACEHOLDER
  }

  [INSPECT](): string {
    return PLACEHOLDER
  }
}
