/** Counts, names and times, of which other sentences are made. */
import type { Catalogue } from '../en/en.ts'
import { formatCount, plural } from '../format.ts'

export const names: Catalogue['names'] = {
  untitled: 'Ohne Titel',
  quoted: (text) => `„${text}“`,
  isolated: (name) => `„\u2068${name}\u2069“`,
  ended: (text) => (/[.!?…]\u2069?“$/.test(text) ? text : `${text}.`),
  // German nouns keep their capital within a sentence.
  inSentence: (label) => label
}

export const counted: Catalogue['counted'] = {
  images: (count) => plural(count, { one: '1 Bild', other: '# Bilder' }),
  projects: (count) => plural(count, { one: '1 Projekt', other: '# Projekte' }),
  items: (count) => plural(count, { one: '1 Element', other: '# Elemente' }),
  changes: (count) => plural(count, { one: '1 Änderung', other: '# Änderungen' }),
  leftAlone: (skipped) =>
    plural(skipped, {
      one: '1 Element wurde inzwischen geändert und übersprungen.',
      other: '# Elemente wurden inzwischen geändert und übersprungen.'
    }),
  more: (count) => plural(count, { one: 'und 1 weiteres', other: 'und # weitere' }),
  withCount: (label, count) => `${label} ${formatCount(count)}`,
  ofAll: (count, all) => `${formatCount(count)} von ${formatCount(all)}`,
  needAttention: (count) => `${formatCount(count)} zu klären`
}

const inHours = (hours: number, minutes: number): string =>
  `${formatCount(hours)} Std.${minutes === 0 ? '' : ` ${formatCount(minutes)} Min.`}`

export const time: Catalogue['time'] = {
  aboutSeconds: (seconds) => `etwa ${formatCount(seconds)} Sekunden`,
  aboutMinutes: (minutes) => `etwa ${formatCount(minutes)} Min.`,
  aboutHours: (hours, minutes) => `etwa ${inHours(hours, minutes)}`,
  seconds: (seconds) => plural(seconds, { one: '1 Sekunde', other: '# Sekunden' }),
  minutes: (minutes) => `${formatCount(minutes)} Min.`,
  hours: inHours,
  left: (span) => `noch ${span}`,
  doneAround: (end) => `fertig gegen ${end}`,
  today: (clock) => `heute um ${clock}`,
  yesterday: (clock) => `gestern um ${clock}`
}
