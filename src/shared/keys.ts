/** Maps shortcut characters to keys and to what is printed on them. Pure. */

/** Characters that keys type without modifiers, by `KeyboardEvent.code`; empty if unknown. */
export type KeyboardLayout = Readonly<Record<string, string>>

/**
 * Limits of a layout: number of keys, length of a code, and length of typed text, as some keys type several characters.
 */
export const MAX_LAYOUT_KEYS = 100
export const MAX_PLACE_LENGTH = 20
export const MAX_TYPED_LENGTH = 8

/** Characters that every layout can type. */
const ASCII = /^[ -~]$/
const LATIN = /^\p{Script=Latin}$/u

/** Characters of a US keyboard for codes that do not contain the character. */
const BY_PLACE: Readonly<Record<string, string>> = { Comma: ',', Period: '.', Slash: '/', Minus: '-', Equal: '=' }

/**
 * Whether a key press means this key in the current layout: by character in a Latin layout, by code in another script.
 * Digits also match by code, because some layouts type them with Shift.
 */
export function isKey({ key, code }: { readonly key: string; readonly code: string }, shortcut: string): boolean {
  const typed = key.toLowerCase()
  if (typed === shortcut.toLowerCase()) return true
  // A named key, such as Enter or F5, is the same in every layout.
  if (/^[ -~]{2,}$/.test(typed)) return false
  if (/^\d$/.test(shortcut)) return code === `Digit${shortcut}`
  const isOtherScript = !ASCII.test(typed) && !LATIN.test(typed)
  return isOtherScript && letterAt(code) === shortcut.toLowerCase()
}

/** Digits and symbols, which some layouts type with Shift. */
const DIGIT_OR_SIGN = /^[!-@[-`{-~]$/

/** Whether Shift was only needed to type the digit or symbol and is not a modifier of the shortcut. */
export const isShiftOfLayout = (typed: string, shortcut: string): boolean =>
  typed === shortcut && DIGIT_OR_SIGN.test(shortcut)

/** Returns the character that a US keyboard types without Shift for a code. */
export const letterAt = (code: string): string => BY_PLACE[code] ?? code.replace(/^Key/, '').toLowerCase()

/** Returns the label of a key: letters as capitals, except letters that share the digit row. */
export function capOf(key: string): string {
  return /^[à-ÿ]$/.test(key) ? key : key.toUpperCase()
}

/** Returns the label of the key that triggers this shortcut; the key itself if the layout lacks it. */
export function printedKey(key: string, layout: KeyboardLayout): string {
  const typed = Object.entries(layout)
  if (typed.some(([, printed]) => printed === key.toLowerCase())) return key
  return typed.find(([code, printed]) => isKey({ key: printed, code }, key))?.[1] ?? key
}
