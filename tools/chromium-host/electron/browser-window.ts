/** `BrowserWindow`: a rectangle and a page. Headless it has no frame, so bounds and content are the same. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { PageLink } from '../page-link.ts'
import { HostEvent, type Like } from './event.ts'
import { DISPLAY, type HostNativeTheme } from './desktop.ts'
import type { HostSession } from './session.ts'
import { HostWebContents, type ContentsContext } from './web-contents.ts'

export interface WindowContext extends ContentsContext {
  readonly windows: Set<HostBrowserWindow>
  readonly nativeTheme: HostNativeTheme
  /** A real window on a display, which keeps its own size. */
  readonly isVisible: boolean
  readonly nextId: () => number
  readonly onLastClosed: () => void
  readonly onCreated: (window: HostBrowserWindow) => void
}

type Bounds = Electron.Rectangle

export class HostBrowserWindow
  extends EventEmitter
  implements Omit<Like<HostBrowserWindow, Electron.BrowserWindow>, 'webContents'>
{
  readonly webContents: HostWebContents
  readonly #context: WindowContext
  #bounds: Bounds
  /** What covers the whole display. */
  #state: 'normal' | 'maximized' | 'full-screen' = 'normal'
  #isMinimized = false
  #isFocused = false
  #isDestroyed = false

  constructor(options: Electron.BrowserWindowConstructorOptions, context: WindowContext) {
    super()
    const { webPreferences = {}, width = 800, height = 600 } = options
    this.#context = context
    const [x, y] = [(DISPLAY.width - width) / 2, (DISPLAY.height - height) / 2].map(Math.round) as [number, number]
    this.#bounds = { x: options.x ?? x, y: options.y ?? y, width, height }
    // What the app got from the host's own `session`.
    const session = webPreferences.session as unknown as HostSession
    this.webContents = new HostWebContents(
      { id: context.nextId(), session, preload: webPreferences.preload ?? null },
      context
    )
    context.windows.add(this)
    this.#listen()
    this.#applySize()
    context.onCreated(this)
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  show(): void {
    this.focus()
  }

  focus(): void {
    this.webContents.withPage((link) => link.page.session.send('Page.bringToFront'))
    if (this.#isFocused) return
    this.#isFocused = true
    this.emit('focus')
  }

  close(): void {
    if (this.#isDestroyed) return
    const event = new HostEvent()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }

  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    this.#context.windows.delete(this)
    this.webContents.close()
    this.emit('closed')
    if (this.#context.windows.size === 0) this.#context.onLastClosed()
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  getBounds(): Bounds {
    return this.#state === 'normal' ? { ...this.#bounds } : DISPLAY
  }

  getNormalBounds(): Bounds {
    return { ...this.#bounds }
  }

  setBounds(bounds: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    this.#applySize()
  }

  isMinimized(): boolean {
    return this.#isMinimized
  }

  minimize(): void {
    this.#isMinimized = true
    this.#isFocused = false
  }

  restore(): void {
    this.#isMinimized = false
  }

  isMaximized(): boolean {
    return this.#state === 'maximized'
  }

  maximize(): void {
    this.#enter('maximized')
  }

  isFullScreen(): boolean {
    return this.#state === 'full-screen'
  }

  setFullScreen(isFull: boolean): void {
    this.#enter(isFull ? 'full-screen' : 'normal')
  }

  #enter(state: 'normal' | 'maximized' | 'full-screen'): void {
    this.#state = state
    this.#applySize()
  }

  #listen(): void {
    const { nativeTheme, isVisible } = this.#context
    const applyTheme = () =>
      this.webContents.withPage((link) => link.setColorScheme(nativeTheme.shouldUseDarkColors ? 'dark' : 'light'))
    applyTheme()
    nativeTheme.on('updated', applyTheme)
    this.once('closed', () => nativeTheme.off('updated', applyTheme))
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    this.webContents.on('-zoomed', () => this.#applySize())
    if (isVisible) this.webContents.on('-resized', () => this.webContents.withPage((link) => this.#takeBounds(link)))
    // Closed by a hand on a display, or gone with Chromium: too late to be asked.
    this.webContents.once('destroyed', () => this.destroy())
  }

  #applySize(): void {
    const bounds = this.getBounds()
    this.webContents.withPage((link) =>
      this.#context.isVisible
        ? link.setWindowBounds(bounds)
        : link.setViewport(bounds.width, bounds.height, this.webContents.getZoomFactor())
    )
  }

  /** A hand moved or resized the real window. */
  async #takeBounds(link: PageLink): Promise<void> {
    const { left, top, width, height } = await link.readWindowBounds()
    const before = this.#bounds
    this.#bounds = {
      x: left ?? before.x,
      y: top ?? before.y,
      width: width ?? before.width,
      height: height ?? before.height
    }
  }
}
