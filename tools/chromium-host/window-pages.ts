/** Provides Chromium's pages to windows. Any other page, such as a link's new tab, is closed before it loads. */
import type { Cdp, CdpSession, Protocol } from './cdp.ts'

export interface WindowPage {
  readonly session: CdpSession
  readonly targetId: string
  /** Runs a listener once when the page has closed. */
  readonly onGone: (listener: () => void) => void
  readonly close: () => void
}

type Attached = Protocol.Target.attachedToTargetPayload

export class WindowPages {
  readonly #cdp: Cdp
  readonly #waiting: ((page: WindowPage) => void)[] = []
  readonly #unclaimed: WindowPage[] = []
  readonly #gone = new Map<string, () => void>()
  #expected = 1

  private constructor(cdp: Cdp) {
    this.#cdp = cdp
    cdp.on('Target.attachedToTarget', (event) => this.#attached(event))
    cdp.on('Target.detachedFromTarget', ({ sessionId }) => this.#gone.get(sessionId)?.())
  }

  /** The first window gets the page that Chromium opens at start. */
  static async watch(cdp: Cdp): Promise<WindowPages> {
    const pages = new WindowPages(cdp)
    await cdp.send('Target.setAutoAttach', {
      autoAttach: true,
      // An unexpected page stops before its first request.
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }, { exclude: true }]
    })
    return pages
  }

  /** Returns the next page, and creates one if none is left. */
  claim(): Promise<WindowPage> {
    const ready = this.#unclaimed.shift()
    if (ready) return Promise.resolve(ready)
    const { promise, resolve, reject } = Promise.withResolvers<WindowPage>()
    this.#waiting.push(resolve)
    if (this.#waiting.length > this.#expected) {
      this.#expected++
      this.#cdp.send('Target.createTarget', { url: 'about:blank', newWindow: true }).catch(reject)
    }
    return promise
  }

  #attached({ sessionId, targetInfo }: Attached): void {
    const session = this.#cdp.session(sessionId)
    if (this.#expected === 0) {
      // It may have closed already.
      void this.#cdp.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => {})
      return
    }
    this.#expected--
    void session.send('Runtime.runIfWaitingForDebugger').catch(() => {})
    const page: WindowPage = {
      session,
      targetId: targetInfo.targetId,
      onGone: (listener) => this.#gone.set(sessionId, listener),
      close: () => void this.#cdp.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => {})
    }
    const waiting = this.#waiting.shift()
    if (waiting) waiting(page)
    else this.#unclaimed.push(page)
  }
}
