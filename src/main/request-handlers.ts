/** What each request of the window does. Joins rooms that do not know each other; decides nothing itself. */
import type { AppInfo, Diagnostics } from '../shared/bridge.ts'
import { succeed } from '../shared/failure.ts'
import type { Connections } from './connection/connections.ts'
import type { Engine } from './engine/client.ts'
import type { RequestHandlers } from './ipc/gate.ts'
import type { PreferencesStore } from './preferences.ts'

export interface HandlerParts {
  readonly engine: Engine
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
    getConnection: async () => connections.current(),
    testConnection: (draft) => connections.test(draft),
    connect: (args) => connections.connect(args),
    replaceKey: (args) => connections.replaceKey(args),
    removeKey: (args) => connections.removeKey(args),
    openView: (args) => engine.ask('openView', args),
    getImages: (args) => engine.ask('getImages', args),
    countFacets: (args) => engine.ask('countFacets', args),
    freezeSelection: (args) => engine.ask('freezeSelection', args),
    describeTarget: (args) => engine.ask('describeTarget', args),
    listProjects: (args) => engine.ask('listProjects', args),
    setFavorite: (args) => engine.setFavorite(args),
    getBatch: (args) => engine.ask('getBatch', args),
    getSyncStatus: () => engine.ask('getSyncStatus', null),
    setPaused: (args) => engine.ask('setPaused', args),
    syncNow: async () => {
      // A key store that was locked at the start may be open by now; asking is what unlocks it.
      await connections.loadKeys()
      return engine.ask('wake', { why: 'asked' })
    }
  }
}
