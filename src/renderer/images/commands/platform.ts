/** What the keys of this system are. */
import { currentPlatform } from '../../commands/place-of-focus.ts'

/** Ctrl, or Cmd on macOS. */
export function isModHeld(event: { readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean {
  return currentPlatform() === 'darwin' ? event.metaKey : event.ctrlKey
}
