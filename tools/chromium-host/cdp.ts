/**
 * A client of the DevTools protocol over two pipes, with JSON messages that end with a zero byte. Chromium ends when
 * its pipes close, so a killed host leaves no browser behind.
 */
import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Protocol } from '../../node_modules/playwright-core/types/protocol.d.ts'

export type { Protocol }

type Commands = Protocol.CommandParameters
type Answers = Protocol.CommandReturnValues
type Events = Protocol.Events

interface Incoming {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
  readonly sessionId?: string
}

interface Pending {
  readonly method: string
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** The browser-wide session is the empty string. */
const BROWSER_SESSION = ''

export class Cdp {
  readonly #write: Writable
  readonly #events = new EventEmitter()
  readonly #pending = new Map<number, Pending>()
  #parts: Buffer[] = []
  #lastId = 0
  #isClosed = false

  constructor(write: Writable, read: Readable) {
    this.#write = write
    this.#events.setMaxListeners(0)
    read.on('data', (chunk: Buffer) => this.#take(chunk))
    read.on('close', () => this.#close())
    // The exit of a browser is reported elsewhere.
    read.on('error', () => this.#close())
    write.on('error', () => this.#close())
  }

  /** Rejects with the protocol's message, or if the browser has ended. */
  send<C extends keyof Commands>(method: C, params?: Commands[C], sessionId = BROWSER_SESSION): Promise<Answers[C]> {
    if (this.#isClosed) return Promise.reject(new Error(`${method}: Chromium is gone`))
    const id = ++this.#lastId
    const message = sessionId === BROWSER_SESSION ? { id, method, params } : { id, method, params, sessionId }
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#pending.set(id, { method, resolve, reject })
    this.#write.write(`${JSON.stringify(message)}\0`)
    // The protocol declares this result for this command.
    return promise as Promise<Answers[C]>
  }

  on<E extends keyof Events>(method: E, listener: (event: Events[E]) => void, sessionId = BROWSER_SESSION): void {
    this.#events.on(`${sessionId} ${method}`, listener)
  }

  /** Returns the session of a target, after `Target.attachedToTarget`. */
  session(sessionId: string): CdpSession {
    return {
      send: (method, params) => this.send(method, params, sessionId),
      on: (method, listener) => this.on(method, listener, sessionId)
    }
  }

  #take(chunk: Buffer): void {
    let from = 0
    let end = chunk.indexOf(0)
    while (end !== -1) {
      this.#parts.push(chunk.subarray(from, end))
      this.#dispatch(Buffer.concat(this.#parts).toString('utf8'))
      this.#parts = []
      from = end + 1
      end = chunk.indexOf(0, from)
    }
    if (from < chunk.length) this.#parts.push(chunk.subarray(from))
  }

  #dispatch(text: string): void {
    const message: Incoming = JSON.parse(text)
    if (message.id === undefined) {
      this.#events.emit(`${message.sessionId ?? BROWSER_SESSION} ${message.method}`, message.params)
      return
    }
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (message.error) pending?.reject(new Error(`${pending.method}: ${message.error.message}`))
    else pending?.resolve(message.result)
  }

  #close(): void {
    this.#isClosed = true
    for (const pending of this.#pending.values()) pending.reject(new Error(`${pending.method}: Chromium is gone`))
    this.#pending.clear()
  }
}

export interface CdpSession {
  readonly send: <C extends keyof Commands>(method: C, params?: Commands[C]) => Promise<Answers[C]>
  readonly on: <E extends keyof Events>(method: E, listener: (event: Events[E]) => void) => void
}
