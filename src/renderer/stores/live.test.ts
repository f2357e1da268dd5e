import { afterEach, expect, test, vi } from 'vitest'
import { receipt, status } from '../../../test/helpers/status-samples.ts'
import type { BridgeEvents } from '../../shared/bridge.ts'
import type { ConnectionSummary, KeyState } from '../../shared/connection.ts'
import { succeed } from '../../shared/failure.ts'
import { DEFAULT_PREFERENCES } from '../../shared/preferences.ts'
import { loadWindow, renewFinished } from './live.ts'
import { useConnection, useJob, useSync } from './sync-store.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  useConnection.setState(useConnection.getInitialState())
  useSync.setState(useSync.getInitialState())
})

function connection(key: KeyState): ConnectionSummary {
  const group = { address: 'https://a.example', key, keySavedAt: 0 }
  return { id: 'a', name: 'a.example', images: group, projects: group, sharesKey: true, isSample: false }
}

/** A bridge whose app info comes when `infoComes` settles, and what the window listens to. */
function playBridge(infoComes: Promise<void>) {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  const listeners: { [E in keyof BridgeEvents]?: (event: BridgeEvents[E]) => void } = {}
  const bridge = {
    getAppInfo: async () => {
      await infoComes
      return succeed({ version: '1', platform: 'linux', locale: 'en' } as const)
    },
    getPreferences: async () => succeed(DEFAULT_PREFERENCES),
    getConnection: async () => succeed(connection('stored')),
    getSyncStatus: async () => succeed(status()),
    subscribe: {
      syncStatus: (listener) => hear('syncStatus', listener),
      connectionChanged: (listener) => hear('connectionChanged', listener),
      libraryTrouble: (listener) => hear('libraryTrouble', listener)
    }
  } as const satisfies Parameters<typeof loadWindow>[0]
  function hear<E extends keyof BridgeEvents>(name: E, listener: (event: BridgeEvents[E]) => void): () => void {
    Object.assign(listeners, { [name]: listener })
    return () => undefined
  }
  return { bridge, listeners }
}

test('a change to another library is left to the load that follows: nothing is typed into a screen that goes', async () => {
  const { bridge, listeners } = playBridge(Promise.resolve())
  await loadWindow(bridge)
  listeners.connectionChanged?.(null)
  expect(useConnection.getState().connection?.id).toBe('a')
  listeners.connectionChanged?.({ ...connection('stored'), id: 'b' })
  expect(useConnection.getState().connection?.id).toBe('a')
  listeners.connectionChanged?.(connection('locked'))
  expect(useConnection.getState().connection?.images.key).toBe('locked')
})

test('what main tells while the first answers are on their way is not lost', async () => {
  const { promise: lateInfo, resolve } = Promise.withResolvers<void>()
  const { bridge, listeners } = playBridge(lateInfo)
  const loaded = loadWindow(bridge)
  // Later than their answers, earlier than the last answer of all.
  await new Promise<void>((told) => setTimeout(told))
  listeners.connectionChanged?.(connection('locked'))
  listeners.syncStatus?.(status({ waiting: 3 }))
  resolve()
  await loaded
  expect(useConnection.getState().connection?.images.key).toBe('locked')
  expect(useSync.getState().status?.waiting).toBe(3)

  listeners.libraryTrouble?.({ failure: { code: 'library-damaged' }, file: 'a.sqlite', unsent: 3 })
  expect(useConnection.getState()).toMatchObject({ trouble: { code: 'library-damaged' }, opening: 0 })
  // Screens begin anew: what they hold of views and selections is unknown to the new thread.
  listeners.libraryTrouble?.(null)
  expect(useConnection.getState()).toMatchObject({ trouble: null, opening: 1, connection: { id: 'a' } })
})

test.each([
  [1, 1],
  [0, undefined]
])('a batch that ended with changes to decide about says how many are left: %i', async (needsYou, shown) => {
  useJob.setState({ finished: receipt({ needsYou: 13 }) })
  await renewFinished({ getBatch: async () => succeed({ receipt: receipt({ needsYou }), reasons: [] }) })
  expect(useJob.getState().finished?.needsYou).toBe(shown)
  useJob.setState({ finished: null })
})
