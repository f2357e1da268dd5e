/** `WebContents`: what main does with the page of a window. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { appOrigin, insideAddress } from '../app-address.ts'
import type { Protocol } from '../cdp.ts'
import type { LoadedFiles } from '../loaded-files.ts'
import { PageLink, type PageListener } from '../page-link.ts'
import { createPageScripts, type PageScripts } from '../page-scripts.ts'
import { answerPaused } from '../request-interceptor.ts'
import type { WindowPages } from '../window-pages.ts'
import { eventWith, type Like } from './event.ts'
import type { HostIpcMain } from './ipc-main.ts'
import { grantPermissions } from './permissions.ts'
import type { HostSession } from './session.ts'

export interface ContentsContext {
  readonly pages: Promise<WindowPages>
  readonly ipcMain: HostIpcMain
  readonly loaded: LoadedFiles
}

export interface ContentsOptions {
  readonly id: number
  readonly session: HostSession
  readonly preload: string | null
}

type WindowOpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0]

/** Blink's zoom: each level is a fifth more. */
const ZOOM_STEP = 1.2

export class HostWebContents
  extends EventEmitter
  implements Omit<Like<HostWebContents, Electron.WebContents>, 'mainFrame' | 'session'>
{
  readonly id: number
  readonly session: HostSession
  /** The one frame that has a preload: its object tells the app's gate who asks. */
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
  /** The address that `loadURL` or a reload of main is on its way to. */
  #ownNavigation: string | null = null
  #openHandler: WindowOpenHandler | null = null

  constructor(options: ContentsOptions, context: ContentsContext) {
    super()
    this.id = options.id
    this.session = options.session
    this.#context = context
    const shown = (): string => this.#url
    this.mainFrame = {
      get url() {
        return shown()
      },
      get origin() {
        return appOrigin(shown())
      }
    }
    this.#scripts = createPageScripts(options.preload)
    if (options.preload !== null) context.loaded.file(options.preload)
    this.#link = this.#open()
    // Reported where it is awaited: loadURL.
    this.#link.catch(() => {})
  }

  async #open(): Promise<PageLink> {
    const pages = await this.#context.pages
    const page = await pages.claim()
    this.#page = await PageLink.open(page, this.#scripts(), this.#listener())
    page.onGone(() => this.#gone())
    if (this.#isGone) page.close()
    return this.#page
  }

  /** For the window: runs when the page is there. */
  withPage(use: (link: PageLink) => Promise<unknown>): void {
    // A page that has gone meanwhile has no size or theme.
    void this.#link.then(use).catch(() => {})
  }

  async loadURL(url: string): Promise<void> {
    this.#ownNavigation = url
    this.#isLoading = true
    const link = await this.#link
    await grantPermissions(link.page.session, this, appOrigin(url), insideAddress(url))
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

  /** The host denies every window; a handler that allows one is refused loudly when it is asked. */
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

  /** For menus: an edit command of the field that has the keyboard. */
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
      resized: () => this.emit('-resized'),
      windowWanted: ({ url, windowName }) => this.#denyWindow(url, windowName)
    }
  }

  /** What the preload's world says (page/isolated-world.js). Only it can write these, so their shapes hold. */
  #take([kind, ...rest]: readonly unknown[]): void {
    if (kind === 'invoke') void this.#answerInvoke(...(rest as [number, string, unknown[]]))
    else if (kind === 'open') this.#denyWindow(...(rest as [string, string]))
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

  #denyWindow(url: string, frameName: string): void {
    const details = {
      url,
      frameName,
      features: '',
      disposition: 'new-window',
      referrer: { url: '', policy: 'default' }
    }
    // The host's details have what a handler can decide by.
    const answer = this.#openHandler?.(details as Electron.HandlerDetails)
    if (answer?.action === 'allow') throw new Error('setWindowOpenHandler: the host opens no windows for pages')
  }

  #paused(event: Protocol.Fetch.requestPausedPayload): void {
    const page = this.#page
    if (page === null) return
    void answerPaused(event, {
      cdp: page.page.session,
      session: this.session,
      loaded: this.#context.loaded,
      webContentsId: this.id,
      mayNavigate: (url) => this.#mayNavigate(url),
      loadAnew: (url) => page.loadAnew(this.#scripts(), url),
      isMainFrame: (frameId) => frameId === page.page.targetId
    })
  }

  /** Main's own loads and reloads of what is shown pass; all else is the page's wish, told to the app. */
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
