/** The one file of the window that names what the preload puts on the page. */
import type { Bridge, RequestName } from '../shared/bridge.ts'
import { counted } from './pending-work.ts'

declare global {
  interface Window {
    readonly bridge: Bridge
  }
}

type Ask = (args: unknown) => Promise<unknown>

/** They wait for the service, the keychain or a dialog, perhaps for long: nothing in the window waits with them. */
const PATIENT: ReadonlySet<string> = new Set<RequestName>([
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

/** Each request counts as pending work until its answer is here. */
const ask = Object.fromEntries(
  Object.entries(requests as Readonly<Record<string, Ask>>).map(([name, send]) => [
    name,
    PATIENT.has(name) ? send : (args: unknown) => counted(send(args))
  ])
)

// The names are those of the contract: Object.fromEntries forgets them.
export const bridge = { ...ask, subscribe } as Bridge
