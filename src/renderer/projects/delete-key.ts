/** The key that asks to delete the project of the active row. */
import { isAnyPressed } from '../commands/chord.ts'
import type { Chord, KeyPress, Platform } from '../commands/chord.ts'

/** As for images: Delete, and Cmd+Backspace on macOS. */
export function deleteChord(platform: Platform): Chord {
  return platform === 'darwin' ? { key: 'Backspace', mod: true } : { key: 'Delete' }
}

export function isDeleteKey(press: KeyPress, platform: Platform): boolean {
  return isAnyPressed({ chords: [deleteChord(platform)] }, press, platform)
}
