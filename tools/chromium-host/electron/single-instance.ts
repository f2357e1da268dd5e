/**
 * One running app for each user-data folder. The lock is a listening socket in Linux's abstract name space: it
 * needs no file, and the kernel drops it with its process, however that ends. Elsewhere the host has no lock.
 */
import { createHash } from 'node:crypto'
import { connect, createServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'

export interface SecondStart {
  readonly argv: string[]
  readonly workingDirectory: string
  readonly additionalData: unknown
}

const FAREWELL_LIMIT_MS = 1_000

export class SingleInstance {
  readonly #onSecond: (start: SecondStart) => void
  #server: Server | null = null
  #farewell: Promise<void> = Promise.resolve()

  constructor(onSecond: (start: SecondStart) => void) {
    this.#onSecond = onSecond
  }

  /** True when this process holds the lock now; otherwise the holder is told of this start. */
  request(folder: string, additionalData: unknown): boolean {
    if (this.#server !== null || process.platform !== 'linux') return true
    const path = `\0chromium-host-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
    const server = createServer((socket) => {
      void text(socket).then((line) => this.#onSecond(JSON.parse(line)))
    })
    // A name in use shows in `listening` at once; its event would come too late for a synchronous answer.
    server.on('error', () => {})
    server.listen(path).unref()
    if (server.listening) {
      this.#server = server
      return true
    }
    this.#farewell = tellHolder(path, { argv: process.argv, workingDirectory: process.cwd(), additionalData })
    return false
  }

  isHeld(): boolean {
    return this.#server !== null || process.platform !== 'linux'
  }

  release(): void {
    this.#server?.close()
    this.#server = null
  }

  /** To be awaited before the process ends: the message to the holder is on its way. */
  farewell(): Promise<void> {
    return this.#farewell
  }
}

function tellHolder(path: string, start: SecondStart): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(path)
  socket.setTimeout(FAREWELL_LIMIT_MS, () => socket.destroy())
  // A holder that is just leaving needs no message.
  socket.on('error', () => resolve())
  socket.on('close', () => resolve())
  socket.end(JSON.stringify(start))
  return promise
}
