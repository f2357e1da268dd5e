/** The only file of the window that names the object that the preload defines. */
import type { Bridge, RequestName } from '../shared/bridge.ts'
import { counted } from './pending-work.ts'

declare global {
  interface Window {
    readonly bridge: Bridge
  }
}

type Ask = (args: unknown) => Promise<unknown>

/**
 * Requests that wait for the service, the keychain or a dialog, possibly for long: they do not count as pending work.
 */
const LONG_RUNNING: ReadonlySet<string> = new Set<RequestName>([
  'connect',
  'diagnose',
  'exportLog',
  'openServicePage',
  'refreshImage',
  'removeKey',
  'replaceKey',
  'searchService',
  'testConnection'
])

const { subscribe, ...requests } = window.bridge

/** Each request counts as pending work until its answer arrives. */
const ask = Object.fromEntries(
  Object.entries(requests as Readonly<Record<string, Ask>>).map(([name, send]) => [
    name,
    LONG_RUNNING.has(name) ? send : (args: unknown) => counted(send(args))
  ])
)

// Object.fromEntries loses the names, which are those of the contract.
export const bridge = { ...ask, subscribe } as Bridge
