/** Numbers, dates and spans of time as the person's locale writes them. Words around them live in the copy files. */

/** The language of the words in the copy files: plurals follow it, digits and dates follow the locale. */
const COPY_LANGUAGE = 'en'

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

/** The locale in use. Set once, before the first frame; formatting needs no place in the tree. */
const current: { formats: Formats } = { formats: createFormats(globalThis.navigator?.language ?? COPY_LANGUAGE) }

export function applyLocale(locale: string): void {
  current.formats = createFormats(locale)
}

export const formatCount = (value: number): string => current.formats.count(value)
export const formatPercent = (share: number): string => current.formats.percent(share)
export const formatTime = (ms: number): string => current.formats.time(ms)
export const formatDateTime = (ms: number): string => current.formats.dateTime(ms)
export const formatMoment = (ms: number): string => current.formats.moment(ms)
export const formatFullDate = (ms: number): string => current.formats.fullDate(ms)

/** Length as services count it: characters, not their halves. */
export const countCharacters = (text: string): number => Array.from(text).length

const pluralRules = new Intl.PluralRules(COPY_LANGUAGE)

/** The form of a noun or sentence for a count; every language of the copy names the forms it has. */
export function plural(
  value: number,
  forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }
): string {
  return forms[pluralRules.select(value)] ?? forms.other
}

/** A span of time rounded to what a person would say. */
type RoughSpan =
  | { readonly unit: 'seconds'; readonly seconds: number }
  | { readonly unit: 'minutes'; readonly minutes: number }
  | { readonly unit: 'hours'; readonly hours: number; readonly minutes: number }

const MINUTE_MS = 60_000
/** Below this the seconds say more than a minute. */
const SECONDS_MS = 90_000

/** Rounds up: under 90 s to steps of five seconds, under 90 min to whole minutes, beyond to hours and steps of five minutes. */
export function roughSpan(ms: number): RoughSpan {
  if (ms < SECONDS_MS) return { unit: 'seconds', seconds: Math.max(5, Math.ceil(ms / 5_000) * 5) }
  const minutes = Math.ceil(ms / MINUTE_MS)
  if (minutes < 90) return { unit: 'minutes', minutes }
  const inSteps = Math.ceil(minutes / 5) * 5
  return { unit: 'hours', hours: Math.floor(inSteps / 60), minutes: inSteps % 60 }
}
