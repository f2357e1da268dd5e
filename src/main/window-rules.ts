/** What the window may ask for, go to and be granted. Pure deciders; app-window.ts puts them in force. */

export interface WindowRules {
  /** Origin of the dev server; null in a packaged app. */
  readonly devOrigin: string | null
}

/** Hosts of our scheme that are served (image-protocol.ts). */
const SERVED_HOSTS = ['bundle', 'img']

/** The one page of the window. */
export const BUNDLE_PAGE = 'app://bundle/index.html'

/** Every request but those of our own scheme is canceled; the dev server's page also talks to its server. */
export function isAllowedRequest(url: string, { devOrigin }: WindowRules): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  if (protocol === 'app:') return SERVED_HOSTS.includes(host)
  if (devOrigin === null) return false
  return protocol === 'devtools:' || isOfDevServer(url, devOrigin)
}

/** The window never goes anywhere by itself; the dev server's page may load itself again. */
export function isAllowedNavigation(url: string, { devOrigin }: WindowRules): boolean {
  return devOrigin !== null && URL.canParse(url) && new URL(url).origin === devOrigin
}

/** Copying text is all the window does with the system. */
export function isAllowedPermission(permission: string): boolean {
  return permission === 'clipboard-sanitized-write'
}

function isOfDevServer(url: string, devOrigin: string): boolean {
  const { protocol, host } = new URL(url)
  return ['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && host === new URL(devOrigin).host
}
