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
import { consoleMessage } from './console-message.ts'
import { eventWith } from './event.ts'
import type { HostIpcMain } from './ipc-main.ts'
import { grantPermissions } from './permissions.ts'
import { createPreloadMessages } from './preload-messages.ts'
import type { HostSession } from './session.ts'
import type { Supported } from './supported.ts'
import { HostWebFrame } from './web-frame.ts'

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
type ContentsMembers = Omit<Supported<'WebContents'>, 'mainFrame' | 'session'>

/** Blink's zoom: each level is a fifth more. */
const ZOOM_STEP = 1.2

export class HostWebContents extends EventEmitter implements ContentsMembers {
  readonly id: number
  readonly session: HostSession
  readonly mainFrame: HostWebFrame
  readonly #context: ContentsContext
  readonly #scripts: () => PageScripts
  readonly #link: Promise<PageLink>
  #page: PageLink | null = null
  #url = ''
  #title = ''
  #isLoading = false
  #isGone = false
  #isCrashed = false
  #zoomFactor = 1
  /** The address that `loadURL` or a reload of main is on its way to. */
  #ownNavigation: string | null = null
  #openHandler: WindowOpenHandler | null = null

  constructor(options: ContentsOptions, context: ContentsContext) {
    super()
    this.id = options.id
    this.session = options.session
    this.#context = context
    this.mainFrame = new HostWebFrame(options.id, {
      currentUrl: () => this.#url,
      send: (channel, args) => this.send(channel, ...args),
      isGone: () => this.#isGone
    })
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
    this.emit('did-start-loading')
    try {
      await link.navigate(url)
    } catch (error) {
      this.#isLoading = false
      this.emit('did-fail-load', eventWith({}), -2, String(error), url, true)
      throw error
    }
    await loaded
  }

  reload(): void {
    this.#ownNavigation = this.#url
    this.#isCrashed = false
    this.withPage((link) => link.page.session.send('Page.reload'))
  }

  stop(): void {
    this.withPage((link) => link.page.session.send('Page.stopLoading'))
  }

  send(channel: string, ...args: readonly unknown[]): void {
    if (this.#isGone) throw new Error('Object has been destroyed')
    this.#page?.deliver('event', channel, args)
  }

  getURL(): string {
    return this.#url
  }

  getTitle(): string {
    return this.#title
  }

  getUserAgent(): string {
    return this.session.getUserAgent()
  }

  isLoading(): boolean {
    return this.#isLoading
  }

  isDestroyed(): boolean {
    return this.#isGone
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

  getOSProcessId(): number {
    return 0
  }

  focus(): void {
    this.withPage((link) => link.page.session.send('Page.bringToFront'))
  }

  isFocused(): boolean {
    return !this.#isGone
  }

  close(): void {
    this.#page?.page.close()
    this.#gone()
  }

  setZoomFactor(factor: number): void {
    this.#zoomFactor = factor
    this.emit('-zoomed')
  }

  getZoomFactor(): number {
    return this.#zoomFactor
  }

  get zoomFactor(): number {
    return this.#zoomFactor
  }

  set zoomFactor(factor: number) {
    this.setZoomFactor(factor)
  }

  setZoomLevel(level: number): void {
    this.setZoomFactor(ZOOM_STEP ** level)
  }

  getZoomLevel(): number {
    return Math.log(this.#zoomFactor) / Math.log(ZOOM_STEP)
  }

  async setVisualZoomLevelLimits(): Promise<void> {}
  setBackgroundThrottling(): void {}

  // The host has no DevTools window: the debugging port is there for them.
  openDevTools(): void {}
  closeDevTools(): void {}
  toggleDevTools(): void {}
  isDevToolsOpened(): boolean {
    return false
  }
  isDevToolsFocused(): boolean {
    return false
  }

  undo = (): void => this.#edit('undo')
  redo = (): void => this.#edit('redo')
  cut = (): void => this.#edit('cut')
  copy = (): void => this.#edit('copy')
  paste = (): void => this.#edit('paste')
  selectAll = (): void => this.#edit('selectAll')

  #edit(command: string): void {
    this.withPage((link) => link.page.session.send('Input.dispatchKeyEvent', { type: 'keyDown', commands: [command] }))
  }

  #listener(): PageListener {
    return {
      message: createPreloadMessages({
        ipcMain: this.#context.ipcMain,
        sender: this,
        senderFrame: this.mainFrame,
        deliver: (...message) => this.#page?.deliver(...message),
        sent: (event, channel, args) => this.emit('ipc-message', event, channel, ...args),
        windowWanted: (...wish) => this.#deniedWindow(...wish)
      }),
      paused: (event) => this.#paused(event),
      navigated: (url) => this.#navigated(url),
      domReady: () => this.emit('dom-ready', eventWith({})),
      loaded: () => this.#loaded(),
      crashed: () => this.#crashed(),
      logged: (event) => this.emit('console-message', eventWith({ ...consoleMessage(event), frame: this.mainFrame })),
      resized: () => this.emit('-resized'),
      windowWanted: ({ url, windowName }) => this.#deniedWindow(url, windowName, '')
    }
  }

  #deniedWindow(url: string, frameName: string, features: string): void {
    const details = { url, frameName, features, disposition: 'new-window', referrer: { url: '', policy: 'default' } }
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

  #navigated(url: string): void {
    this.#url = url
    this.#ownNavigation = null
    this.#isLoading = true
    this.emit('did-navigate', eventWith({}), url, 200, 'OK')
  }

  #loaded(): void {
    this.#isLoading = false
    this.#isCrashed = false
    this.emit('did-finish-load', eventWith({}))
    this.emit('did-stop-loading')
  }

  #crashed(): void {
    this.#isCrashed = true
    this.emit('render-process-gone', eventWith({}), { reason: 'crashed', exitCode: 133 })
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
