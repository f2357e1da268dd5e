/**
 * The bridge of the page: one method for each request, one subscription for each event of the contract, and
 * nothing else. Runs sandboxed and isolated; hands data on as it is, since main's gate is what checks it.
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
    // The sender's event object stays here: it carries ipcRenderer.
    const relay = (_event: unknown, payload: BridgeEvents[E]) => listener(payload)
    ipcRenderer.on(eventChannel(name), relay)
    return () => {
      ipcRenderer.removeListener(eventChannel(name), relay)
    }
  }

/** Object.fromEntries forgets the key names; the lists come from complete records of the contract. */
const mapNames = <N extends string, V>(names: readonly N[], make: (name: N) => V): Record<N, V> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, V>

const bridge = {
  ...mapNames(REQUEST_NAMES, request),
  subscribe: mapNames(EVENT_NAMES, subscription) as Bridge['subscribe']
} satisfies Bridge

contextBridge.exposeInMainWorld('bridge', bridge)
