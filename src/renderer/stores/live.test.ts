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

/** A bridge whose app info arrives when `infoComes` settles, and the listeners of the window. */
function fakeBridge(infoComes: Promise<void>) {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  const listeners: { [E in keyof BridgeEvents]?: (event: BridgeEvents[E]) => void } = {}
  const bridge = {
    getAppInfo: async () => {
      await infoComes
      return succeed({ version: '1', platform: 'linux', languages: { preferred: ['en'], hasPseudo: false } } as const)
    },
    getPreferences: async () => succeed(DEFAULT_PREFERENCES),
    getConnection: async () => succeed(connection('stored')),
    getSyncStatus: async () => succeed(status()),
    subscribe: {
      syncStatus: (listener) => subscribe('syncStatus', listener),
      connectionChanged: (listener) => subscribe('connectionChanged', listener),
      libraryFailure: (listener) => subscribe('libraryFailure', listener)
    }
  } as const satisfies Parameters<typeof loadWindow>[0]
  function subscribe<E extends keyof BridgeEvents>(name: E, listener: (event: BridgeEvents[E]) => void): () => void {
    Object.assign(listeners, { [name]: listener })
    return () => undefined
  }
  return { bridge, listeners }
}

test('leaves a change to another library to the reload, so that no input is lost', async () => {
  const { bridge, listeners } = fakeBridge(Promise.resolve())
  await loadWindow(bridge)
  listeners.connectionChanged?.(null)
  expect(useConnection.getState().connection?.id).toBe('a')
  listeners.connectionChanged?.({ ...connection('stored'), id: 'b' })
  expect(useConnection.getState().connection?.id).toBe('a')
  listeners.connectionChanged?.(connection('locked'))
  expect(useConnection.getState().connection?.images.key).toBe('locked')
})

test('keeps what main reports while the first answers are pending', async () => {
  const { promise: lateInfo, resolve } = Promise.withResolvers<void>()
  const { bridge, listeners } = fakeBridge(lateInfo)
  const loaded = loadWindow(bridge)
  // After the other answers, before the last one.
  await new Promise<void>((settle) => setTimeout(settle))
  listeners.connectionChanged?.(connection('locked'))
  listeners.syncStatus?.(status({ waiting: 3 }))
  resolve()
  await loaded
  expect(useConnection.getState().connection?.images.key).toBe('locked')
  expect(useSync.getState().status?.waiting).toBe(3)

  listeners.libraryFailure?.({ failure: { code: 'library-damaged' }, file: 'a.sqlite', unsent: 3 })
  expect(useConnection.getState()).toMatchObject({ failure: { code: 'library-damaged' }, opening: 0 })
  // Screens start again, because the new thread does not know their views and selections.
  listeners.libraryFailure?.(null)
  expect(useConnection.getState()).toMatchObject({ failure: null, opening: 1, connection: { id: 'a' } })
})

test.each([
  [1, 1],
  [0, undefined]
])('shows how many changes of a finished batch still need a decision: %i', async (needsAttention, shown) => {
  useJob.setState({ finished: receipt({ needsAttention: 13 }) })
  await renewFinished({ getBatch: async () => succeed({ receipt: receipt({ needsAttention }), reasons: [] }) })
  expect(useJob.getState().finished?.needsAttention).toBe(shown)
  useJob.setState({ finished: null })
})
