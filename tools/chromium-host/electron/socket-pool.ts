/**
 * The sockets of one session: at most six per host, as in Chromium over HTTP/1.1. Detects whether a failed request used
 * a socket that had served before.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { Agent, buildConnector } from 'undici'

const SOCKETS_PER_HOST = 6
/** Chromium keeps idle sockets for five minutes. */
const KEEP_ALIVE_MS = 300_000

export class SocketPool {
  readonly agent: Agent
  readonly #sockets = new Set<Socket>()

  /** `trusted`: PEM of the only trusted authority; `null` for those of this computer. */
  constructor(trusted: string | null) {
    const connect = buildConnector(trusted === null ? {} : { ca: trusted })
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
          if (socket) this.#track(socket)
          callback(...result)
        })
    })
  }

  /** Closes all sockets, which fails their requests. Resolves when all are closed. */
  async closeAll(): Promise<void> {
    await Promise.all(
      [...this.#sockets].map(async (socket) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        // `once` of node:events would reject with the error of a request that is aborted meanwhile.
        socket.once('close', () => resolve())
        socket.destroy()
        await promise
      })
    )
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket)
    // undici reports an abort on a socket to which it no longer listens.
    socket.on('error', () => {})
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

/** Tracks socket reuse through undici's diagnostics channels; one per host. */
export class ReuseWatch {
  readonly #used = new WeakSet<object>()
  readonly #onReused = new WeakSet<object>()
  readonly #failedOnReused = new WeakSet<object>()

  constructor() {
    // undici documents the shapes of these messages.
    subscribe('undici:client:sendHeaders', (message) => this.#sent(message as SentMessage))
    subscribe('undici:request:error', (message) => this.#failed(message as FailedMessage))
  }

  /** Whether the error ended a request on a socket that had already carried another. */
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
