/** Builds the module that the app gets for `import … from 'electron'`: the members that it uses, and no others. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { HostApp } from './electron/app.ts'
import { HostBrowserWindow, type WindowContext } from './electron/browser-window.ts'
import { createDialog, createShell, DISPLAY, HostNativeTheme, Recorder } from './electron/desktop.ts'
import { eventWith } from './electron/event.ts'
import { HostIpcMain } from './electron/ipc-main.ts'
import { buildMenu, type HostMenu } from './electron/menu.ts'
import type { NetworkState } from './electron/session-fetch.ts'
import { HostProtocol, HostSession, Sessions } from './electron/session.ts'
import { ReuseWatch } from './electron/socket-pool.ts'
import { HostUtilityProcess } from './electron/utility-process.ts'
import type { LoadedFiles } from './loaded-files.ts'
import type { HostOptions } from './options.ts'
import type { WindowPages } from './window-pages.ts'

export interface ElectronParts {
  readonly options: HostOptions
  readonly pages: Promise<WindowPages>
  readonly loaded: LoadedFiles
  /** Ends Chromium and the process. */
  readonly leave: (code: number) => Promise<void>
}

/** What the host itself and its tests reach besides the module. */
export interface HostState {
  readonly app: HostApp
  readonly windows: Set<HostBrowserWindow>
  readonly recorder: Recorder
  readonly nativeTheme: HostNativeTheme
  readonly network: NetworkState
  readonly ipcMain: HostIpcMain
  readonly menu: { installed: HostMenu }
}

/** `electron`: the module's exports. `state`: for the host. */
export function createElectron(parts: ElectronParts) {
  const state = createState(parts)
  const { app, recorder, nativeTheme, ipcMain, network } = state
  const sessions = new Sessions(network)
  const electron = {
    app,
    BrowserWindow: createWindowClass(createWindowContext(parts, state), app),
    ipcMain,
    // Of the default session, which no window has.
    protocol: new HostProtocol(),
    session: { fromPartition: (name: string) => sessions.get(name) },
    net: {
      request: (options: Electron.ClientRequestConstructorOptions) => {
        // What the app got from the host's own `session`.
        const given = options.session as unknown
        if (!(given instanceof HostSession)) throw new TypeError('net.request: the host wants a session')
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
        new HostUtilityProcess(
          { path, args },
          options,
          parts.loaded.isWanted ? (url) => parts.loaded.module(url) : null
        )
    }
  } satisfies { [K in keyof typeof Electron]?: object }
  return { electron, state }
}

function createState({ options, leave }: ElectronParts): HostState {
  const windows = new Set<HostBrowserWindow>()
  return {
    app: new HostApp(options, windows, leave),
    windows,
    recorder: new Recorder(),
    nativeTheme: new HostNativeTheme(options.isSystemDark),
    network: {
      reuse: new ReuseWatch(),
      resends: options.resends,
      isOnline: true,
      userAgent: `${options.name}/${options.version}`
    },
    ipcMain: new HostIpcMain(),
    menu: { installed: [] }
  }
}

function createWindowContext({ options, pages, loaded }: ElectronParts, state: HostState): WindowContext {
  const ids = { last: 0 }
  return {
    ...state,
    pages,
    loaded,
    isVisible: options.isVisible,
    nextId: () => ++ids.last,
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
