/** `app`: life cycle, paths, identity. The order of events is Electron's. */
import { EventEmitter } from 'node:events'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type * as Electron from 'electron'
import { HostEvent, type Like } from './event.ts'
import { SingleInstance } from './single-instance.ts'

export interface AppIdentity {
  readonly name: string
  readonly version: string
  readonly locale: string
  readonly isPackaged: boolean
  /** As `--user-data-dir` gives it; null: below the configuration folder. */
  readonly userData: string | null
}

/** What the app needs of its windows. */
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

  /** For the host: the main module has run and Chromium answers. */
  becomeReady(): void {
    if (this.#state !== 'starting') return
    this.#state = 'ready'
    this.#ready.resolve()
  }

  quit(): void {
    if (this.#state === 'quitting' || this.#state === 'gone') return
    const before = this.#state
    this.#state = 'quitting'
    // Later, so that whoever called it can still answer.
    setImmediate(() => {
      if (!this.#closeEverything() && this.#state === 'quitting') this.#state = before
    })
  }

  /** False: a listener kept the app running. */
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
    void this.#instance.farewell().then(() => this.#leave(code))
  }

  /** For windows: the last one has gone. */
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

  requestSingleInstanceLock(): boolean {
    return this.#instance.request(this.getPath('userData'))
  }

  setAppUserModelId(): void {}
}
