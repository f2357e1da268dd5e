/** Keys that work on every screen of a library. The dispatcher and everything that shows keys read this list. */
import { create } from 'zustand'
import type { MenuCommand } from '../../shared/menu-command.ts'
import { type ChordOf, isAnyPressed, type KeyPress, MAC, OTHERS, type Platform } from './chord.ts'

export const APP_COMMANDS = [
  'new-image',
  'show-images',
  'show-projects',
  'show-activity',
  'show-history',
  'show-settings',
  'sync-now',
  'undo',
  'redo'
] as const
export type AppCommand = (typeof APP_COMMANDS)[number]

interface AppShortcut extends ChordOf {
  readonly command: AppCommand
  /** Whether it also works during text input, where the key has no other meaning. */
  readonly isInText: boolean
}

const APP_SHORTCUTS: readonly AppShortcut[] = [
  { command: 'new-image', isInText: true, chords: [{ key: 'n', mod: true }] },
  { command: 'show-images', isInText: true, chords: [{ key: '1', mod: true }] },
  { command: 'show-projects', isInText: true, chords: [{ key: '2', mod: true }] },
  { command: 'show-activity', isInText: true, chords: [{ key: 'y', mod: true, shift: true }] },
  { command: 'show-history', isInText: true, chords: [{ key: 'h', mod: true }], platforms: OTHERS },
  { command: 'show-history', isInText: false, chords: [{ key: 'y', mod: true }], platforms: MAC },
  { command: 'show-settings', isInText: true, chords: [{ key: ',', mod: true }] },
  { command: 'sync-now', isInText: true, chords: [{ key: 'F5' }], platforms: OTHERS },
  { command: 'sync-now', isInText: true, chords: [{ key: 'r', mod: true }], platforms: MAC },
  { command: 'undo', isInText: false, chords: [{ key: 'z', mod: true }] },
  { command: 'redo', isInText: false, chords: [{ key: 'y', mod: true }], platforms: ['win32'] },
  { command: 'redo', isInText: false, chords: [{ key: 'z', mod: true, shift: true }], platforms: MAC },
  {
    command: 'redo',
    isInText: false,
    chords: [
      { key: 'z', mod: true, shift: true },
      { key: 'y', mod: true }
    ],
    platforms: ['linux']
  }
]

/** Returns the command of a key press; `null` if there is none, and the press is left alone. */
export function appCommandOf(
  press: KeyPress,
  place: { readonly platform: Platform; readonly isInText: boolean }
): AppCommand | null {
  const found = APP_SHORTCUTS.find(
    (shortcut) => (shortcut.isInText || !place.isInText) && isAnyPressed(shortcut, press, place.platform)
  )
  return found?.command ?? null
}

// The commands of the current screen for the native menu. Each screen registers its own while it is mounted.

export type ScreenCommand = Exclude<MenuCommand, AppCommand>

interface ScreenCommands {
  /** `null` if the current screen has none. */
  readonly run: ((command: ScreenCommand) => void) | null
}

export const useScreenCommands = create<ScreenCommands>()(() => ({ run: null }))

/** Registers the commands of a screen. Returns a function that removes them unless another screen has registered. */
export function registerScreenCommands(run: (command: ScreenCommand) => void): () => void {
  useScreenCommands.setState({ run })
  return () => useScreenCommands.setState((state) => (state.run === run ? { run: null } : state))
}
