/** Builds the module `electron`: the members that the app uses, and no others. */
import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type * as Electron from 'electron'
import { HostApp } from './electron/app.ts'
import { HostBrowserWindow, type WindowContext } from './electron/browser-window.ts'
import { createDialog, createShell, DISPLAY, Recorder } from './electron/desktop.ts'
import { eventWith, type Like } from './electron/event.ts'
import { buildMenu, type HostMenu } from './electron/menu.ts'
import { HostProtocol, HostSession } from './electron/session.ts'
import { ReuseWatch } from './electron/socket-pool.ts'
import { HostIpcMain } from './electron/web-contents.ts'
import type { HostOptions } from './options.ts'
import type { WindowPage } from './page-link.ts'

export interface ElectronParts {
  readonly options: HostOptions
  readonly page: Promise<WindowPage>
  /** Ends Chromium and the process. */
  readonly leave: (code: number) => Promise<void>
}

/** Returns the module's exports, and the state for the host. */
export function createElectron(parts: ElectronParts) {
  const state = createState(parts)
  const { app, recorder, nativeTheme, ipcMain, network } = state
  const sessions = new Map<string, HostSession>()
  const sessionOf = (partition: string): HostSession => {
    const session = sessions.get(partition) ?? new HostSession(network)
    sessions.set(partition, session)
    return session
  }
  const electron = {
    app,
    BrowserWindow: createWindowClass(createWindowContext(parts, state), app),
    ipcMain,
    // That of the default session, which no window uses.
    protocol: new HostProtocol(),
    session: { fromPartition: sessionOf },
    net: {
      request: (options: Electron.ClientRequestConstructorOptions) => {
        const given = options.session as unknown
        if (!(given instanceof HostSession)) throw new TypeError('net.request: the host requires a session')
        return given.request(options)
      }
    },
    nativeTheme,
    Menu: createMenuClass(state),
    screen: { getAllDisplays: () => [{ bounds: DISPLAY, workArea: DISPLAY }] },
    shell: createShell(recorder),
    dialog: createDialog(recorder),
    powerMonitor: new EventEmitter(),
    utilityProcess: {
      fork: (path: string, args: readonly string[] = [], options: Electron.ForkOptions = {}) =>
        new HostUtilityProcess(path, args, options)
    }
  } satisfies { [K in keyof typeof Electron]?: object }
  return { electron, state }
}

/** State that the host and its tests use besides the module. */
export type HostState = ReturnType<typeof createState>

function createState({ options, leave }: ElectronParts) {
  const windows = new Set<HostBrowserWindow>()
  return {
    app: new HostApp(options, windows, leave),
    windows,
    recorder: new Recorder(),
    nativeTheme: { shouldUseDarkColors: options.isSystemDark },
    network: {
      reuse: new ReuseWatch(),
      resends: options.resends,
      isOnline: true,
      userAgent: `${options.name}/${options.version}`
    },
    ipcMain: new HostIpcMain(),
    menu: { installed: [] as HostMenu }
  }
}

function createWindowContext({ options, page }: ElectronParts, state: HostState): WindowContext {
  return {
    ...state,
    page,
    isVisible: options.isVisible,
    onLastClosed: () => state.app.windowsAllClosed(),
    onCreated: (window) => state.app.emit('web-contents-created', eventWith({}), window.webContents)
  }
}

const createWindowClass = (context: WindowContext, app: HostApp) =>
  class BrowserWindow extends HostBrowserWindow {
    constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
      if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
      super(options, context)
    }
  }

function createMenuClass({ menu, app, windows }: HostState) {
  return {
    buildFromTemplate: (template: readonly Electron.MenuItemConstructorOptions[]): HostMenu =>
      buildMenu(template, () => ({ app, window: [...windows][0] })),
    setApplicationMenu: (installed: HostMenu): void => {
      menu.installed = installed
    }
  }
}

const BOOTSTRAP = join(import.meta.dirname, 'utility-child.ts')
const KNOWN_OPTIONS = new Set(['env', 'execArgv', 'stdio', 'serviceName'])

class HostUtilityProcess extends EventEmitter implements Like<HostUtilityProcess, Electron.UtilityProcess> {
  readonly #child: ChildProcess

  constructor(path: string, args: readonly string[], options: Electron.ForkOptions) {
    super()
    const unknown = Object.keys(options).filter((name) => !KNOWN_OPTIONS.has(name))
    if (unknown.length > 0) throw new TypeError(`utilityProcess.fork: the host has no ${unknown.join(', ')}`)
    const output = options.stdio === 'ignore' ? 'ignore' : 'inherit'
    this.#child = fork(BOOTSTRAP, [path, ...args], {
      serialization: 'advanced',
      stdio: ['ignore', output, output, 'ipc'],
      execArgv: options.execArgv ?? [],
      // Electron declares the values more loosely; they are strings.
      env: (options.env as NodeJS.ProcessEnv | undefined) ?? process.env
    })
    // Wrapped, because the channel refuses undefined and null.
    this.#child.on('message', ({ data }: { readonly data: unknown }) => this.emit('message', data))
    // Shells number signals this way.
    this.#child.on('exit', (code, signal) => this.emit('exit', code ?? (signal === 'SIGKILL' ? 137 : 143)))
    // Reports messages to a child that has just ended.
    this.#child.on('error', () => {})
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send({ data: message })
  }

  kill(): boolean {
    return this.#child.kill()
  }
}
