/**
 * The language in use, in main and in the window. `copy` is read where a text is shown, never kept: what is read at the
 * next render is in the language of that moment.
 */
import type { SystemLanguages } from '../shared/bridge.ts'
import { LANGUAGE_TAGS, type LanguageChoice, type LanguageTag } from '../shared/preferences.ts'
import { de } from './de/de.ts'
import { type Catalogue, en } from './en/en.ts'
import { applyLocale } from './format.ts'
import { mapTexts } from './pseudo.ts'

export interface Language {
  /** BCP 47: plurals and lists follow it. */
  readonly tag: string
  readonly catalogue: Catalogue
  readonly direction: 'ltr' | 'rtl'
  /** What it calls itself. */
  readonly name: string
}

export const ENGLISH: Language = { tag: 'en', catalogue: en, direction: 'ltr', name: 'English' }
export const GERMAN: Language = { tag: 'de', catalogue: de, direction: 'ltr', name: 'Deutsch' }
/** English between marks, from right to left: reveals texts outside of the catalogue, and what is not mirrored. */
export const PSEUDO: Language = {
  tag: 'en-XB',
  catalogue: mapTexts(en, (text) => `¤${text}¤`),
  direction: 'rtl',
  name: 'en-XB'
}

const LANGUAGES: Readonly<Record<LanguageTag, Language>> = { en: ENGLISH, de: GERMAN, 'en-XB': PSEUDO }

const current: { language: Language } = { language: ENGLISH }

/** Takes the texts of a language from now on; numbers, dates and sorting follow the locale (BCP 47). */
export function setLanguage(language: Language, locale: string): void {
  current.language = language
  applyLocale(locale, language.tag)
}

/** Takes the language of a choice in Settings, with the region that the system has for it, and returns it. */
export function applyLanguage(choice: LanguageChoice, system: SystemLanguages): Language {
  const { language, locale } = resolveLanguage(choice, system)
  setLanguage(language, locale)
  return language
}

/** The languages that Settings offer, in the order of their tags. */
export const offeredLanguages = ({ hasPseudo }: SystemLanguages): readonly LanguageTag[] =>
  LANGUAGE_TAGS.filter((tag) => hasPseudo || tag !== PSEUDO.tag)

export const languageName = (tag: LanguageTag): string => LANGUAGES[tag].name

/** Returns the language of a choice, and the locale of its numbers, dates and sorting. */
export function resolveLanguage(
  choice: LanguageChoice,
  system: SystemLanguages
): { readonly language: Language; readonly locale: string } {
  const chosen = offeredLanguages(system).find((tag) => tag === choice) ?? preferredLanguage(system)
  const language = LANGUAGES[chosen]
  const locale = system.preferred.find((tag) => primaryOf(tag) === primaryOf(language.tag)) ?? language.tag
  return { language, locale }
}

/** The first language of the system that there is a catalogue for; the pseudo-language is never meant. */
function preferredLanguage({ preferred }: SystemLanguages): LanguageTag {
  const spoken = preferred.map(primaryOf)
  return spoken.map((primary) => LANGUAGE_TAGS.find((tag) => tag === primary)).find((tag) => tag !== undefined) ?? 'en'
}

/** "de" of "de-AT". */
const primaryOf = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? ''

/** Every text by topic and key, in the language in use. */
export const copy: Catalogue = new Proxy<Catalogue>(en, {
  get: (_english, topic) => Reflect.get(current.language.catalogue, topic) as unknown
})
