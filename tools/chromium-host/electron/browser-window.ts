/** `BrowserWindow`: a rectangle and a page. Headless it has no frame, so bounds and content are the same. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { PageLink } from '../page-link.ts'
import { HostEvent } from './event.ts'
import type { HostNativeTheme, HostScreen } from './machine.ts'
import type { HostSession, Sessions } from './session.ts'
import type { Supported } from './supported.ts'
import { HostWebContents, type ContentsContext } from './web-contents.ts'
import { centered, initialBounds } from './window-bounds.ts'

export interface WindowContext extends ContentsContext {
  readonly windows: Set<HostBrowserWindow>
  readonly sessions: Sessions
  readonly nativeTheme: HostNativeTheme
  readonly screen: HostScreen
  /** A real window on a display, which keeps its own size. */
  readonly isVisible: boolean
  readonly nextId: () => number
  /** False before `ready`. */
  readonly canOpen: () => boolean
  readonly onLastClosed: () => void
  readonly onCreated: (window: HostBrowserWindow) => void
}

type Options = Electron.BrowserWindowConstructorOptions
type Bounds = Electron.Rectangle
type State = 'normal' | 'maximized' | 'full-screen'

export class HostBrowserWindow extends EventEmitter implements Omit<Supported<'BrowserWindow'>, 'webContents'> {
  readonly id: number
  readonly webContents: HostWebContents
  readonly #context: WindowContext
  #bounds: Bounds
  #state: State = 'normal'
  #isMinimized = false
  #isVisible = false
  #isFocused = false
  #isDestroyed = false
  #title: string
  #backgroundColor: string

  constructor(options: Options, context: WindowContext) {
    super()
    const { webPreferences = {} } = options
    this.id = context.nextId()
    this.#context = context
    this.#title = options.title ?? ''
    this.#backgroundColor = options.backgroundColor ?? '#FFFFFF'
    this.#bounds = initialBounds(options, context.screen)
    const session = sessionOf(webPreferences, context.sessions)
    this.webContents = new HostWebContents({ id: this.id, session, preload: webPreferences.preload ?? null }, context)
    context.windows.add(this)
    this.#listen()
    this.#applySize()
    if (options.show !== false) this.show()
    context.onCreated(this)
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  reload(): void {
    this.webContents.reload()
  }

  show(): void {
    this.showInactive()
    this.focus()
  }

  showInactive(): void {
    if (this.#isVisible) return
    this.#isVisible = true
    this.emit('show')
  }

  hide(): void {
    if (!this.#isVisible) return
    this.#isVisible = false
    this.emit('hide')
    this.blur()
  }

  focus(): void {
    this.webContents.focus()
    if (this.#isFocused) return
    this.#isFocused = true
    this.emit('focus')
  }

  blur(): void {
    if (!this.#isFocused) return
    this.#isFocused = false
    this.emit('blur')
  }

  isFocused(): boolean {
    return this.#isFocused
  }

  isVisible(): boolean {
    return this.#isVisible
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
    this.#isVisible = false
    this.#isFocused = false
    this.#context.windows.delete(this)
    this.webContents.close()
    this.emit('closed')
    if (this.#context.windows.size === 0) this.#context.onLastClosed()
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  getBounds(): Bounds {
    return this.#state === 'normal' ? { ...this.#bounds } : this.#display().workArea
  }

  getContentBounds(): Bounds {
    return this.getBounds()
  }

  getNormalBounds(): Bounds {
    return { ...this.#bounds }
  }

  setBounds(bounds: Partial<Bounds>): void {
    const before = this.#bounds
    this.#bounds = { ...before, ...bounds }
    const { x, y, width, height } = this.#bounds
    if (width !== before.width || height !== before.height) this.#resized()
    if (x !== before.x || y !== before.y) this.#tell('move', 'moved')
  }

  getSize(): number[] {
    const { width, height } = this.getBounds()
    return [width, height]
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  getPosition(): number[] {
    const { x, y } = this.getBounds()
    return [x, y]
  }

  setPosition(x: number, y: number): void {
    this.setBounds({ x, y })
  }

  center(): void {
    const { x, y } = centered(this.#bounds, this.#display().workArea)
    this.setPosition(x, y)
  }

  isMinimized(): boolean {
    return this.#isMinimized
  }

  minimize(): void {
    this.#isMinimized = true
    this.#tell('minimize')
    this.blur()
  }

  restore(): void {
    this.#isMinimized = false
    this.#tell('restore')
  }

  isMaximized(): boolean {
    return this.#state === 'maximized'
  }

  maximize(): void {
    this.#enter('maximized', 'maximize')
  }

  unmaximize(): void {
    if (this.#state === 'maximized') this.#enter('normal', 'unmaximize')
  }

  isFullScreen(): boolean {
    return this.#state === 'full-screen'
  }

  setFullScreen(isFull: boolean): void {
    if (isFull !== this.isFullScreen()) {
      this.#enter(isFull ? 'full-screen' : 'normal', isFull ? 'enter-full-screen' : 'leave-full-screen')
    }
  }

  setBackgroundColor(color: string): void {
    this.#backgroundColor = color
  }

  getBackgroundColor(): string {
    return this.#backgroundColor
  }

  setTitle(title: string): void {
    this.#title = title
  }

  getTitle(): string {
    return this.#title
  }

  // A window without a frame has no bar, no least size that a hand could break, and no entry in a dock.
  setMinimumSize(): void {}
  setMenu(): void {}
  removeMenu(): void {}
  setMenuBarVisibility(): void {}
  setAutoHideMenuBar(): void {}
  setTitleBarOverlay(): void {}
  setProgressBar(): void {}

  #listen(): void {
    const applyTheme = () =>
      this.webContents.withPage((link) =>
        link.setColorScheme(this.#context.nativeTheme.shouldUseDarkColors ? 'dark' : 'light')
      )
    applyTheme()
    this.#context.nativeTheme.on('updated', applyTheme)
    this.once('closed', () => this.#context.nativeTheme.off('updated', applyTheme))
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    this.webContents.on('-zoomed', () => this.#applySize())
    if (this.#context.isVisible) {
      this.webContents.on('-resized', () => this.webContents.withPage((link) => this.#takeBounds(link)))
    }
    // Closed by a hand on a display, or gone with Chromium: too late to be asked.
    this.webContents.once('destroyed', () => this.destroy())
  }

  #enter(state: State, name: string): void {
    if (this.#state === state) return
    this.#state = state
    this.#tell(name)
    this.#resized()
  }

  #resized(): void {
    this.#applySize()
    this.#tell('resize', 'resized')
  }

  #applySize(): void {
    const { isVisible } = this.#context
    const bounds = this.getBounds()
    this.webContents.withPage((link) =>
      isVisible
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
    if (JSON.stringify(before) !== JSON.stringify(this.#bounds)) this.#tell('resize', 'resized')
  }

  #tell(...names: readonly string[]): void {
    for (const name of names) this.emit(name)
  }

  #display(): Electron.Display {
    return this.#context.screen.getDisplayMatching(this.#bounds)
  }
}

function sessionOf({ session, partition }: Electron.WebPreferences, sessions: Sessions): HostSession {
  // What the app got from the host's own `session`.
  if (session !== undefined) return session as unknown as HostSession
  return sessions.get(partition ?? '')
}
