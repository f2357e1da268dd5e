/**
 * Defines the page of the window and its allowed requests, navigations and permissions. Pure; window-session.ts applies
 * it.
 */

export interface WindowRules {
  /** The only page of the window. */
  readonly page: string
  /** Origin of the dev server; `null` in a packaged app. */
  readonly devOrigin: string | null
}

/** Hosts of the `app:` scheme that window-session.ts serves. */
const SERVED_HOSTS = ['bundle', 'img']

const BUNDLE_PAGE = 'app://bundle/index.html'

const THIS_COMPUTER = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Returns the built page or, during development, the dev server's page, which electron-vite passes in the environment.
 * Any program can set a variable, so a packaged app ignores it, and only addresses of this computer are accepted.
 */
export function windowRules(isPackaged: boolean, env: NodeJS.ProcessEnv): WindowRules {
  const built = { page: BUNDLE_PAGE, devOrigin: null }
  const given = env['ELECTRON_RENDERER_URL']
  if (isPackaged || given === undefined || !URL.canParse(given)) return built
  const { protocol, hostname, origin } = new URL(given)
  return protocol === 'http:' && THIS_COMPUTER.includes(hostname) ? { page: given, devOrigin: origin } : built
}

/** Allows requests of the `app:` scheme; with a dev server also requests to it and to the developer tools. */
export function isAllowedRequest(url: string, { devOrigin }: WindowRules): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  if (protocol === 'app:') return SERVED_HOSTS.includes(host)
  if (devOrigin === null) return false
  return protocol === 'devtools:' || isOfDevServer(url, devOrigin)
}

/** Allows no navigation, except that the dev server's page may reload. */
export function isAllowedNavigation(url: string, { devOrigin }: WindowRules): boolean {
  return devOrigin !== null && URL.canParse(url) && new URL(url).origin === devOrigin
}

/** Allows only copying text to the clipboard. */
export function isAllowedPermission(permission: string): boolean {
  return permission === 'clipboard-sanitized-write'
}

function isOfDevServer(url: string, devOrigin: string): boolean {
  const { protocol, host } = new URL(url)
  return ['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && host === new URL(devOrigin).host
}
