/**
 * Chromium does not navigate a window to a scheme it does not know, so `app://bundle/x` is
 * `https://bundle.app.invalid/x` inside the browser (`.invalid` never resolves). Main sees the app's own addresses
 * on both ways, and code of the page must not branch on its origin.
 */

const SUFFIX = '.app.invalid'
const INSIDE = /^https:\/\/([a-z0-9-]+)\.app\.invalid(?=$|[/?#])/
const OUTSIDE = /^app:\/\/([a-z0-9-]+)(?=$|[/?#])/

/** App address -> the browser's; anything else as it is. */
export function insideAddress(address: string): string {
  return address.replace(OUTSIDE, `https://$1${SUFFIX}`)
}

/** The browser's address -> the app's; anything else as it is. */
export function appAddress(address: string): string {
  return address.replace(INSIDE, 'app://$1')
}

/** Origin as Electron tells it for the app's own scheme, whose URL.origin Node calls 'null'. */
export function appOrigin(address: string): string {
  const matched = OUTSIDE.exec(appAddress(address))
  if (matched) return matched[0]
  return URL.canParse(address) ? new URL(address).origin : 'null'
}
