/** Key presses as data: the keys of a command, and whether an event matches them. Pure. */
import type { AppInfo } from '../../shared/bridge.ts'
import { isKey, isShiftOfLayout, letterAt } from '../../shared/keys.ts'

export type Platform = AppInfo['platform']

/** `mod` is Cmd on macOS and Ctrl elsewhere. An omitted modifier must not be pressed. */
export interface Chord {
  readonly key: string
  readonly mod?: true
  readonly shift?: true
  readonly alt?: true
}

/** Chords and their platforms; without `platforms` they apply everywhere. */
export interface ChordOf {
  readonly chords: readonly Chord[]
  readonly platforms?: readonly Platform[]
}

export const MAC: readonly Platform[] = ['darwin']
export const OTHERS: readonly Platform[] = ['win32', 'linux']

/** The used part of a keyboard event. */
export interface KeyPress {
  readonly key: string
  /** The physical key, named after a US keyboard. */
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
}

/**
 * Returns whether the press is one of these chords on this platform. During composition every key belongs to the text.
 */
export function isAnyPressed({ chords, platforms }: ChordOf, press: KeyPress, platform: Platform): boolean {
  if (press.isComposing || platforms?.includes(platform) === false) return false
  return chords.some((chord) => isPressed(chord, press, platform))
}

function isPressed(chord: Chord, press: KeyPress, platform: Platform): boolean {
  const isMac = platform === 'darwin'
  const mod = isMac ? press.metaKey : press.ctrlKey
  const otherMod = isMac ? press.ctrlKey : press.metaKey
  return (
    (isKey(press, chord.key) || isSymbolOnLetterKey(press, chord.key)) &&
    mod === (chord.mod ?? false) &&
    !otherMod &&
    press.altKey === (chord.alt ?? false) &&
    (press.shiftKey === (chord.shift ?? false) || isShiftOfLayout(press.key, chord.key))
  )
}

/** Symbols that every layout can type, without letters and digits. */
const ASCII_SYMBOL = /^[!-/:-@[-`{-~]$/

/**
 * Arabic layouts have ASCII symbols behind Shift where others have capitals, so only the physical key identifies the
 * letter.
 */
function isSymbolOnLetterKey({ key, code, shiftKey }: KeyPress, letter: string): boolean {
  return shiftKey && ASCII_SYMBOL.test(key) && /^Key[A-Z]$/.test(code) && letterAt(code) === letter.toLowerCase()
}

/** Returns the first chord of this platform, which menus show beside the command. */
export function firstChord(shortcuts: readonly ChordOf[], platform: Platform): Chord | null {
  const found = shortcuts.find(({ platforms }) => platforms?.includes(platform) ?? true)
  return found?.chords[0] ?? null
}
