/**
 * Control of the host by a test in another process, over the message channel between the two: clicks menus, prepares
 * responses of dialogs, reads recorded calls, sets the network. Real Electron offers none of this.
 */
import type { HostState } from './create-electron.ts'
import { clickMenu, describeMenu } from './electron/menu.ts'
import type { Recorded } from './electron/desktop.ts'

/** Arguments and result of each command. */
export interface ControlCommands {
  clickMenu: { args: readonly string[]; value: null }
  readMenu: { args: null; value: unknown }
  recorded: { args: string; value: readonly Recorded[] }
  prepareResponse: { args: { what: string; answer: unknown }; value: null }
  setOnline: { args: boolean; value: null }
  setWindowSize: { args: { width: number; height: number }; value: null }
  closeWindow: { args: null; value: null }
  crashPage: { args: null; value: null }
  /** Whether the window's page has loaded and not crashed. */
  hasLoaded: { args: null; value: boolean }
}

export type ControlName = keyof ControlCommands

type Handlers = { [N in ControlName]: (args: ControlCommands[N]['args']) => ControlCommands[N]['value'] }

interface ControlQuestion {
  readonly control: ControlName
  readonly number: number
  readonly args: unknown
}

export interface ControlResponse {
  readonly controlNumber: number
  readonly value?: unknown
  readonly error?: string
}

/** Does nothing if the process has no message channel. */
export function serveControl(state: HostState): void {
  if (process.send === undefined) return
  const handlers = createHandlers(state)
  process.on('message', (message) => {
    if (isQuestion(message)) process.send?.(answer(handlers, message))
  })
  // The channel must not keep an app running that has quit; an app whose test has ended quits.
  process.channel?.unref()
  process.on('disconnect', () => state.app.quit())
}

function isQuestion(message: unknown): message is ControlQuestion {
  return typeof message === 'object' && message !== null && 'control' in message
}

function answer(handlers: Handlers, { control, number, args }: ControlQuestion): ControlResponse {
  try {
    // ControlCommands also types the sender.
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
    recorded: (what) => state.recorder.entries(what),
    prepareResponse: ({ what, answer: prepared }) => done(() => state.recorder.prepare(what, prepared)),
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
