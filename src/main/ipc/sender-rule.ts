/** Decides which senders the gate accepts. Pure. */

export interface Sender {
  /** Whether the message is from the main frame of the app's window. */
  readonly isOurMainFrame: boolean
  /** URL of the sending frame; `null` if the frame no longer exists. */
  readonly url: string | null
}

export interface SenderRule {
  /** Origin of the dev server; `null` in a packaged app, where only the bundle is accepted. */
  readonly devOrigin: string | null
}

/** Accepts the main frame of the window with a page of `app://bundle`, or of the dev server if there is one. */
export function isTrustedSender({ isOurMainFrame, url }: Sender, { devOrigin }: SenderRule): boolean {
  if (!isOurMainFrame || url === null || !URL.canParse(url)) return false
  // The URL parser returns the origin "null" for a custom scheme, so scheme and host are compared.
  const { protocol, host, origin } = new URL(url)
  if (protocol === 'app:') return host === 'bundle'
  return devOrigin !== null && origin === devOrigin
}
