/** Numbers, dates and order as the locale has them, plurals and lists as the language in use does. */

const DEFAULT_LANGUAGE = 'en'

const FINE_BELOW = 0.1

interface Formats {
  /** 12,480, with the separators of the locale. */
  readonly count: (value: number) => string
  /** 75%, 5.5%: the tenths only of what is small. */
  readonly percent: (share: number) => string
  /** 10:42, time of day. */
  readonly time: (ms: number) => string
  /** 26 Nov 2026, 16:40. */
  readonly dateTime: (ms: number) => string
  /** 26 Nov 2026, 16:40:07. */
  readonly moment: (ms: number) => string
  /** With weekday, seconds and zone: for those who hover. */
  readonly fullDate: (ms: number) => string
}

/** Formatters of one locale (BCP 47); an unknown one falls back to the system's. Times are ms since epoch. */
export function createFormats(locale: string): Formats {
  const known = isKnownLocale(locale) ? locale : undefined
  const number = new Intl.NumberFormat(known)
  const whole = new Intl.NumberFormat(known, { style: 'percent' })
  const tenths = new Intl.NumberFormat(known, { style: 'percent', maximumFractionDigits: 1 })
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(known, options)
    return (ms: number) => format.format(ms)
  }
  return {
    count: (value) => number.format(value),
    percent: (share) => (share < FINE_BELOW ? tenths : whole).format(share),
    time: dates({ timeStyle: 'short' }),
    dateTime: dates({ dateStyle: 'medium', timeStyle: 'short' }),
    moment: dates({ dateStyle: 'medium', timeStyle: 'medium' }),
    fullDate: dates({ dateStyle: 'full', timeStyle: 'long' })
  }
}

function isKnownLocale(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0
  } catch {
    // Malformed tag: the system told something that is no language tag.
    return false
  }
}

const grammarOf = (language: string) => ({
  plurals: new Intl.PluralRules(language),
  lists: new Intl.ListFormat(language)
})

const collatorOf = (locale: string) => new Intl.Collator(isKnownLocale(locale) ? locale : undefined)

const current = {
  formats: createFormats(globalThis.navigator?.language ?? DEFAULT_LANGUAGE),
  grammar: grammarOf(DEFAULT_LANGUAGE),
  collator: collatorOf(DEFAULT_LANGUAGE)
}

/** Both are BCP 47: the locale of numbers, dates and sorting, and the language of the texts. */
export function applyLocale(locale: string, language = DEFAULT_LANGUAGE): void {
  current.formats = createFormats(locale)
  current.grammar = grammarOf(language)
  current.collator = collatorOf(locale)
}

export const formatCount = (value: number): string => current.formats.count(value)
export const formatPercent = (share: number): string => current.formats.percent(share)
export const formatTime = (ms: number): string => current.formats.time(ms)
export const formatDateTime = (ms: number): string => current.formats.dateTime(ms)
export const formatMoment = (ms: number): string => current.formats.moment(ms)
export const formatFullDate = (ms: number): string => current.formats.fullDate(ms)

/** Length as services count it: characters, not their halves. */
export const countCharacters = (text: string): number => Array.from(text).length

/**
 * The form of a sentence for a count, with the number in place of `#`; each language names the forms it has. A form
 * holds no text of others before its number.
 */
export function plural(
  value: number,
  forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }
): string {
  return (forms[current.grammar.plurals.select(value)] ?? forms.other).replace('#', formatCount(value))
}

/** The order of two texts in a list, as the locale sorts them. */
export const compareTexts = (one: string, other: string): number => current.collator.compare(one, other)

/** "2 images and 1 project". */
export const formatList = (parts: readonly string[]): string => current.grammar.lists.format(parts)
