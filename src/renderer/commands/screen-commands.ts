/** The commands of the screen in the window, for the native menu. Each screen registers its own while it is mounted. */
import { create } from 'zustand'
import type { MenuCommand } from '../../shared/menu-command.ts'
import type { AppCommand } from './app-shortcuts.ts'

export type ScreenCommand = Exclude<MenuCommand, AppCommand>

interface ScreenCommands {
  /** null = the screen in the window has none. */
  readonly run: ((command: ScreenCommand) => void) | null
}

export const useScreenCommands = create<ScreenCommands>()(() => ({ run: null }))

/** Returns what takes them away again, unless another screen has come meanwhile. */
export function registerScreenCommands(run: (command: ScreenCommand) => void): () => void {
  useScreenCommands.setState({ run })
  return () => useScreenCommands.setState((state) => (state.run === run ? { run: null } : state))
}
