/** Flags as callers write them. */

const DIGITS: Readonly<Record<string, boolean>> = { '1': true, '0': false }
const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false }
const TAKEN = { digits: DIGITS, words: WORDS, both: { ...DIGITS, ...WORDS }, ignored: {} } as const

/** null when the text is none of the writings that are taken. */
export function readFlag(taken: keyof typeof TAKEN, text: string | null): boolean | null {
  const writings: Readonly<Record<string, boolean>> = TAKEN[taken]
  return text !== null && Object.hasOwn(writings, text) ? (writings[text] ?? null) : null
}
