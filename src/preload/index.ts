/**
 * Exposes the bridge to the page: one method for each request and one subscription for each event of the contract.
 * Runs sandboxed and isolated, and passes data on unchecked, because main's gate checks it.
 */
import { contextBridge, ipcRenderer } from 'electron'
import {
  EVENT_NAMES,
  REQUEST_NAMES,
  eventChannel,
  requestChannel,
  type Bridge,
  type BridgeEvents,
  type EventName,
  type RequestName
} from '../shared/bridge.ts'

const request = (name: RequestName) => (args: unknown) => ipcRenderer.invoke(requestChannel(name), args)

const subscription =
  <E extends EventName>(name: E) =>
  (listener: (event: BridgeEvents[E]) => void) => {
    // The event object is not passed on, because it contains ipcRenderer.
    const relay = (_event: unknown, payload: BridgeEvents[E]) => listener(payload)
    ipcRenderer.on(eventChannel(name), relay)
    return () => {
      ipcRenderer.removeListener(eventChannel(name), relay)
    }
  }

/** Creates a record with a value for each name. `Object.fromEntries` loses the key type; the lists are complete. */
const mapNames = <N extends string, V>(names: readonly N[], make: (name: N) => V): Record<N, V> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, V>

const bridge = {
  ...mapNames(REQUEST_NAMES, request),
  subscribe: mapNames(EVENT_NAMES, subscription) as Bridge['subscribe']
} satisfies Bridge

contextBridge.exposeInMainWorld('bridge', bridge)
