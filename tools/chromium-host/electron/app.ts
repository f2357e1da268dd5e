/** `app`: life cycle, paths, languages. The order of events is Electron's. */
import { EventEmitter } from 'node:events'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { HostEvent } from './event.ts'
import { SingleInstance } from './single-instance.ts'
import type { Supported } from './supported.ts'

export interface AppIdentity {
  /** The folder that holds package.json. */
  readonly root: string
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
  focus(): void
}

export class HostApp extends EventEmitter implements Supported<'App'> {
  readonly isPackaged: boolean
  readonly commandLine = createCommandLine()
  userAgentFallback = ''
  readonly #identity: AppIdentity
  readonly #windows: ReadonlySet<ClosableWindow>
  readonly #leave: (code: number) => Promise<void>
  readonly #paths: Map<string, string>
  readonly #ready = Promise.withResolvers<void>()
  readonly #instance = new SingleInstance(({ argv, workingDirectory, additionalData }) =>
    this.emit('second-instance', new HostEvent(), argv, workingDirectory, additionalData)
  )
  #name: string
  #state: 'starting' | 'ready' | 'quitting' | 'gone' = 'starting'

  /** `leave` ends Chromium and the process. */
  constructor(identity: AppIdentity, windows: ReadonlySet<ClosableWindow>, leave: (code: number) => Promise<void>) {
    super()
    this.#identity = identity
    this.isPackaged = identity.isPackaged
    this.#windows = windows
    this.#leave = leave
    this.#name = identity.name
    this.#paths = defaultPaths(identity)
  }

  get name(): string {
    return this.#name
  }

  set name(name: string) {
    this.#name = name
  }

  getName(): string {
    return this.#name
  }

  setName(name: string): void {
    this.#name = name
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
    this.emit('will-finish-launching')
    this.emit('ready', new HostEvent(), {})
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

  #isPrevented(name: string): boolean {
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

  relaunch(): void {
    throw new Error('app.relaunch: the host does not start itself again')
  }

  focus(): void {
    for (const window of this.#windows) window.focus()
  }

  getAppPath(): string {
    return this.#identity.root
  }

  getPath(name: string): string {
    const path = this.#paths.get(name)
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }

  setPath(name: string, path: string): void {
    if (!this.#paths.has(name)) throw new Error(`Failed to set path: unknown name '${name}'`)
    this.#paths.set(name, path)
    if (name === 'userData') this.#paths.set('sessionData', path)
  }

  getVersion(): string {
    return this.#identity.version
  }

  getLocale(): string {
    return this.#identity.locale
  }

  getSystemLocale(): string {
    return this.#identity.locale
  }

  getLocaleCountryCode(): string {
    return new Intl.Locale(this.#identity.locale).maximize().region ?? ''
  }

  getPreferredSystemLanguages(): string[] {
    return [this.#identity.locale]
  }

  requestSingleInstanceLock(additionalData?: unknown): boolean {
    return this.#instance.request(this.getPath('userData'), additionalData)
  }

  hasSingleInstanceLock(): boolean {
    return this.#instance.isHeld()
  }

  releaseSingleInstanceLock(): void {
    this.#instance.release()
  }

  setAppUserModelId(): void {}
  setAboutPanelOptions(): void {}
  disableHardwareAcceleration(): void {}
  enableSandbox(): void {}
}

function defaultPaths({ root, name, userData }: AppIdentity): Map<string, string> {
  const home = homedir()
  const appData = process.env['XDG_CONFIG_HOME'] ?? join(home, '.config')
  const own = userData ?? join(appData, name)
  const folders = ['Desktop', 'Documents', 'Downloads', 'Music', 'Pictures', 'Videos']
  return new Map([
    ['home', home],
    ['appData', appData],
    ['userData', own],
    ['sessionData', own],
    ['temp', tmpdir()],
    ['exe', process.execPath],
    ['module', process.execPath],
    ['assets', root],
    ['logs', join(own, 'logs')],
    ['crashDumps', join(own, 'Crashpad')],
    ...folders.map((folder): [string, string] => [folder.toLowerCase(), join(home, folder)])
  ])
}

/** Switches are remembered and can be read back. Chromium is on its way when the app sets them, so none reaches it. */
function createCommandLine(): Supported<'CommandLine'> {
  const switches = new Map<string, string>()
  return {
    appendSwitch: (name, value = '') => void switches.set(name, value),
    appendArgument: () => {},
    removeSwitch: (name) => void switches.delete(name),
    hasSwitch: (name) => switches.has(name),
    getSwitchValue: (name) => switches.get(name) ?? ''
  }
}
