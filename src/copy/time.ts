/** Spans and moments of time in words. */
import { formatCount, formatDateTime, formatTime, plural, roughSpan } from './format.ts'

/** "about 45 seconds", "about 4 min", "about 1 hr 5 min". */
export function spanText(ms: number): string {
  const span = roughSpan(ms)
  if (span.unit === 'seconds') return `about ${formatCount(span.seconds)} seconds`
  if (span.unit === 'minutes') return `about ${formatCount(span.minutes)} min`
  const hours = `about ${formatCount(span.hours)} hr`
  return span.minutes === 0 ? hours : `${hours} ${formatCount(span.minutes)} min`
}

/** "about 4 min left, done around 14:20". Both in ms. */
export function timeLeft(remainingMs: number, now: number): string {
  const left = `${spanText(remainingMs)} left`
  return roughSpan(remainingMs).unit === 'seconds' ? left : `${left}, done around ${formatTime(now + remainingMs)}`
}

/** "20 s", "2 min": a wait that is counted down. */
export function waitText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return seconds < 90
    ? plural(seconds, { one: `${formatCount(seconds)} second`, other: `${formatCount(seconds)} seconds` })
    : `${formatCount(Math.ceil(seconds / 60))} min`
}

const dayOf = (at: number): string => new Date(at).toDateString()

function dayBefore(now: number): string {
  const day = new Date(now)
  day.setDate(day.getDate() - 1)
  return day.toDateString()
}

/** "10:42" today, "yesterday at 10:42", else the date as well. Both in ms since epoch. */
export function clockText(at: number, now: number): string {
  if (dayOf(at) === dayOf(now)) return formatTime(at)
  return dayOf(at) === dayBefore(now) ? `yesterday at ${formatTime(at)}` : formatDateTime(at)
}

/** "today at 10:42", "yesterday at 10:42", "26 Nov 2026, 16:40". Both in ms since epoch. */
export function momentText(at: number, now: number): string {
  return dayOf(at) === dayOf(now) ? `today at ${formatTime(at)}` : clockText(at, now)
}
