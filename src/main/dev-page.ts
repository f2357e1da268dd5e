/** The dev server's page in the place of the built one: from this computer only, and never in a packaged app. */

/** What electron-vite names its server by. */
export const DEV_PAGE_VARIABLE = 'ELECTRON_RENDERER_URL'

const THIS_COMPUTER = ['127.0.0.1', 'localhost', '[::1]']

/**
 * The address that the window loads while somebody develops; null: the built page. A variable of the environment is
 * anybody's to set, so a packaged app does not read it, and no other one follows it to another computer.
 */
export function devPage(isPackaged: boolean, env: NodeJS.ProcessEnv): string | null {
  const given = env[DEV_PAGE_VARIABLE]
  if (isPackaged || given === undefined || !URL.canParse(given)) return null
  const { protocol, hostname } = new URL(given)
  return protocol === 'http:' && THIS_COMPUTER.includes(hostname) ? given : null
}
