import { afterEach, describe, expect, it } from 'vitest'
import { isMarked, MARKED } from '../../test/helpers/marked-language.ts'
import type { LanguageChoice } from '../shared/preferences.ts'
import { EMPTY_QUERY } from '../shared/query.ts'
import { failureText } from './failures.ts'
import { compareTexts, formatList, plural } from './format.ts'
import { viewTitle } from './images.ts'
import { copy, ENGLISH, GERMAN, offeredLanguages, PSEUDO, resolveLanguage, setLanguage } from './language.ts'
import { undoNote } from './commands.ts'

afterEach(() => setLanguage(ENGLISH, 'en-US'))

describe('another language', () => {
  it('is what is read from then on, by key and by what chooses a text', () => {
    const read = () => [
      copy.activity.title,
      copy.banners.removals.images(2),
      viewTitle(EMPTY_QUERY),
      undoNote('later', 1),
      failureText({ code: 'offline' }, 'library')
    ]
    const english = read()
    setLanguage(MARKED, 'en-US')
    expect(read().every(isMarked)).toBe(true)
    setLanguage(ENGLISH, 'en-US')
    expect(read()).toEqual(english)
  })

  it('brings its own plurals and lists, while numbers follow the locale of the system', () => {
    const forms = { one: '# plik', few: '# pliki', other: '# plików' }
    setLanguage(MARKED, 'de-DE')
    expect([1, 3, 1_200].map((count) => plural(count, forms))).toEqual(['1 plik', '3 pliki', '1.200 plików'])
    expect(formatList(['Ala', 'Ola'])).toBe('Ala i Ola')
  })
})

describe('the language of a choice', () => {
  const shown = (choice: LanguageChoice, ...preferred: readonly string[]) => {
    const { language, locale } = resolveLanguage(choice, { preferred, hasPseudo: true })
    return [language.tag, locale]
  }

  it.each([
    ['the first of the system that there is', 'system', ['fr-FR', 'de-AT', 'en-GB'], ['de', 'de-AT']],
    ['English without any', 'system', ['fr-FR'], ['en', 'en']],
    ['English if the system names none', 'system', [], ['en', 'en']],
    ['the one in Settings, with the region of the system', 'de', ['en-US', 'de-CH'], ['de', 'de-CH']],
    ['the one in Settings, without a region of its own', 'de', ['en-US'], ['de', 'de']],
    ['English with the formats of English on a German system', 'en', ['de-DE'], ['en', 'en']]
  ] as const)('is %s', (_which, choice, preferred, expected) => {
    expect(shown(choice, ...preferred)).toEqual(expected)
  })

  it('is never the pseudo-language in a packaged app, even if its file names it', () => {
    const packaged = { preferred: ['de-DE'], hasPseudo: false }
    expect(offeredLanguages(packaged)).toEqual(['en', 'de'])
    expect(resolveLanguage('en-XB', packaged).language).toBe(GERMAN)
    expect(resolveLanguage('en-XB', { ...packaged, hasPseudo: true }).language).toBe(PSEUDO)
  })
})

it('sorts as the language does', () => {
  setLanguage(GERMAN, 'de')
  expect(['Zebra', 'Öl', 'Ähre', 'Ofen', 'apfel', 'Anker'].toSorted(compareTexts)).toEqual([
    'Ähre',
    'Anker',
    'apfel',
    'Ofen',
    'Öl',
    'Zebra'
  ])
})
