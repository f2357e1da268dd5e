/** What each request of the window does. Joins rooms that do not know each other; decides nothing itself. */
import type { AppInfo, Diagnostics, RequestName } from '../shared/bridge.ts'
import { succeed } from '../shared/failure.ts'
import type { Connections } from './connection/connections.ts'
import type { RequestHandlers } from './ipc/gate.ts'
import type { PreferencesStore } from './preferences.ts'

/** Requests that the engine answers as they are. */
const ENGINE_REQUESTS = [
  'openView',
  'getImages',
  'countFacets',
  'freezeSelection',
  'describeTarget',
  'listProjects',
  'setFavorite',
  'getBatch',
  'getSyncStatus',
  'setPaused'
] as const satisfies readonly RequestName[]

/** What is used of the engine here. */
export type EngineRequests = Pick<RequestHandlers, (typeof ENGINE_REQUESTS)[number]> & {
  wake(args: { why: 'online' | 'focus' | 'resume' | 'asked' }): ReturnType<RequestHandlers['syncNow']>
}

export interface HandlerParts {
  readonly engine: EngineRequests
  readonly connections: Connections
  readonly preferences: PreferencesStore
  readonly appInfo: () => AppInfo
  readonly diagnostics: () => Diagnostics
  readonly quit: () => void
}

export function createRequestHandlers(parts: HandlerParts): RequestHandlers {
  const { engine, connections, preferences } = parts
  return {
    getAppInfo: async () => succeed(parts.appInfo()),
    getDiagnostics: async () => succeed(parts.diagnostics()),
    getPreferences: async () => succeed(preferences.get()),
    setPreferences: (change) => preferences.set(change),
    quit: async () => {
      parts.quit()
      return succeed(null)
    },
    getConnection: async () => succeed(connections.summary()),
    testConnection: (draft) => connections.test(draft),
    connect: (args) => connections.connect(args),
    replaceKey: (args) => connections.replaceKey(args),
    removeKey: (args) => connections.removeKey(args),
    syncNow: async () => {
      // A key store that was locked at the start may be open by now; asking is what unlocks it.
      await connections.loadKeys()
      return engine.wake({ why: 'asked' })
    },
    ...pickRequests(engine)
  }
}

function pickRequests(engine: EngineRequests): Pick<RequestHandlers, (typeof ENGINE_REQUESTS)[number]> {
  return {
    openView: (args) => engine.openView(args),
    getImages: (args) => engine.getImages(args),
    countFacets: (args) => engine.countFacets(args),
    freezeSelection: (args) => engine.freezeSelection(args),
    describeTarget: (args) => engine.describeTarget(args),
    listProjects: (args) => engine.listProjects(args),
    setFavorite: (args) => engine.setFavorite(args),
    getBatch: (args) => engine.getBatch(args),
    getSyncStatus: (args) => engine.getSyncStatus(args),
    setPaused: (args) => engine.setPaused(args)
  }
}
