/** Key presses as data: what a command listens for, and whether an event is it. Pure. */
import type { AppInfo } from '../../shared/bridge.ts'
import { isKey, isShiftOfLayout, placeOf } from '../../shared/keys.ts'

export type Platform = AppInfo['platform']

/** `mod` is Cmd on macOS and Ctrl elsewhere. A modifier not named must not be held. */
export interface Chord {
  readonly key: string
  readonly mod?: true
  readonly shift?: true
  readonly alt?: true
}

/** A chord and where it counts; absent = on every platform. */
export interface ChordOf {
  readonly chords: readonly Chord[]
  readonly platforms?: readonly Platform[]
}

export const MAC: readonly Platform[] = ['darwin']
export const OTHERS: readonly Platform[] = ['win32', 'linux']

/** The part of a keyboard event that is looked at. */
export interface KeyPress {
  readonly key: string
  /** The place of the key, named by what a US keyboard has there. */
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
}

/** The press is one of these chords on this platform. While a character is composed, every key belongs to it. */
export function isAnyPressed({ chords, platforms }: ChordOf, press: KeyPress, platform: Platform): boolean {
  if (press.isComposing || platforms?.includes(platform) === false) return false
  return chords.some((chord) => isPressed(chord, press, platform))
}

function isPressed(chord: Chord, press: KeyPress, platform: Platform): boolean {
  const isMac = platform === 'darwin'
  const mod = isMac ? press.metaKey : press.ctrlKey
  const otherMod = isMac ? press.ctrlKey : press.metaKey
  return (
    (isKey(press, chord.key) || isSignOfLetter(press, chord.key)) &&
    mod === (chord.mod ?? false) &&
    !otherMod &&
    press.altKey === (chord.alt ?? false) &&
    (press.shiftKey === (chord.shift ?? false) || isShiftOfLayout(press.key, chord.key))
  )
}

/** Typed by every layout, and no letter or digit. */
const SIGN = /^[!-/:-@[-`{-~]$/

/** Arabic layouts have ASCII signs behind Shift where others have capitals: there the place alone tells the letter. */
function isSignOfLetter({ key, code, shiftKey }: KeyPress, wanted: string): boolean {
  return shiftKey && SIGN.test(key) && /^Key[A-Z]$/.test(code) && placeOf(code) === wanted.toLowerCase()
}

/** The first chord that counts on this platform: what a menu shows beside the command. */
export function firstChord(shortcuts: readonly ChordOf[], platform: Platform): Chord | null {
  const found = shortcuts.find(({ platforms }) => platforms?.includes(platform) ?? true)
  return found?.chords[0] ?? null
}
