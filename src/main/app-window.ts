/** Creates the only window, restores its bounds, sends it events, reloads a crashed page, and closes it in order. */
import { join } from 'node:path'
import { app, BrowserWindow, dialog, nativeTheme, screen, type Session, type WebContents } from 'electron'
import { copy } from '../copy/language.ts'
import { eventChannel } from '../shared/bridge.ts'
import type { KeptValue } from './disk/small-files.ts'
import { reportUnknownMessages, type Broadcast } from './ipc/gate.ts'
import type { Log } from './log.ts'
import { createOrderlyClose } from './orderly-close.ts'
import { MIN_HEIGHT, MIN_WIDTH, openingBounds, type WindowPlace } from './window-bounds.ts'

/**
 * Values of the style token `window`, light and dark, which prevent a flash of another color before the first frame.
 */
const BACKGROUND = { light: '#f6f6f7', dark: '#1b1c1f' }
/** Number of crashes after which the page is reloaded only on request, because it would probably crash again. */
const MAX_REOPENED = 3

export interface OpeningParts {
  readonly session: Session
  /** Absolute path of the preload bundle. */
  readonly preload: string
  readonly page: string
  readonly place: KeptValue<WindowPlace | null>
  readonly hasDevTools: boolean
  readonly onFocus: () => void
  readonly onClosed: () => void
}

export interface AppWindow {
  /** `null` while the window is not open. */
  readonly contents: () => WebContents | null
  readonly broadcast: Broadcast
  /**
   * Opens the window hidden, unless it is open, and shows it with its first frame. Resolves when the page has loaded.
   * Needs Electron to be ready.
   */
  readonly open: (parts: OpeningParts) => Promise<void>
  readonly focus: () => void
  /** Reports that the page has saved everything. Ignored unless the window is closing. */
  readonly pageIsReady: () => void
  /** Shows a save dialog for a file of this name; `null` if the user canceled. */
  readonly chooseFile: (name: string) => Promise<string | null>
}

export function createAppWindow(log: Log): AppWindow {
  const current: { window: BrowserWindow | null } = { window: null }
  const broadcast: Broadcast = (name, event) => current.window?.webContents.send(eventChannel(name), event)
  const closing = createOrderlyClose({ notifyPage: () => broadcast('windowClosing', null) })
  const open = async (parts: OpeningParts): Promise<void> => {
    if (current.window !== null) return
    const window = createHidden(parts)
    // Set before anything is loaded, because the gate must recognize the first message of the window.
    current.window = window
    window.on('closed', () => {
      current.window = null
      parts.onClosed()
    })
    window.on('focus', () => parts.onFocus())
    reportUnknownMessages(window.webContents, (channel) => log('error', 'unknown-channel', channel))
    reloadCrashedPage(window, parts.page, (reason) => log('error', 'page-gone', reason))
    closing.hold(window)
    await window.loadURL(parts.page)
  }
  return {
    contents: () => current.window?.webContents ?? null,
    broadcast,
    open,
    focus: () => {
      if (current.window?.isMinimized() === true) current.window.restore()
      current.window?.focus()
    },
    pageIsReady: closing.pageIsReady,
    chooseFile: (name) => chooseFile(current.window, name)
  }
}

function createHidden(parts: OpeningParts): BrowserWindow {
  const place = parts.place.get()
  const workAreas = screen.getAllDisplays().map((display) => display.workArea)
  const window = new BrowserWindow({
    ...openingBounds(place, workAreas),
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    autoHideMenuBar: true,
    title: copy.desktop.windowTitle,
    webPreferences: securePreferences(parts)
  })
  if (place?.isMaximized === true) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => void parts.place.set(boundsOf(window)))
  return window
}

function securePreferences({ session, preload, hasDevTools }: OpeningParts): Electron.WebPreferences {
  return {
    session,
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    navigateOnDragDrop: false,
    // The spelling checker would download its dictionaries from a third party.
    spellcheck: false,
    devTools: hasDevTools
  }
}

function boundsOf(window: BrowserWindow): WindowPlace {
  const { x, y, width, height } = window.getNormalBounds()
  return { x, y, width, height, isMaximized: window.isMaximized() }
}

/** Reloads a crashed page. No data is lost, because the library and the outbox live in other threads. */
function reloadCrashedPage(window: BrowserWindow, page: string, report: (reason: string) => void): void {
  const crashes = { count: 0 }
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    report(reason)
    crashes.count += 1
    if (crashes.count <= MAX_REOPENED) void window.loadURL(page)
    else void showCrashDialog(window, () => void window.loadURL(page))
  })
}

/** Offers Reload or Quit in a native dialog, because the page has crashed. */
async function showCrashDialog(window: BrowserWindow, reload: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: copy.desktop.reloadTitle,
    detail: copy.desktop.reloadBody,
    buttons: [copy.desktop.reload, copy.desktop.quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true
  })
  if (response === 1) app.quit()
  else if (!window.isDestroyed()) reload()
}

async function chooseFile(window: BrowserWindow | null, name: string): Promise<string | null> {
  const options = { defaultPath: join(app.getPath('documents'), name) }
  const answer = await (window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options))
  return answer.canceled ? null : answer.filePath
}
