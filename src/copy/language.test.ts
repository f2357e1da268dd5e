import { afterEach, describe, expect, it } from 'vitest'
import { isMarked, MARKED } from '../../test/helpers/marked-language.ts'
import { EMPTY_QUERY } from '../shared/query.ts'
import { failureText } from './failures.ts'
import { formatList, plural } from './format.ts'
import { viewTitle } from './images.ts'
import { copy, ENGLISH, setLanguage } from './language.ts'
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
