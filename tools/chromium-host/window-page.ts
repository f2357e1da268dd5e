/** Finds the page of the window. Any other page, such as a link's new tab, is closed before it loads. */
import type { Cdp, CdpSession } from './cdp.ts'

export interface WindowPage {
  readonly session: CdpSession
  readonly targetId: string
  /** Calls a listener once when the page has closed. */
  readonly onClosed: (listener: () => void) => void
  readonly close: () => void
}

/** Resolves to the page that Chromium opens at start, because the app opens one window. */
export async function findWindowPage(cdp: Cdp): Promise<WindowPage> {
  const { promise, resolve } = Promise.withResolvers<WindowPage>()
  const state: { session: string | null } = { session: null }
  // The target may have closed already.
  const close = (targetId: string): void => void cdp.send('Target.closeTarget', { targetId }).catch(() => {})
  cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo: { targetId } }) => {
    if (state.session !== null) return close(targetId)
    state.session = sessionId
    const session = cdp.session(sessionId)
    void session.send('Runtime.runIfWaitingForDebugger').catch(() => {})
    const onClosed = (listener: () => void): void =>
      cdp.on('Target.detachedFromTarget', (event) => event.sessionId === sessionId && listener())
    return resolve({ session, targetId, onClosed, close: () => close(targetId) })
  })
  await cdp.send('Target.setAutoAttach', {
    autoAttach: true,
    // An unexpected page stops before its first request.
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }, { exclude: true }]
  })
  return promise
}
