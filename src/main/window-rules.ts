/** What the window shows, and what it may ask for, go to and be granted. Pure; window-session.ts puts it in force. */

export interface WindowRules {
  /** The one page of the window. */
  readonly page: string
  /** Origin of the dev server; null in a packaged app. */
  readonly devOrigin: string | null
}

/** Hosts of our scheme that are served (window-session.ts). */
const SERVED_HOSTS = ['bundle', 'img']

const BUNDLE_PAGE = 'app://bundle/index.html'

const THIS_COMPUTER = ['127.0.0.1', 'localhost', '[::1]']

/**
 * The built page, or the dev server's while somebody develops (electron-vite names its server in the environment). A
 * variable is anybody's to set, so a packaged app does not read it, and no other one follows it to another computer.
 */
export function windowRules(isPackaged: boolean, env: NodeJS.ProcessEnv): WindowRules {
  const built = { page: BUNDLE_PAGE, devOrigin: null }
  const given = env['ELECTRON_RENDERER_URL']
  if (isPackaged || given === undefined || !URL.canParse(given)) return built
  const { protocol, hostname, origin } = new URL(given)
  return protocol === 'http:' && THIS_COMPUTER.includes(hostname) ? { page: given, devOrigin: origin } : built
}

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
