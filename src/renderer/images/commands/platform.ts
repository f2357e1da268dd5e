/** The system this window runs on, as the page was told at its start, and what its keys are. */
import type { Platform } from './shortcuts.ts'

/** Falls back to Linux, whose keys are those of Windows. */
export function currentPlatform(): Platform {
  const told = document.documentElement.dataset['platform']
  return told === 'darwin' || told === 'win32' ? told : 'linux'
}

/** Ctrl, or Cmd on macOS. */
export function isModHeld(event: { readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean {
  return currentPlatform() === 'darwin' ? event.metaKey : event.ctrlKey
}
