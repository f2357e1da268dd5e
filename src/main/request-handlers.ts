/** What each request of the window does. Joins rooms that do not know each other; decides nothing itself. */
import { app, ipcMain, shell } from 'electron'
import { THREAD_REQUESTS, type AppInfo } from '../shared/bridge.ts'
import { succeed, type Result } from '../shared/failure.ts'
import { DEFAULT_PREFERENCES } from '../shared/preferences.ts'
import type { AppWindow } from './app-window.ts'
import type { Connections } from './connection/connections.ts'
import type { EventLoopWatch } from './diagnostics.ts'
import type { Engine } from './engine/client.ts'
import { createGate, type RequestHandlers } from './ipc/gate.ts'
import { registerRequests } from './ipc/register.ts'
import type { SenderRule } from './ipc/sender-rule.ts'
import type { CreateDraftStore, PreferencesStore } from './kept-files.ts'
import type { LibraryTroubleDesk } from './library-trouble.ts'
import type { Log } from './log.ts'
import { exportLogTo, listLogLines } from './log-lines.ts'
import type { NativeMenu } from './menu.ts'
import type { Pictures } from './pictures/pictures.ts'
import { openServicePage } from './service-page.ts'

/** Where a library opens that was not looked at before. */
const { screen, query, topRecord } = DEFAULT_PREFERENCES
const FIRST_PLACE = { screen, query, topRecord }

interface HandlerParts {
  readonly engine: Engine
  readonly connections: Connections
  readonly preferences: PreferencesStore
  readonly menu: NativeMenu
  readonly createDraft: CreateDraftStore
  readonly trouble: LibraryTroubleDesk
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

/** Answers every request of the window from here on. */
export function serveRequests({ rule, log, ...parts }: ServedParts): void {
  const ourContents = parts.window.contents
  const gate = createGate({
    handlers: {
      ...windowHandlers(parts),
      ...connectionHandlers(parts),
      ...troubleHandlers(parts),
      ...libraryHandlers(parts.engine)
    },
    rule,
    report: (event, request, why) => {
      // The last words of a window that has just been closed are refused like any other, and are no attack.
      const isLate = event === 'foreign-sender' && ourContents() === null
      const detail = { request, why: why instanceof Error ? why.stack : why }
      log(isLate ? 'info' : 'error', isLate ? 'late-request' : event, detail)
    }
  })
  registerRequests({ ipcMain, gate, ourContents })
}

/** What main answers by itself. */
function windowHandlers(parts: HandlerParts) {
  const { preferences, createDraft } = parts
  return {
    getAppInfo: async () => succeed(appInfo()),
    getDiagnostics: async () => succeed(parts.eventLoop.read()),
    getPreferences: async () => succeed(preferences.get()),
    setPreferences: (change) => preferences.set(change),
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
      // After the answer: it would be lost with the page that asked.
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
    locale: app.getLocale()
  }
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
      // A key store that was locked at the start may be open by now; asking is what unlocks it.
      await connections.loadKeys()
      return engine.ask('wake', { why: 'asked' })
    }
  } satisfies Partial<RequestHandlers>
}

/** What is left when the library cannot be used, and what tells why. */
function troubleHandlers({ trouble, logs, window }: HandlerParts) {
  return {
    getLibraryTrouble: () => trouble.get(),
    retryLibrary: () => trouble.retry(),
    rebuildLibrary: () => trouble.rebuild(),
    showLibraryFile: async () => trouble.show(),
    listLog: async (question) => succeed(await listLogLines(logs, question)),
    exportLog: () => exportLogTo(logs, () => window.askWhere('proofsheet.log'))
  } satisfies Partial<RequestHandlers>
}

/** What the engine's threads answer, each by its row of the bridge. */
function libraryHandlers(engine: Engine) {
  const asked = THREAD_REQUESTS.map((name) => [name, (args: never) => engine.ask(name, args)])
  return {
    // One handler for each of these names, of the row's own types.
    ...(Object.fromEntries(asked) as Pick<RequestHandlers, (typeof THREAD_REQUESTS)[number]>),
    setFavorite: (args) => engine.setFavorite(args),
    deleteImages: (args) => engine.deleteImages(args)
  } satisfies Partial<RequestHandlers>
}

/** Another library for a window that shows one: nothing of the old one may stay in its stores. */
async function reloading<T>(
  { connections, preferences, window }: HandlerParts,
  change: () => Promise<Result<T>>
): Promise<Result<T>> {
  const before = connections.summary()?.id ?? null
  const changed = await change()
  const hasSwitched = before !== null && connections.summary()?.id !== before
  if (!hasSwitched) return changed
  // What was searched and looked at in one library is no place in another.
  await preferences.set(FIRST_PLACE)
  // After the answer: it would be lost with the page that asked.
  setImmediate(() => window.contents()?.reload())
  return changed
}
