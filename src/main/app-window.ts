/** The one window: what it hears, how it looks before its page does, where it stood, and how it closes. */
import { app, BrowserWindow, dialog, nativeTheme, screen, type Session, type WebContents } from 'electron'
import { join } from 'node:path'
import { eventChannel } from '../shared/bridge.ts'
import type { KeptValue } from './disk/kept-value.ts'
import { reportUnknownMessages, type Broadcast } from './ipc/register.ts'
import type { Log } from './log.ts'
import { createOrderlyClose } from './orderly-close.ts'
import { MIN_HEIGHT, MIN_WIDTH, openingBounds, type WindowPlace } from './window-bounds.ts'

/** The token `window` of the style sheet, light and dark: no flash of another color before the first frame. */
const BACKGROUND = { light: '#f6f6f7', dark: '#1b1c1f' }
/** After this many crashes the page is reloaded on request only, because it would crash again. */
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
  /** null while it is not open. */
  readonly contents: () => WebContents | null
  readonly broadcast: Broadcast
  /**
   * Opens it hidden, unless it is open, and shows it with its first frame. Resolves when the page has loaded. Needs
   * Electron to be ready.
   */
  readonly open: (parts: OpeningParts) => Promise<void>
  readonly focus: () => void
  /** The page has handed over everything. Means nothing while the window does not close. */
  readonly pageIsReady: () => void
  /** Asks where to write a file of this name; null = the user changed their mind. */
  readonly askWhere: (name: string) => Promise<string | null>
}

export function createAppWindow(log: Log): AppWindow {
  const held: { window: BrowserWindow | null } = { window: null }
  const broadcast: Broadcast = (name, event) => held.window?.webContents.send(eventChannel(name), event)
  const closing = createOrderlyClose({ tellPage: () => broadcast('windowClosing', null) })
  const open = async (parts: OpeningParts): Promise<void> => {
    if (held.window !== null) return
    const window = createHidden(parts)
    // Before anything is loaded, so that the gate knows the window from its first message on.
    held.window = window
    window.on('closed', () => {
      held.window = null
      parts.onClosed()
    })
    window.on('focus', () => parts.onFocus())
    reportUnknownMessages(window.webContents, (channel) => log('error', 'unknown-channel', channel))
    reopenDeadPage(window, parts.page, (reason) => log('error', 'page-gone', reason))
    closing.hold(window)
    await window.loadURL(parts.page)
  }
  return {
    contents: () => held.window?.webContents ?? null,
    broadcast,
    open,
    focus: () => {
      if (held.window?.isMinimized() === true) held.window.restore()
      held.window?.focus()
    },
    pageIsReady: closing.pageIsReady,
    askWhere: (name) => askWhere(held.window, name)
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
    title: 'Proofsheet',
    webPreferences: securePreferences(parts)
  })
  if (place?.isMaximized === true) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => void parts.place.set(placeOf(window)))
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
    // The spelling checker would fetch its dictionaries from a third party.
    spellcheck: false,
    devTools: hasDevTools
  }
}

function placeOf(window: BrowserWindow): WindowPlace {
  const { x, y, width, height } = window.getNormalBounds()
  return { x, y, width, height, isMaximized: window.isMaximized() }
}

/** Nothing is lost with the page: the library and the outbox live elsewhere. */
function reopenDeadPage(window: BrowserWindow, page: string, report: (reason: string) => void): void {
  const deaths = { count: 0 }
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    report(reason)
    deaths.count += 1
    if (deaths.count <= MAX_REOPENED) void window.loadURL(page)
    else void askAboutDeadPage(window, () => void window.loadURL(page))
  })
}

/** Asks in a native dialog, because the page is gone. */
async function askAboutDeadPage(window: BrowserWindow, reload: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'Reload the window?',
    detail: 'The window crashed several times. Your library and your changes are safe.',
    buttons: ['Reload', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true
  })
  if (response === 1) app.quit()
  else if (!window.isDestroyed()) reload()
}

async function askWhere(window: BrowserWindow | null, name: string): Promise<string | null> {
  const options = { defaultPath: join(app.getPath('documents'), name) }
  const answer = await (window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options))
  return answer.canceled ? null : answer.filePath
}
