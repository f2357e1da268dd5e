/**
 * One running app for each user-data folder. The lock is a listening socket in Linux's abstract name space: it
 * needs no file, and the kernel drops it with its process, however that ends. Elsewhere the host has no lock.
 */
import { createHash } from 'node:crypto'
import { connect, createServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'

const FAREWELL_LIMIT_MS = 1_000

export class SingleInstance {
  readonly #onSecond: (argv: string[], workingDirectory: string) => void
  #server: Server | null = null
  #farewell: Promise<void> = Promise.resolve()

  constructor(onSecond: (argv: string[], workingDirectory: string) => void) {
    this.#onSecond = onSecond
  }

  /** True when this process holds the lock now; otherwise the holder is told of this start. */
  request(folder: string): boolean {
    if (this.#server !== null || process.platform !== 'linux') return true
    const path = `\0chromium-host-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
    const server = createServer((socket) => {
      void text(socket).then((line) => this.#onSecond(...(JSON.parse(line) as [string[], string])))
    })
    // A name in use shows in `listening` at once; its event would come too late for a synchronous answer.
    server.on('error', () => {})
    server.listen(path).unref()
    if (server.listening) {
      this.#server = server
      return true
    }
    this.#farewell = tellHolder(path, [process.argv, process.cwd()])
    return false
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

function tellHolder(path: string, start: readonly [argv: readonly string[], workingDirectory: string]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(path)
  socket.setTimeout(FAREWELL_LIMIT_MS, () => socket.destroy())
  // A holder that is just leaving needs no message.
  socket.on('error', () => resolve())
  socket.on('close', () => resolve())
  socket.end(JSON.stringify(start))
  return promise
}
