/** A made-up language: the English texts between marks, with the grammar of Polish. */
import { ENGLISH, type Language } from '../../src/copy/language.ts'

const mark = (text: string): string => `¤${text}¤`

function marked(texts: unknown): unknown {
  if (typeof texts === 'string') return mark(texts)
  if (typeof texts === 'function') return (...values: unknown[]) => marked(Reflect.apply(texts, null, values))
  if (typeof texts !== 'object' || texts === null) return texts
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, marked(text)]))
}

export const MARKED: Language = { tag: 'pl', catalogue: marked(ENGLISH.catalogue) as Language['catalogue'] }

export const isMarked = (text: string): boolean => text.startsWith('¤')

const textsIn = (texts: unknown): readonly string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts ?? {}).flatMap(textsIn)
/** Every text of the English catalogue that needs no value, and is no number. */
export const ENGLISH_TEXTS: ReadonlySet<string> = new Set(
  textsIn(ENGLISH.catalogue).filter((text) => /[a-z]{2}/i.test(text))
)
