/** A made-up language: the marked texts of the pseudo-language, with the grammar of Polish. */
import { ENGLISH, type Language, PSEUDO } from '../../src/copy/language.ts'

export const MARKED: Language = { ...PSEUDO, tag: 'pl', direction: 'ltr' }

export const isMarked = (text: string): boolean => text.startsWith('¤')

const textsIn = (texts: unknown): readonly string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts ?? {}).flatMap(textsIn)
/** Every text of the English catalogue that needs no value, and is no number. */
export const ENGLISH_TEXTS: ReadonlySet<string> = new Set(
  textsIn(ENGLISH.catalogue).filter((text) => /[a-z]{2}/i.test(text))
)
