/**
 * Connects two worlds of one document, which share the DOM but no objects. Calls are synchronous events whose details
 * the browser clones; functions and promises are sent as numbers. Both worlds run this code.
 */

// Read before any script of the page runs, so that the page cannot replace them here.
const { document, CustomEvent, Map, Promise, Object, Array, Error } = globalThis
const dispatch = document.dispatchEvent.bind(document)

const UNCLONEABLE = 'An object could not be cloned.'
const messageOf = (error) => (error instanceof Error ? error.message : String(error))

function isPlain(value) {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype = Object.getPrototypeOf(value)
  // Object.prototype of either world, or none.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const isHandled = (value) => typeof value === 'function' || value instanceof Promise
/** Whether a value holds functions or promises; other data is cloned by the browser. */
const needsHandles = (value) => isHandled(value) || (isPlain(value) && Object.values(value).some(needsHandles))

/** Returns a copy with each leaf of arrays and plain objects replaced. */
function mapDeep(value, replace) {
  const replaced = replace(value)
  if (replaced !== undefined) return replaced
  if (!isPlain(value)) return value
  if (Array.isArray(value)) return value.map((item) => mapDeep(item, replace))
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, mapDeep(field, replace)]))
}

export class Peer {
  #functions = new Map()
  #promises = new Map()
  #returned = new Map()
  #receivers = new Map()
  #names
  #lastNumber = 0

  /**
   * `names`: the outgoing and incoming event, and the key that marks a handle. They are random for each window, so that
   * scripts of the page can neither listen nor forge.
   */
  constructor(names) {
    this.#names = names
    this.#receivers.set('call', (detail) => this.#answer(detail))
    this.#receivers.set('returned', (detail) => this.#returned.set(detail.number, detail))
    this.#receivers.set('settled', (detail) => this.#settle(detail))
    document.addEventListener(names.incoming, ({ detail }) => {
      // A detail that cannot be cloned arrives as null; its sender notices the missing response.
      if (detail !== null) this.#receivers.get(detail.kind)(detail)
    })
  }

  /** Sends a message to its receiver on the other side; `value` may hold functions. */
  post(kind, fields, value) {
    this.#emit({ kind, ...fields, value: this.#pack(value) })
  }

  receive(kind, receiver) {
    this.#receivers.set(kind, (detail) => receiver(detail, this.#unpack(detail.value)))
  }

  #emit(detail) {
    dispatch(new CustomEvent(this.#names.outgoing, { detail }))
  }

  #pack(value) {
    if (!needsHandles(value)) return { plain: value }
    return { mixed: mapDeep(value, (leaf) => (isHandled(leaf) ? this.#handleOf(leaf) : undefined)) }
  }

  #handleOf(value) {
    const number = ++this.#lastNumber
    const kind = typeof value === 'function' ? 'function' : 'promise'
    if (kind === 'function') this.#functions.set(number, value)
    else void this.#settleLater(number, value)
    return { [this.#names.handleKey]: kind, number }
  }

  async #settleLater(number, promise) {
    try {
      const value = await promise
      this.#emit({ kind: 'settled', number, value: this.#pack(value) })
    } catch (error) {
      this.#emit({ kind: 'settled', number, error: messageOf(error) })
    }
  }

  #unpack(packed) {
    if (packed === null || packed === undefined) throw new Error(UNCLONEABLE)
    return 'mixed' in packed ? mapDeep(packed.mixed, (leaf) => this.#fromHandle(leaf)) : packed.plain
  }

  #fromHandle(value) {
    const kind = isPlain(value) ? value[this.#names.handleKey] : undefined
    if (kind === 'function') return (...args) => this.#call(value.number, args)
    if (kind !== 'promise') return undefined
    return new Promise((resolve, reject) => this.#promises.set(value.number, { resolve, reject }))
  }

  #call(target, args) {
    const number = ++this.#lastNumber
    this.#emit({ kind: 'call', number, target, args: this.#pack(args) })
    const answer = this.#returned.get(number)
    this.#returned.delete(number)
    if (answer === undefined) throw new Error(UNCLONEABLE)
    if (answer.error !== undefined) throw new Error(answer.error)
    return this.#unpack(answer.value)
  }

  #answer({ number, target, args }) {
    try {
      const value = this.#functions.get(target)(...this.#unpack(args))
      this.#emit({ kind: 'returned', number, value: this.#pack(value) })
    } catch (error) {
      this.#emit({ kind: 'returned', number, error: messageOf(error) })
    }
  }

  #settle({ number, error, value }) {
    const waiting = this.#promises.get(number)
    this.#promises.delete(number)
    if (error === undefined) waiting.resolve(this.#unpack(value))
    else waiting.reject(new Error(error))
  }
}
