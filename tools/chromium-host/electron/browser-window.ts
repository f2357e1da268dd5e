/**
 * Implements `BrowserWindow`: bounds and a page. A headless window has no frame, so its bounds are those of its
 * content.
 */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { HostEvent, type Like } from './event.ts'
import { DISPLAY } from './desktop.ts'
import type { HostSession } from './session.ts'
import { HostWebContents, type ContentsContext } from './web-contents.ts'

export interface WindowContext extends ContentsContext {
  readonly windows: Set<HostBrowserWindow>
  readonly nativeTheme: { readonly shouldUseDarkColors: boolean }
  /** Whether it is a real window on a display, which keeps its own size. */
  readonly isVisible: boolean
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
  #isMaximized = false
  #isFocused = false
  #isDestroyed = false

  constructor(options: Electron.BrowserWindowConstructorOptions, context: WindowContext) {
    super()
    const { webPreferences = {}, width = 800, height = 600 } = options
    this.#context = context
    const [x, y] = [(DISPLAY.width - width) / 2, (DISPLAY.height - height) / 2].map(Math.round) as [number, number]
    this.#bounds = { x: options.x ?? x, y: options.y ?? y, width, height }
    // The app gets its sessions from the host.
    const session = webPreferences.session as unknown as HostSession
    this.webContents = new HostWebContents({ session, preload: webPreferences.preload ?? '' }, context)
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

  #shownBounds(): Bounds {
    return this.#isMaximized ? DISPLAY : this.#bounds
  }

  getNormalBounds(): Bounds {
    return { ...this.#bounds }
  }

  setBounds(bounds: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    this.#applySize()
  }

  /** Returns false: the app never minimizes its window, and the host has no title bar. */
  isMinimized(): boolean {
    return false
  }

  restore(): void {}

  isMaximized(): boolean {
    return this.#isMaximized
  }

  maximize(): void {
    this.#isMaximized = true
    this.#applySize()
  }

  #listen(): void {
    const { nativeTheme } = this.#context
    this.webContents.withPage((link) => link.setColorScheme(nativeTheme.shouldUseDarkColors ? 'dark' : 'light'))
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    this.webContents.on('-zoomed', () => this.#applySize())
    // The user closed the window on the display, or Chromium ended, so `close` cannot be prevented.
    this.webContents.once('destroyed', () => this.destroy())
  }

  #applySize(): void {
    const bounds = this.#shownBounds()
    this.webContents.withPage((link) =>
      this.#context.isVisible
        ? link.setWindowBounds(bounds)
        : link.setViewport(bounds.width, bounds.height, this.webContents.getZoomFactor())
    )
  }
}
