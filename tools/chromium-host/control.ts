/**
 * What a test in another process can do to the host that real Electron offers no outside way for: click a menu,
 * prepare a dialog's answer, read what was recorded, change the theme or the network. Runs over the process's message channel
 * and only exists when the host was started with one.
 */
import type { HostState } from './create-electron.ts'
import { clickMenu, describeMenu } from './electron/menu.ts'
import type { Recorded } from './electron/desktop.ts'

/** Command -> its argument and answer. */
export interface ControlCommands {
  clickMenu: { args: readonly string[]; value: null }
  readMenu: { args: null; value: unknown }
  recorded: { args: string | null; value: readonly Recorded[] }
  prepareAnswer: { args: { what: string; answer: unknown }; value: null }
  setSystemDark: { args: boolean; value: null }
  setOnline: { args: boolean; value: null }
  setWindowSize: { args: { width: number; height: number }; value: null }
  closeWindow: { args: null; value: null }
  crashPage: { args: null; value: null }
  /** Whether the window's page has loaded and lives. */
  hasLoaded: { args: null; value: boolean }
}

export type ControlName = keyof ControlCommands

type Handlers = { [N in ControlName]: (args: ControlCommands[N]['args']) => ControlCommands[N]['value'] }

interface ControlQuestion {
  readonly control: ControlName
  readonly number: number
  readonly args: unknown
}

export interface ControlAnswer {
  readonly controlNumber: number
  readonly value?: unknown
  readonly error?: string
}

/** Does nothing when the process has no message channel. */
export function serveControl(state: HostState): void {
  if (process.send === undefined) return
  const handlers = createHandlers(state)
  process.on('message', (message) => {
    if (isQuestion(message)) process.send?.(answer(handlers, message))
  })
  // The channel keeps no app alive that has quit, and an app whose test has died follows it.
  process.channel?.unref()
  process.on('disconnect', () => state.app.quit())
}

function isQuestion(message: unknown): message is ControlQuestion {
  return typeof message === 'object' && message !== null && 'control' in message
}

function answer(handlers: Handlers, { control, number, args }: ControlQuestion): ControlAnswer {
  try {
    // The asking side is typed by ControlCommands as well.
    const handle = handlers[control] as (args: unknown) => unknown
    return { controlNumber: number, value: handle(args) }
  } catch (error) {
    return { controlNumber: number, error: error instanceof Error ? error.message : String(error) }
  }
}

function createHandlers(state: HostState): Handlers {
  const done = (run: () => void): null => {
    run()
    return null
  }
  const firstWindow = () => [...state.windows][0]
  return {
    clickMenu: (path) => done(() => clickMenu(state.menu.installed, path)),
    readMenu: () => describeMenu(state.menu.installed),
    recorded: (what) => state.recorder.entries(what ?? undefined),
    prepareAnswer: ({ what, answer: prepared }) => done(() => state.recorder.prepare(what, prepared)),
    setSystemDark: (isDark) => done(() => state.nativeTheme.setSystemDark(isDark)),
    setOnline: (isOnline) => done(() => (state.network.isOnline = isOnline)),
    setWindowSize: (size) => done(() => firstWindow()?.setBounds(size)),
    closeWindow: () => done(() => firstWindow()?.close()),
    crashPage: () => done(() => firstWindow()?.webContents.forcefullyCrashRenderer()),
    hasLoaded: () => {
      const contents = firstWindow()?.webContents
      return contents !== undefined && !contents.isCrashed() && !contents.isLoading()
    }
  }
}
