/** Key presses as data: what a command listens for, and whether an event is it. Pure. */
import type { AppInfo } from '../../shared/bridge.ts'

export type Platform = AppInfo['platform']

/** `mod` is Cmd on macOS and Ctrl elsewhere. A modifier not named must not be held. */
export interface Chord {
  readonly key: string
  readonly mod?: true
  readonly shift?: true
  readonly alt?: true
  /** Shift does not matter: it only reaches the character. */
  readonly anyShift?: true
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
    (chord.anyShift === true || press.shiftKey === (chord.shift ?? false))
  )
}

/** Characters that every layout can type. */
const ASCII = /^[ -~]$/
/** Typed by every layout, and no letter or digit. */
const SIGN = /^[!-/:-@[-`{-~]$/
const LATIN = /^\p{Script=Latin}$/u

/** What a US keyboard has in places whose name is not the character. */
const BY_PLACE: Readonly<Record<string, string>> = { Comma: ',', Period: '.', Slash: '/', Minus: '-', Equal: '=' }

/**
 * Whether a press is this key on the layout in use: by the character where it is Latin, and by the place of the key where
 * the layout has another script. Digits by their place as well, because some layouts have them behind Shift.
 */
export function isKey({ key, code }: Pick<KeyPress, 'key' | 'code'>, wanted: string): boolean {
  const typed = key.toLowerCase()
  if (typed === wanted.toLowerCase()) return true
  // A named key, such as Enter or F5, is the same on every layout.
  if (/^[ -~]{2,}$/.test(typed)) return false
  if (/^\d$/.test(wanted)) return code === `Digit${wanted}`
  const isOtherScript = !ASCII.test(typed) && !LATIN.test(typed)
  return isOtherScript && placeOf(code) === wanted.toLowerCase()
}

/** Arabic layouts have ASCII signs behind Shift where others have capitals: there the place alone tells the letter. */
function isSignOfLetter({ key, code, shiftKey }: KeyPress, wanted: string): boolean {
  return shiftKey && SIGN.test(key) && /^Key[A-Z]$/.test(code) && placeOf(code) === wanted.toLowerCase()
}

const placeOf = (code: string): string => BY_PLACE[code] ?? code.replace(/^Key/, '').toLowerCase()

/** The first chord that counts on this platform: what a menu shows beside the command. */
export function firstChord(shortcuts: readonly ChordOf[], platform: Platform): Chord | null {
  const found = shortcuts.find(({ platforms }) => platforms?.includes(platform) ?? true)
  return found?.chords[0] ?? null
}
