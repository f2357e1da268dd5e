/** The one window: how it looks before its page does, what it may do, and where it stood. */
import { app, BrowserWindow, dialog, nativeTheme, screen, type Session, type WebContents } from 'electron'
import { MIN_HEIGHT, MIN_WIDTH, openingBounds, type WindowPlace } from './window-bounds.ts'
import type { WindowPlaceFile } from './window-place.ts'
import { isAllowedNavigation, isAllowedPermission, isAllowedRequest, type WindowRules } from './window-rules.ts'

/** The token `window` of the style sheet, light and dark: no flash of another color before the first frame. */
const BACKGROUND = { light: '#f6f6f7', dark: '#1b1c1f' }
/** After this many crashes the page is reloaded on request only, because it would crash again. */
const MAX_REOPENED = 3

export interface AppWindowParts {
  readonly session: Session
  /** Absolute path of the preload bundle. */
  readonly preload: string
  readonly page: string
  readonly place: WindowPlaceFile
  /** Called before anything is loaded, so that the gate knows the window from its first message on. */
  readonly onCreated: (window: BrowserWindow) => void
  readonly hasDevTools: boolean
  readonly report: (event: string, detail: string) => void
}

/** Opens the window hidden and shows it with its first frame. The promise resolves when the page has loaded. */
export async function openAppWindow(parts: AppWindowParts): Promise<void> {
  const place = await parts.place.read()
  const window = new BrowserWindow({
    ...openingBounds(
      place,
      screen.getAllDisplays().map((display) => display.workArea)
    ),
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
  window.on('close', () => parts.place.write(placeOf(window)))
  reopenDeadPage(window, parts)
  parts.onCreated(window)
  await window.loadURL(parts.page)
}

function securePreferences({ session, preload, hasDevTools }: AppWindowParts): Electron.WebPreferences {
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

/** Puts the rules in force for the session that the window uses, before anything is loaded in it. */
export function lockSession(session: Session, rules: WindowRules): void {
  session.webRequest.onBeforeRequest((details, decide) => decide({ cancel: !isAllowedRequest(details.url, rules) }))
  session.setPermissionCheckHandler((_contents, permission) => isAllowedPermission(permission))
  session.setPermissionRequestHandler((_contents, permission, decide) => decide(isAllowedPermission(permission)))
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false)
  session.on('will-download', (event) => event.preventDefault())
}

/** For every page there ever is, the window's own and whatever else might come to be. */
export function lockContents(contents: WebContents, rules: WindowRules): void {
  contents.on('will-navigate', (event) => {
    if (!isAllowedNavigation(event.url, rules)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!isAllowedNavigation(event.url, rules)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

function placeOf(window: BrowserWindow): WindowPlace {
  const { x, y, width, height } = window.getNormalBounds()
  return { x, y, width, height, isMaximized: window.isMaximized() }
}

/** Nothing is lost with the page: the library and the outbox live elsewhere. */
function reopenDeadPage(window: BrowserWindow, { page, report }: AppWindowParts): void {
  const deaths = { count: 0 }
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    report('page-gone', reason)
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
