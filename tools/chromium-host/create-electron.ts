/** Builds the module that the app gets for `import … from 'electron'`. */
import type * as Electron from 'electron'
import { HostApp } from './electron/app.ts'
import { HostBrowserWindow, type WindowContext } from './electron/browser-window.ts'
import { createClipboard, createDialog, createNotificationClass, createShell } from './electron/desktop.ts'
import { eventWith } from './electron/event.ts'
import { HostIpcMain } from './electron/ipc-main.ts'
import { createPowerSaveBlocker, HostNativeTheme, HostPowerMonitor, HostScreen } from './electron/machine.ts'
import { buildItem, buildMenu, HostMenu, type MenuContext } from './electron/menu.ts'
import { Recorder } from './electron/recorder.ts'
import { runRole } from './electron/roles.ts'
import { HostSession, Sessions, type NetworkState } from './electron/session.ts'
import { ReuseWatch } from './electron/socket-pool.ts'
import { HostUtilityProcess } from './electron/utility-process.ts'
import type { HostWebContents } from './electron/web-contents.ts'
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
  readonly screen: HostScreen
  readonly powerMonitor: HostPowerMonitor
  readonly network: NetworkState
  readonly ipcMain: HostIpcMain
  readonly sessions: Sessions
  readonly menu: { installed: HostMenu | null }
}

/** `electron`: the module's exports. `state`: for the host. */
export function createElectron(parts: ElectronParts) {
  const state = createState(parts)
  const { app, recorder, network, sessions } = state
  const menuContext = createMenuContext(state)
  const electron = {
    app,
    BrowserWindow: createWindowClass(createWindowContext(parts, state)),
    webContents: { getAllWebContents: () => [...state.windows].map((window) => window.webContents) },
    ipcMain: state.ipcMain,
    protocol: sessions.get('').protocol,
    session: { fromPartition: (name: string) => sessions.get(name), defaultSession: sessions.get('') },
    net: createNet(sessions, network),
    nativeTheme: state.nativeTheme,
    Menu: createMenuClass(state, menuContext),
    MenuItem: createMenuItemClass(menuContext),
    screen: state.screen,
    shell: createShell(recorder),
    dialog: createDialog(recorder),
    clipboard: createClipboard(recorder),
    Notification: createNotificationClass(recorder),
    powerMonitor: state.powerMonitor,
    powerSaveBlocker: createPowerSaveBlocker(recorder),
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
  const network: NetworkState = {
    reuse: new ReuseWatch(),
    resends: options.resends,
    isOnline: true,
    userAgent: `${options.name}/${options.version}`
  }
  return {
    app: new HostApp(options, windows, leave),
    windows,
    recorder: new Recorder(),
    nativeTheme: new HostNativeTheme(options.isSystemDark),
    screen: new HostScreen(),
    powerMonitor: new HostPowerMonitor(),
    network,
    ipcMain: new HostIpcMain(),
    sessions: new Sessions(network),
    menu: { installed: null }
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
    canOpen: () => state.app.isReady(),
    onLastClosed: () => state.app.windowsAllClosed(),
    onCreated: (window) => {
      state.app.emit('browser-window-created', eventWith({}), window)
      state.app.emit('web-contents-created', eventWith({}), window.webContents)
    }
  }
}

function createWindowClass(context: WindowContext) {
  const all = () => [...context.windows]
  return class BrowserWindow extends HostBrowserWindow {
    constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
      if (!context.canOpen()) throw new Error('Cannot create BrowserWindow before app is ready')
      super(options, context)
    }

    static getAllWindows(): HostBrowserWindow[] {
      return all()
    }

    static getFocusedWindow(): HostBrowserWindow | null {
      return all().find((window) => window.isFocused()) ?? null
    }

    static fromId(id: number): HostBrowserWindow | null {
      return all().find((window) => window.id === id) ?? null
    }

    static fromWebContents(contents: HostWebContents): HostBrowserWindow | null {
      return all().find((window) => window.webContents === contents) ?? null
    }
  }
}

function createNet(sessions: Sessions, network: NetworkState) {
  return {
    request: (options: string | Electron.ClientRequestConstructorOptions) => {
      const chosen = typeof options === 'string' ? { url: options } : options
      // What the app got from the host's own `session`.
      const given = chosen.session as unknown
      const session = given instanceof HostSession ? given : sessions.get(chosen.partition ?? '')
      return session.request(chosen)
    },
    fetch: (input: string | Request, init?: RequestInit) => sessions.get('').fetch(input, init),
    isOnline: () => network.isOnline,
    get online() {
      return network.isOnline
    }
  }
}

function createMenuContext({ windows, app }: HostState): MenuContext {
  const focusedWindow = () => [...windows].find((window) => window.isFocused()) ?? [...windows][0]
  return { focusedWindow, runRole: (role) => runRole(role, { app, window: focusedWindow() }) }
}

function createMenuClass({ menu }: HostState, context: MenuContext) {
  return class Menu extends HostMenu {
    static buildFromTemplate(template: readonly Electron.MenuItemConstructorOptions[]): HostMenu {
      return buildMenu(template, context)
    }

    static setApplicationMenu(installed: HostMenu | null): void {
      menu.installed = installed
    }

    static getApplicationMenu(): HostMenu | null {
      return menu.installed
    }
  }
}

/** Electron's is called with `new`, whose result is the item that this function returns. */
function createMenuItemClass(context: MenuContext) {
  return function MenuItem(options: Electron.MenuItemConstructorOptions) {
    return buildItem(options, context)
  }
}
