/** Counts, names and times, of which other sentences are made. */
import { formatCount, plural } from '../format.ts'

export const names = {
  untitled: 'Untitled',
  quoted: (text: string) => `“${text}”`,
  /** Isolated, so that direction and length of a name that others gave change nothing around it. */
  isolated: (name: string) => `“\u2068${name}\u2069”`,
  /** With a period, unless a quoted text at the end brings its own mark. */
  ended: (text: string) => (/[.!?…]\u2069?”$/.test(text) ? text : `${text}.`),
  /** A label within a sentence. */
  inSentence: (label: string) => label.charAt(0).toLowerCase() + label.slice(1)
}

export const counted = {
  images: (count: number) => plural(count, { one: '1 image', other: '# images' }),
  projects: (count: number) => plural(count, { one: '1 project', other: '# projects' }),
  /** Images or projects. */
  items: (count: number) => plural(count, { one: '1 item', other: '# items' }),
  changes: (count: number) => plural(count, { one: '1 change', other: '# changes' }),
  /** What undoing a batch passes over. */
  leftAlone: (skipped: number) =>
    plural(skipped, {
      one: '1 item changed in the meantime and was skipped.',
      other: '# items changed in the meantime and were skipped.'
    }),
  more: (count: number) => plural(count, { one: 'and 1 more', other: 'and # more' }),
  withCount: (label: string, count: number) => `${label} ${formatCount(count)}`,
  ofAll: (count: number, all: number) => `${formatCount(count)} of ${formatCount(all)}`,
  needAttention: (count: number) => plural(count, { one: '1 needs attention', other: '# need attention' })
}

const inHours = (hours: number, minutes: number): string =>
  `${formatCount(hours)} hr${minutes === 0 ? '' : ` ${formatCount(minutes)} min`}`

export const time = {
  aboutSeconds: (seconds: number) => `about ${formatCount(seconds)} seconds`,
  aboutMinutes: (minutes: number) => `about ${formatCount(minutes)} min`,
  aboutHours: (hours: number, minutes: number) => `about ${inHours(hours, minutes)}`,
  seconds: (seconds: number) => plural(seconds, { one: '1 second', other: '# seconds' }),
  minutes: (minutes: number) => `${formatCount(minutes)} min`,
  hours: inHours,
  left: (span: string) => `${span} left`,
  doneAround: (end: string) => `done around ${end}`,
  today: (clock: string) => `today at ${clock}`,
  yesterday: (clock: string) => `yesterday at ${clock}`
}
