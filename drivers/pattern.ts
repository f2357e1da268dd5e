/** Finds sentences of the catalogue whose values are unknown, in the language in use. */
import { formatCount } from '../src/copy/format.ts'

/** In place of a text that a sentence names. */
export const ANY = '\uE000'
/** In place of a number; the sentence has the form of a large one. */
export const COUNT = 7_654_321

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * Matches any of these sentences within a text, with every value in place of `ANY` and `COUNT`. Each value is a group:
 * `pattern(copy.counted.ofAll(COUNT, COUNT))` finds "3" and "4,218" in "Harbour, 3 of 4,218".
 */
export function pattern(...sentences: readonly string[]): RegExp {
  const sources = sentences.map((sentence) =>
    [formatCount(COUNT), String(COUNT)].reduce(
      (source, number) => source.replaceAll(escaped(number), String.raw`(\d(?:[.,’\u00a0\u202f]?\d)*)`),
      escaped(sentence).replaceAll(ANY, '(.+)')
    )
  )
  return new RegExp(sources.join('|'))
}

/** Parses a number as the locale writes it: "4,218" is 4218. */
export const numberIn = (text: string): number => Number(text.replaceAll(/\D/g, ''))
