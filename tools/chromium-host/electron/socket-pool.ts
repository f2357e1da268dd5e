/**
 * The sockets of one session: six to a host, as Chromium has over HTTP/1.1, all of which can be closed. Knows of a
 * failed request whether it went out on a socket that had served before.
 */
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Agent, buildConnector } from 'undici'

const SOCKETS_PER_HOST = 6
/** Chromium keeps an idle socket five minutes. */
const KEEP_ALIVE_MS = 300_000

export class SocketPool {
  readonly agent: Agent
  readonly #sockets = new Set<Socket>()

  constructor() {
    const connect = buildConnector({})
    this.agent = new Agent({
      connections: SOCKETS_PER_HOST,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      // The app has its own limits; Chromium has none here.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) =>
        connect(options, (...result) => {
          const [, socket] = result
          if (socket) this.#remember(socket)
          callback(...result)
        })
    })
  }

  /** Settles when each is closed; requests that run on them fail. */
  async closeAll(): Promise<void> {
    await Promise.all(
      [...this.#sockets].map(async (socket) => {
        const closed = once(socket, 'close')
        socket.destroy()
        await closed
      })
    )
  }

  count(): number {
    return this.#sockets.size
  }

  #remember(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }
}

interface SentMessage {
  readonly request: object
  readonly socket: object
}

interface FailedMessage {
  readonly request: object
  readonly error: unknown
}

/** Watches undici's own reports; one for the whole host. */
export class ReuseWatch {
  readonly #used = new WeakSet<object>()
  readonly #onReused = new WeakSet<object>()
  readonly #failedOnReused = new WeakSet<object>()

  constructor() {
    // undici documents the shapes of these messages.
    subscribe('undici:client:sendHeaders', (message) => this.#sent(message as SentMessage))
    subscribe('undici:request:error', (message) => this.#failed(message as FailedMessage))
  }

  /** True when the error ended a request on a socket that had already carried another. */
  isReuseFailure(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.#failedOnReused.has(error)
  }

  #sent({ request, socket }: SentMessage): void {
    if (this.#used.has(socket)) this.#onReused.add(request)
    this.#used.add(socket)
  }

  #failed({ request, error }: FailedMessage): void {
    if (this.#onReused.has(request) && typeof error === 'object' && error !== null) this.#failedOnReused.add(error)
  }
}
