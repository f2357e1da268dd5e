/** Implements `WebContents`, the page of a window, and `ipcMain`. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { Protocol } from '../cdp.ts'
import { PageLink, type PageListener, type WindowPage } from '../page-link.ts'
import { createPageScripts, type PageScripts } from '../page-scripts.ts'
import { answerPaused, appOrigin, insideAddress } from '../request-interceptor.ts'
import { eventWith, type Like } from './event.ts'
import type { HostSession } from './session.ts'

export interface ContentsContext {
  readonly page: Promise<WindowPage>
  readonly ipcMain: HostIpcMain
}

export interface ContentsOptions {
  readonly session: HostSession
  /** Absolute path. */
  readonly preload: string
}

type WindowOpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0]

/** Each of Blink's zoom levels enlarges by a fifth. */
const ZOOM_STEP = 1.2

export class HostWebContents
  extends EventEmitter
  implements Omit<Like<HostWebContents, Electron.WebContents>, 'mainFrame' | 'session'>
{
  readonly session: HostSession
  /** The only frame with a preload, by which the app's gate recognizes senders. */
  readonly mainFrame: { readonly url: string; readonly origin: string }
  readonly #context: ContentsContext
  readonly #scripts: () => PageScripts
  readonly #link: Promise<PageLink>
  #page: PageLink | null = null
  #url = ''
  #isLoading = false
  #isGone = false
  #isCrashed = false
  #zoomLevel = 0
  /** The target of a navigation by `loadURL` or `reload` in progress. */
  #ownNavigation: string | null = null
  #openHandler: WindowOpenHandler | null = null

  constructor(options: ContentsOptions, context: ContentsContext) {
    super()
    this.session = options.session
    this.#context = context
    const url = (): string => this.#url
    this.mainFrame = {
      get url() {
        return url()
      },
      get origin() {
        return appOrigin(url())
      }
    }
    this.#scripts = createPageScripts(options.preload)
    this.#link = this.#open()
    // `loadURL` reports the failure.
    this.#link.catch(() => {})
  }

  async #open(): Promise<PageLink> {
    const page = await this.#context.page
    this.#page = await PageLink.open(page, this.#scripts(), this.#listener())
    page.onClosed(() => this.#gone())
    if (this.#isGone) page.close()
    return this.#page
  }

  /** Runs a function once the page is open. */
  withPage(use: (link: PageLink) => Promise<unknown>): void {
    // A page that was closed in the meantime needs no size or theme.
    void this.#link.then(use).catch(() => {})
  }

  async loadURL(url: string): Promise<void> {
    this.#ownNavigation = url
    this.#isLoading = true
    const link = await this.#link
    await this.session.grantPermissions(link.page.session, this, appOrigin(url), insideAddress(url))
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', () => resolve()))
    try {
      await link.navigate(url)
    } catch (error) {
      this.#isLoading = false
      throw error
    }
    await loaded
  }

  reload(): void {
    this.#ownNavigation = this.#url
    this.#isCrashed = false
    this.withPage((link) => link.page.session.send('Page.reload'))
  }

  send(channel: string, ...args: readonly unknown[]): void {
    if (this.#isGone) throw new Error('Object has been destroyed')
    this.#page?.deliver('event', channel, args)
  }

  isLoading(): boolean {
    return this.#isLoading
  }

  isCrashed(): boolean {
    return this.#isCrashed
  }

  /** The host opens no windows for pages; a handler that allows one causes an error. */
  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#openHandler = handler
  }

  forcefullyCrashRenderer(): void {
    this.withPage((link) => link.page.session.send('Page.crash'))
  }

  close(): void {
    this.#page?.page.close()
    this.#gone()
  }

  setZoomLevel(level: number): void {
    this.#zoomLevel = level
    this.emit('-zoomed')
  }

  getZoomLevel(): number {
    return this.#zoomLevel
  }

  getZoomFactor(): number {
    return ZOOM_STEP ** this.#zoomLevel
  }

  undo = (): void => this.edit('undo')
  redo = (): void => this.edit('redo')

  /** Runs an edit command in the focused field, for menus. */
  edit(command: string): void {
    this.withPage((link) => link.page.session.send('Input.dispatchKeyEvent', { type: 'keyDown', commands: [command] }))
  }

  #listener(): PageListener {
    return {
      message: (message) => this.#take(message),
      paused: (event) => this.#paused(event),
      navigated: (url) => {
        this.#url = url
        this.#ownNavigation = null
        this.#isLoading = true
      },
      loaded: () => {
        this.#isLoading = false
        this.#isCrashed = false
        this.emit('did-finish-load', eventWith({}))
      },
      crashed: () => {
        this.#isCrashed = true
        this.emit('render-process-gone', eventWith({}), { reason: 'crashed', exitCode: 133 })
      },
      windowRequested: ({ url }) => this.#denyWindow(url)
    }
  }

  /** Handles messages of page/isolated-world.js. Only it can send them, so their shapes are known. */
  #take([kind, ...rest]: readonly unknown[]): void {
    if (kind === 'invoke') void this.#answerInvoke(...(rest as [number, string, unknown[]]))
    else if (kind === 'open') this.#denyWindow(String(rest[0]))
    else process.stderr.write(`chromium-host: preload failed: ${String(rest[0])}\n`)
  }

  async #answerInvoke(number: number, channel: string, args: readonly unknown[]): Promise<void> {
    const event = eventWith({ type: 'invoke', sender: this, senderFrame: this.mainFrame })
    try {
      this.#page?.deliver('answer', number, true, await this.#context.ipcMain.answer(channel, event, args))
    } catch (error) {
      this.#page?.deliver('answer', number, false, error instanceof Error ? error.message : String(error))
    }
  }

  #denyWindow(url: string): void {
    // The app's handler reads at most the address.
    const decision = this.#openHandler?.({ url } as Electron.HandlerDetails)
    if (decision?.action === 'allow') throw new Error('setWindowOpenHandler: the host opens no windows for pages')
  }

  #paused(event: Protocol.Fetch.requestPausedPayload): void {
    const page = this.#page
    if (page === null) return
    void answerPaused(event, {
      cdp: page.page.session,
      session: this.session,
      mayNavigate: (url) => this.#mayNavigate(url),
      reloadWithScripts: (url) => page.reloadWithScripts(this.#scripts(), url),
      isMainFrame: (frameId) => frameId === page.page.targetId
    })
  }

  /** Allows main's own loads, and reloads of the same document; the app decides about other navigations. */
  #mayNavigate(url: string): boolean {
    if (url === this.#ownNavigation || withoutHash(url) === withoutHash(this.#url)) return true
    const event = eventWith({ url, isMainFrame: true, isSameDocument: false, frame: this.mainFrame })
    this.emit('will-frame-navigate', event)
    this.emit('will-navigate', event, url)
    return !event.defaultPrevented
  }

  #gone(): void {
    if (this.#isGone) return
    this.#isGone = true
    this.emit('destroyed')
  }
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/, '')
}

type InvokeHandler = Parameters<Electron.IpcMain['handle']>[1]

/** Implements `ipcMain` with one handler per channel. */
export class HostIpcMain implements Like<HostIpcMain, Electron.IpcMain> {
  readonly #handlers = new Map<string, InvokeHandler>()

  handle(channel: string, handler: InvokeHandler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }

  /** Rejects with the messages of Electron's `ipcRenderer.invoke`. */
  async answer(channel: string, event: object, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    try {
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      // Electron declares more on the event than the host provides and handlers read.
      return await handler(event as Electron.IpcMainInvokeEvent, ...args)
    } catch (error) {
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`, { cause: error })
    }
  }
}
