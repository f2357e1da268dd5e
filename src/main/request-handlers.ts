/** What each request of the window does. Joins rooms that do not know each other; decides nothing itself. */
import { THREAD_REQUESTS, type AppInfo } from '../shared/bridge.ts'
import type { Diagnostics } from '../shared/diagnostics.ts'
import { succeed, type Result } from '../shared/failure.ts'
import { DEFAULT_PREFERENCES } from '../shared/preferences.ts'
import type { Connections } from './connection/connections.ts'
import type { CreateDraftStore } from './create-draft.ts'
import type { Engine } from './engine/client.ts'
import type { RequestHandlers } from './ipc/gate.ts'
import type { LibraryTroubleDesk } from './library-trouble.ts'
import { exportLogTo, listLogLines } from './log-lines.ts'
import type { NativeMenu } from './menu.ts'
import type { Pictures } from './pictures/pictures.ts'
import type { PreferencesStore } from './preferences.ts'
import { openServicePage } from './service-page.ts'

/** Where a library opens that was not looked at before. */
const { screen, query, topRecord } = DEFAULT_PREFERENCES
const FIRST_PLACE = { screen, query, topRecord }

export interface HandlerParts {
  readonly engine: Engine
  readonly connections: Connections
  readonly preferences: PreferencesStore
  readonly menu: NativeMenu
  readonly createDraft: CreateDraftStore
  readonly trouble: LibraryTroubleDesk
  readonly pictures: Pick<Pictures, 'getInfo' | 'retry'>
  /** Folder of the log. */
  readonly logs: string
  /** Asks where to write a file of this name; null = the person changed their mind. */
  readonly askWhere: (name: string) => Promise<string | null>
  readonly openExternal: (url: string) => Promise<void>
  readonly appInfo: () => AppInfo
  readonly diagnostics: () => Diagnostics
  readonly quit: () => void
  /** The window that closes has handed over everything. */
  readonly pageIsReady: () => void
  /** Begins the window anew: what it holds is of a library that is closed. */
  readonly reloadWindow: () => void
}

export function createRequestHandlers(parts: HandlerParts): RequestHandlers {
  return {
    ...windowHandlers(parts),
    ...connectionHandlers(parts),
    ...troubleHandlers(parts),
    ...libraryHandlers(parts.engine)
  }
}

/** What main answers by itself. */
function windowHandlers(parts: HandlerParts) {
  const { preferences, createDraft } = parts
  return {
    getAppInfo: async () => succeed(parts.appInfo()),
    getDiagnostics: async () => succeed(parts.diagnostics()),
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
      parts.quit()
      return succeed(null)
    },
    readyToClose: async () => {
      // After the answer: it would be lost with the page that asked.
      setImmediate(parts.pageIsReady)
      return succeed(null)
    },
    getCreateDraft: async () => succeed(createDraft.get()),
    saveCreateDraft: ({ draft }) => createDraft.set(draft)
  } satisfies Partial<RequestHandlers>
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
    openServicePage: ({ group }) => openServicePage(connections.summary(), group, parts.openExternal),
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
function troubleHandlers({ trouble, logs, askWhere }: HandlerParts) {
  return {
    getLibraryTrouble: () => trouble.get(),
    retryLibrary: () => trouble.retry(),
    rebuildLibrary: () => trouble.rebuild(),
    showLibraryFile: async () => trouble.show(),
    listLog: async (question) => succeed(await listLogLines(logs, question)),
    exportLog: () => exportLogTo(logs, () => askWhere('proofsheet.log'))
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
  { connections, preferences, reloadWindow }: HandlerParts,
  change: () => Promise<Result<T>>
): Promise<Result<T>> {
  const before = connections.summary()?.id ?? null
  const changed = await change()
  const hasSwitched = before !== null && connections.summary()?.id !== before
  if (!hasSwitched) return changed
  // What was searched and looked at in one library is no place in another.
  await preferences.set(FIRST_PLACE)
  // After the answer: it would be lost with the page that asked.
  setImmediate(reloadWindow)
  return changed
}
