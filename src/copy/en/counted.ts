/** Counts, names and times, of which other sentences are made. */
import { formatCount, plural } from '../format.ts'

export const names = {
  untitled: 'Untitled',
  quoted: (text: string) => `“${text}”`,
  /** Isolated, so that direction and length of a name that others gave change nothing around it. */
  isolated: (name: string) => `“\u2068${name}\u2069”`,
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
      one: '1 has changed since and was left alone.',
      other: '# have changed since and were left alone.'
    }),
  more: (count: number) => plural(count, { one: 'and 1 more', other: 'and # more' }),
  withCount: (label: string, count: number) => `${label} ${formatCount(count)}`,
  ofAll: (count: number, all: number) => `${formatCount(count)} of ${formatCount(all)}`,
  needAttention: (count: number) => plural(count, { one: '1 needs attention', other: '# need attention' })
}

export const time = {
  aboutSeconds: (seconds: number) => `about ${formatCount(seconds)} seconds`,
  aboutMinutes: (minutes: number) => `about ${formatCount(minutes)} min`,
  aboutHours: (hours: number, minutes: number) =>
    `about ${formatCount(hours)} hr${minutes === 0 ? '' : ` ${formatCount(minutes)} min`}`,
  seconds: (seconds: number) => plural(seconds, { one: '1 second', other: '# seconds' }),
  minutes: (minutes: number) => `${formatCount(minutes)} min`,
  left: (span: string) => `${span} left`,
  leftUntil: (span: string, end: string) => `${span} left, done around ${end}`,
  today: (clock: string) => `today at ${clock}`,
  yesterday: (clock: string) => `yesterday at ${clock}`
}
