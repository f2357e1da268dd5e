/**
 * Maps the app's addresses to those of the browser and back. Chromium does not navigate to unknown schemes, so
 * `app://bundle/x` is `https://bundle.app.invalid/x` inside the browser (`.invalid` never resolves). Main only gets the
 * app's addresses; code of the page must not depend on its origin.
 */

const SUFFIX = '.app.invalid'
const INSIDE = /^https:\/\/([a-z0-9-]+)\.app\.invalid(?=$|[/?#])/
const OUTSIDE = /^app:\/\/([a-z0-9-]+)(?=$|[/?#])/

/** Returns the browser's address of an app address; others unchanged. */
export function insideAddress(address: string): string {
  return address.replace(OUTSIDE, `https://$1${SUFFIX}`)
}

/** Returns the app address of a browser's address; others unchanged. */
export function appAddress(address: string): string {
  return address.replace(INSIDE, 'app://$1')
}

/** Returns the origin as Electron does; Node's URL.origin is 'null' for the app's scheme. */
export function appOrigin(address: string): string {
  const matched = OUTSIDE.exec(appAddress(address))
  if (matched) return matched[0]
  return URL.canParse(address) ? new URL(address).origin : 'null'
}
