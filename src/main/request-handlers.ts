/** Routes each request of the window to its module, without logic of its own. */
import { app, ipcMain, shell } from 'electron'
import { applyLanguage } from '../copy/language.ts'
import { THREAD_REQUESTS, type AppInfo, type SystemLanguages } from '../shared/bridge.ts'
import { succeed, type Result } from '../shared/failure.ts'
import { DEFAULT_PREFERENCES } from '../shared/preferences.ts'
import type { AppWindow } from './app-window.ts'
import type { Connections } from './connection/connections.ts'
import type { EventLoopWatch } from './diagnostics.ts'
import type { Engine } from './engine/client.ts'
import { createGate, type RequestHandlers, type SenderRule, registerRequests } from './ipc/gate.ts'
import type { CreateDraftStore, PreferencesStore } from './kept-files.ts'
import type { LibraryFailureHandler } from './library-failure.ts'
import { exportLogTo, listLogLines } from './log-lines.ts'
import type { Log } from './log.ts'
import type { NativeMenu } from './menu.ts'
import type { Pictures } from './pictures/pictures.ts'
import { openServicePage } from './service-page.ts'

/** Default screen and query of a library that is opened for the first time. */
const { screen, query, topRecord } = DEFAULT_PREFERENCES
const DEFAULT_VIEW = { screen, query, topRecord }

interface HandlerParts {
  readonly engine: Engine
  readonly connections: Connections
  readonly preferences: PreferencesStore
  readonly menu: NativeMenu
  readonly createDraft: CreateDraftStore
  readonly failure: LibraryFailureHandler
  readonly pictures: Pictures
  /** Folder of the log. */
  readonly logs: string
  readonly window: AppWindow
  readonly eventLoop: EventLoopWatch
}

export interface ServedParts extends HandlerParts {
  readonly rule: SenderRule
  readonly log: Log
}

/** Registers handlers for every request of the window. */
export function serveRequests({ rule, log, ...parts }: ServedParts): void {
  const ourContents = parts.window.contents
  const gate = createGate({
    handlers: {
      ...windowHandlers(parts),
      ...connectionHandlers(parts),
      ...libraryFailureHandlers(parts),
      ...libraryHandlers(parts.engine)
    },
    rule,
    report: (event, request, why) => {
      // The last requests of a window that was just closed are refused too, but are not an attack.
      const isLate = event === 'foreign-sender' && ourContents() === null
      const detail = { request, why: why instanceof Error ? why.stack : why }
      log(isLate ? 'info' : 'error', isLate ? 'late-request' : event, detail)
    }
  })
  registerRequests({ ipcMain, gate, ourContents })
}

/** Requests that the main process handles. */
function windowHandlers(parts: HandlerParts) {
  const { preferences, createDraft } = parts
  return {
    getAppInfo: async () => succeed(appInfo()),
    getDiagnostics: async () => succeed(parts.eventLoop.read()),
    getPreferences: async () => succeed(preferences.get()),
    setPreferences: (change) => {
      if (change.language !== undefined) {
        applyLanguage(change.language, systemLanguages())
        parts.menu.refresh()
      }
      return preferences.set(change)
    },
    getPictureInfo: async (picture) => succeed(await parts.pictures.getInfo(picture)),
    retryPicture: async (picture) => {
      parts.pictures.retry(picture)
      return succeed(null)
    },
    setMenuTitles: async (titles) => {
      parts.menu.setTitles(titles)
      return succeed(null)
    },
    setKeyboardLayout: async ({ layout }) => {
      parts.menu.setLayout(layout)
      return succeed(null)
    },
    quit: async () => {
      app.quit()
      return succeed(null)
    },
    readyToClose: async () => {
      // Runs after the response, which would be lost with the page.
      setImmediate(parts.window.pageIsReady)
      return succeed(null)
    },
    getCreateDraft: async () => succeed(createDraft.get()),
    saveCreateDraft: ({ draft }) => createDraft.set(draft)
  } satisfies Partial<RequestHandlers>
}

function appInfo(): AppInfo {
  const { platform } = process
  return {
    version: app.getVersion(),
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    languages: systemLanguages()
  }
}

/** Needs Electron to be ready. */
export function systemLanguages(): SystemLanguages {
  // Linux names a language as its environment does: de_AT.UTF-8.
  const preferred = [...app.getPreferredSystemLanguages(), app.getLocale()].map(
    (name) => name.split('.')[0]?.replaceAll('_', '-') ?? ''
  )
  return { preferred: [...new Set(preferred)], hasPseudo: !app.isPackaged }
}

function connectionHandlers(parts: HandlerParts) {
  const { connections, engine } = parts
  return {
    getConnection: async () => connections.current(),
    testConnection: (draft) => connections.test(draft),
    connect: (args) => connections.connect(args),
    replaceKey: (args) => connections.replaceKey(args),
    removeKey: (args) => connections.removeKey(args),
    changeAddress: (args) => connections.changeAddress(args),
    openServicePage: ({ group }) => openServicePage(connections.summary(), group, (url) => shell.openExternal(url)),
    openSample: () => reloading(parts, () => connections.openSample()),
    leaveSample: () => reloading(parts, () => connections.leaveSample()),
    syncNow: async () => {
      // A keychain that was locked at the start may be unlocked now, or this read prompts for it.
      await connections.loadKeys()
      return engine.request('wake', { why: 'user' })
    }
  } satisfies Partial<RequestHandlers>
}

/** Requests that work without a usable library: recovery actions and the log. */
function libraryFailureHandlers({ failure, logs, window }: HandlerParts) {
  return {
    getLibraryFailure: () => failure.get(),
    retryLibrary: () => failure.retry(),
    rebuildLibrary: () => failure.rebuild(),
    showLibraryFile: async () => failure.show(),
    listLog: async (question) => succeed(await listLogLines(logs, question)),
    exportLog: () => exportLogTo(logs, () => window.chooseFile('proofsheet.log'))
  } satisfies Partial<RequestHandlers>
}

/** Requests that the engine's threads handle, as listed in the bridge. */
function libraryHandlers(engine: Engine) {
  const forwarded = THREAD_REQUESTS.map((name) => [name, (args: never) => engine.request(name, args)])
  return {
    // Each name has one handler with the types of its row.
    ...(Object.fromEntries(forwarded) as Pick<RequestHandlers, (typeof THREAD_REQUESTS)[number]>),
    setFavorite: (args) => engine.setFavorite(args),
    deleteImages: (args) => engine.deleteImages(args)
  } satisfies Partial<RequestHandlers>
}

/** Reloads the window when the library changes, because its stores must keep nothing of the old one. */
async function reloading<T>(
  { connections, preferences, window }: HandlerParts,
  change: () => Promise<Result<T>>
): Promise<Result<T>> {
  const before = connections.summary()?.id ?? null
  const changed = await change()
  const hasSwitched = before !== null && connections.summary()?.id !== before
  if (!hasSwitched) return changed
  // Search and position of one library have no meaning in another.
  await preferences.set(DEFAULT_VIEW)
  // Runs after the response, which would be lost with the page.
  setImmediate(() => window.contents()?.reload())
  return changed
}
