/** Connects a window to its page in Chromium: preload world, messages, size, theme, loading. */
import type { Protocol, Cdp, CdpSession } from './cdp.ts'
import { ISOLATED_WORLD, type PageScripts } from './page-scripts.ts'
import { packClone, unpackClone, type Base64 } from './page/wire.js'
import { appAddress, insideAddress } from './request-interceptor.ts'

export interface PageListener {
  /** Gets each unpacked message of the preload's world. */
  readonly message: (parts: readonly unknown[]) => void
  readonly paused: (event: Protocol.Fetch.requestPausedPayload) => void
  readonly navigated: (url: string) => void
  readonly loaded: () => void
  readonly crashed: () => void
  /** Gets links that open windows; `window.open` is handled in the page. */
  readonly windowRequested: (event: Protocol.Page.windowOpenPayload) => void
}

const BASE64: Base64 = {
  encode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  // Typed arrays need their own buffer, and Buffer.from(text) may use a shared pool.
  decode: (text) => Uint8Array.from(Buffer.from(text, 'base64'))
}

export class PageLink {
  readonly page: WindowPage
  #scripts: PageScripts
  /** Chromium's identifier of the isolated world's script. */
  #isolatedScript = ''
  readonly #listener: PageListener
  /** The preload's world in the current document; `null` between documents. */
  #context: number | null = null

  private constructor(page: WindowPage, scripts: PageScripts, listener: PageListener) {
    this.page = page
    this.#scripts = scripts
    this.#listener = listener
  }

  static async open(page: WindowPage, scripts: PageScripts, listener: PageListener): Promise<PageLink> {
    const link = new PageLink(page, scripts, listener)
    link.#listen()
    await link.#enable()
    return link
  }

  /**
   * Returns how to load a document with a changed preload, as Electron reads it for each document; `null` if it is
   * unchanged. Chromium accepts no script during a paused navigation, so the caller must end that first.
   */
  reloadWithScripts(scripts: PageScripts, url: string): (() => Promise<void>) | null {
    if (scripts.isolatedWorld === this.#scripts.isolatedWorld) return null
    return async () => {
      const identifier = this.#isolatedScript
      this.#scripts = scripts
      await this.#addIsolatedScript()
      await this.page.session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
      await this.navigate(url)
    }
  }

  async #addIsolatedScript(): Promise<void> {
    const { identifier } = await this.page.session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: this.#scripts.isolatedWorld,
      worldName: ISOLATED_WORLD
    })
    this.#isolatedScript = identifier
  }

  /** Sends a message to the current document; without one the message is lost, as in Electron. */
  deliver(...message: readonly unknown[]): void {
    if (this.#context === null) return
    void this.#call(this.#context, packClone(message, BASE64))
  }

  async #call(executionContextId: number, text: string): Promise<void> {
    const { receiverName } = this.#scripts
    const functionDeclaration = `(text) => globalThis['${receiverName}'](text)`
    const command = { executionContextId, functionDeclaration, arguments: [{ value: text }] }
    // Rejected if the document was left in the meantime.
    const response = await this.page.session.send('Runtime.callFunctionOn', command).catch(() => null)
    if (response?.exceptionDetails) reportPageError(response.exceptionDetails)
  }

  /** Rejects like `loadURL` if nothing could be loaded. */
  async navigate(url: string): Promise<void> {
    const { errorText } = await this.page.session.send('Page.navigate', { url: insideAddress(url) })
    if (errorText !== undefined && errorText !== '') {
      throw new Error(`${errorText.replace('net::', '')} loading '${url}'`)
    }
  }

  /** Sets the result of the page's media query. */
  async setColorScheme(scheme: 'dark' | 'light'): Promise<void> {
    await this.page.session.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: scheme }]
    })
  }

  /** Sets the size of the content in pixels; zoom makes the page's own pixels fewer and larger. */
  async setViewport(width: number, height: number, zoom: number): Promise<void> {
    await this.page.session.send('Emulation.setDeviceMetricsOverride', {
      width: Math.round(width / zoom),
      height: Math.round(height / zoom),
      deviceScaleFactor: zoom,
      mobile: false
    })
  }

  /** Sets the bounds of the real window on a display. */
  async setWindowBounds(bounds: Protocol.Browser.Bounds): Promise<void> {
    const { windowId } = await this.page.session.send('Browser.getWindowForTarget', {})
    await this.page.session.send('Browser.setWindowBounds', { windowId, bounds })
  }

  #listen(): void {
    const { session, targetId } = this.page
    const listener = this.#listener
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === ISOLATED_WORLD && context.auxData?.frameId === targetId) this.#context = context.id
    })
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (executionContextId === this.#context) this.#context = null
    })
    session.on('Runtime.executionContextsCleared', () => (this.#context = null))
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === this.#scripts.bindingName && executionContextId === this.#context) listener.message(unpack(payload))
    })
    session.on('Fetch.requestPaused', listener.paused)
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) listener.navigated(appAddress(frame.url))
    })
    session.on('Page.loadEventFired', listener.loaded)
    session.on('Page.windowOpen', listener.windowRequested)
    session.on('Inspector.targetCrashed', listener.crashed)
  }

  async #enable(): Promise<void> {
    const { session } = this.page
    const { bindingName, mainWorld } = this.#scripts
    await Promise.all([
      session.send('Page.enable'),
      session.send('Inspector.enable'),
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: bindingName, executionContextName: ISOLATED_WORLD }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorld }),
      this.#addIsolatedScript(),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    ])
  }
}

function unpack(payload: string): readonly unknown[] {
  const parts = unpackClone(payload, BASE64)
  return Array.isArray(parts) ? parts : []
}

/** Reports an error of a preload's listener, which Electron prints in the page's console. */
function reportPageError({ exception, text }: Protocol.Runtime.ExceptionDetails): void {
  process.stderr.write(`chromium-host: preload: ${exception?.description ?? text}\n`)
}

// Finds the page of the window. Any other page, such as a link's new tab, is closed before it loads.

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
