/** Whom the gate lets in. Pure. */

export interface Sender {
  /** Whether the message came from the main frame of this app's window. */
  readonly isOurMainFrame: boolean
  /** Address of the frame that sent it; null when the frame is gone already. */
  readonly url: string | null
}

export interface SenderRule {
  /** Origin of the dev server; null in a packaged app, where nothing but the bundle is let in. */
  readonly devOrigin: string | null
}

/** The main frame of our window, showing a page of `app://bundle`, or of the dev server while there is one. */
export function isTrustedSender({ isOurMainFrame, url }: Sender, { devOrigin }: SenderRule): boolean {
  if (!isOurMainFrame || url === null || !URL.canParse(url)) return false
  // The origin of an own scheme is "null" to the URL parser, so scheme and host are compared each.
  const { protocol, host, origin } = new URL(url)
  if (protocol === 'app:') return host === 'bundle'
  return devOrigin !== null && origin === devOrigin
}
