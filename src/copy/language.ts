/**
 * The language in use, in main and in the window. `copy` is read where a text is shown, never kept: what is read at the
 * next render is in the language of that moment.
 */
import { type Catalogue, en } from './en/en.ts'
import { applyLocale } from './format.ts'

export interface Language {
  /** BCP 47: plurals and lists follow it. */
  readonly tag: string
  readonly catalogue: Catalogue
}

export const ENGLISH: Language = { tag: 'en', catalogue: en }

const current: { catalogue: Catalogue } = { catalogue: ENGLISH.catalogue }

/** Takes the texts of a language from now on; numbers and dates follow the locale (BCP 47) of the system. */
export function setLanguage({ tag, catalogue }: Language, locale: string): void {
  current.catalogue = catalogue
  applyLocale(locale, tag)
}

/** Every text by topic and key, in the language in use. */
export const copy: Catalogue = new Proxy<Catalogue>(en, {
  get: (_english, topic) => Reflect.get(current.catalogue, topic) as unknown
})
