/** Implements `app`: life cycle, paths, identity, single instance. Events come in Electron's order. */
import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type * as Electron from 'electron'
import { HostEvent, type Like } from './event.ts'

export interface AppIdentity {
  readonly name: string
  readonly version: string
  readonly locale: string
  readonly isPackaged: boolean
  /** The value of `--user-data-dir`; `null` for a folder in the configuration folder. */
  readonly userData: string | null
}

/** A window as the app closes it. */
export interface ClosableWindow {
  close(): void
  destroy(): void
  isDestroyed(): boolean
}

export class HostApp extends EventEmitter implements Like<HostApp, Electron.App> {
  readonly isPackaged: boolean
  readonly #identity: AppIdentity
  readonly #windows: ReadonlySet<ClosableWindow>
  readonly #leave: (code: number) => Promise<void>
  readonly #paths: Map<string, string>
  readonly #ready = Promise.withResolvers<void>()
  readonly #instance = new SingleInstance((argv, workingDirectory) =>
    this.emit('second-instance', new HostEvent(), argv, workingDirectory)
  )
  #state: 'starting' | 'ready' | 'quitting' | 'gone' = 'starting'

  /** `leave` ends Chromium and the process. */
  constructor(identity: AppIdentity, windows: ReadonlySet<ClosableWindow>, leave: (code: number) => Promise<void>) {
    super()
    this.#identity = identity
    this.isPackaged = identity.isPackaged
    this.#windows = windows
    this.#leave = leave
    const settings = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
    this.#paths = new Map([
      ['userData', identity.userData ?? join(settings, identity.name)],
      ['documents', join(homedir(), 'Documents')]
    ])
  }

  isReady(): boolean {
    return this.#state !== 'starting'
  }

  whenReady(): Promise<void> {
    return this.#ready.promise
  }

  /** Reports that the main module has run and Chromium responds. */
  becomeReady(): void {
    if (this.#state !== 'starting') return
    this.#state = 'ready'
    this.#ready.resolve()
  }

  quit(): void {
    if (this.#state === 'quitting' || this.#state === 'gone') return
    const before = this.#state
    this.#state = 'quitting'
    // Deferred, so that the caller can still respond.
    setImmediate(() => {
      if (!this.#closeEverything() && this.#state === 'quitting') this.#state = before
    })
  }

  /** Returns false if a listener kept the app running. */
  #closeEverything(): boolean {
    if (this.#state === 'gone' || this.#isPrevented('before-quit')) return false
    for (const window of this.#windows) {
      window.close()
      if (!window.isDestroyed()) return false
    }
    if (this.#isPrevented('will-quit')) return false
    this.exit(0)
    return true
  }

  #isPrevented(name: 'before-quit' | 'will-quit'): boolean {
    const event = new HostEvent()
    this.emit(name, event)
    return event.defaultPrevented
  }

  exit(code = 0): void {
    if (this.#state === 'gone') return
    this.#state = 'gone'
    for (const window of this.#windows) window.destroy()
    this.emit('quit', new HostEvent(), code)
    this.#instance.release()
    void this.#instance.notified().then(() => this.#leave(code))
  }

  /** Handles the end of the last window. */
  windowsAllClosed(): void {
    if (this.#state !== 'ready') return
    if (this.listenerCount('window-all-closed') === 0) this.quit()
    else this.emit('window-all-closed')
  }

  getPath(name: string): string {
    const path = this.#paths.get(name)
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }

  setPath(name: string, path: string): void {
    if (!this.#paths.has(name)) throw new Error(`Failed to set path: unknown name '${name}'`)
    this.#paths.set(name, path)
  }

  getVersion(): string {
    return this.#identity.version
  }

  getLocale(): string {
    return this.#identity.locale
  }

  getPreferredSystemLanguages(): string[] {
    return [this.#identity.locale]
  }

  requestSingleInstanceLock(): boolean {
    return this.#instance.request(this.getPath('userData'))
  }

  setAppUserModelId(): void {}
}

const NOTIFY_LIMIT_MS = 1_000

/**
 * Ensures one running app per user-data folder. The lock is a listening socket in Linux's abstract namespace: it needs
 * no file, and the kernel releases it when the process ends. Other systems have no lock.
 */
class SingleInstance {
  readonly #onSecond: (argv: string[], workingDirectory: string) => void
  #server: Server | null = null
  #notified: Promise<void> = Promise.resolve()

  constructor(onSecond: (argv: string[], workingDirectory: string) => void) {
    this.#onSecond = onSecond
  }

  /** Returns whether this process now has the lock; if not, notifies its holder of this start. */
  request(folder: string): boolean {
    if (this.#server !== null || process.platform !== 'linux') return true
    const path = `\0chromium-host-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
    const server = createServer((socket) => {
      void text(socket).then((line) => this.#onSecond(...(JSON.parse(line) as [string[], string])))
    })
    // `listening` shows immediately whether the name is free; the error event comes too late for a synchronous result.
    server.on('error', () => {})
    server.listen(path).unref()
    if (server.listening) {
      this.#server = server
      return true
    }
    this.#notified = notifyHolder(path, [process.argv, process.cwd()])
    return false
  }

  release(): void {
    this.#server?.close()
    this.#server = null
  }

  /** Resolves when the holder of the lock has been notified; await it before the process ends. */
  notified(): Promise<void> {
    return this.#notified
  }
}

function notifyHolder(
  path: string,
  start: readonly [argv: readonly string[], workingDirectory: string]
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(path)
  socket.setTimeout(NOTIFY_LIMIT_MS, () => socket.destroy())
  // A holder that is ending needs no message.
  socket.on('error', () => resolve())
  socket.on('close', () => resolve())
  socket.end(JSON.stringify(start))
  return promise
}
