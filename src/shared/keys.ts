/** Which key of a keyboard is meant by a character, and what is printed on it. Pure. */

/** What the keys of a keyboard type by themselves, by their places as a press names them; empty = not known. */
export type KeyboardLayout = Readonly<Record<string, string>>

/** Places of a layout, characters of the name of one, and of what a key types: some type several. */
export const MAX_LAYOUT_KEYS = 100
export const MAX_PLACE_LENGTH = 20
export const MAX_TYPED_LENGTH = 8

/** Characters that every layout can type. */
const ASCII = /^[ -~]$/
const LATIN = /^\p{Script=Latin}$/u

/** What a US keyboard has in places whose name is not the character. */
const BY_PLACE: Readonly<Record<string, string>> = { Comma: ',', Period: '.', Slash: '/', Minus: '-', Equal: '=' }

/**
 * Whether a press is this key on the layout in use: by the character where it is Latin, and by the place of the key where
 * the layout has another script. Digits by their place as well, because some layouts have them behind Shift.
 */
export function isKey({ key, code }: { readonly key: string; readonly code: string }, wanted: string): boolean {
  const typed = key.toLowerCase()
  if (typed === wanted.toLowerCase()) return true
  // A named key, such as Enter or F5, is the same on every layout.
  if (/^[ -~]{2,}$/.test(typed)) return false
  if (/^\d$/.test(wanted)) return code === `Digit${wanted}`
  const isOtherScript = !ASCII.test(typed) && !LATIN.test(typed)
  return isOtherScript && placeOf(code) === wanted.toLowerCase()
}

/** A digit or a sign, which some layouts have behind Shift. */
const DIGIT_OR_SIGN = /^[!-@[-`{-~]$/

/** Whether Shift only reached what was typed: a digit or a sign is meant as it is, behind Shift or not. */
export const isShiftOfLayout = (typed: string, wanted: string): boolean =>
  typed === wanted && DIGIT_OR_SIGN.test(wanted)

/** What a US keyboard types, without Shift, in the place that a press names. */
export const placeOf = (code: string): string => BY_PLACE[code] ?? code.replace(/^Key/, '').toLowerCase()

/** How a key is printed: letters as capitals, but not those that share the row of digits with them. */
export function capOf(key: string): string {
  return /^[à-ÿ]$/.test(key) ? key : key.toUpperCase()
}

/** What is printed on the key that is heard as this one; the key itself where the layout does not have it. */
export function printedKey(key: string, layout: KeyboardLayout): string {
  const typed = Object.entries(layout)
  if (typed.some(([, printed]) => printed === key.toLowerCase())) return key
  return typed.find(([code, printed]) => isKey({ key: printed, code }, key))?.[1] ?? key
}
