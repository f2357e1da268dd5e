/** Spans of time in words, shared by the status bar and by what is said before a batch. */
import { formatCount, formatTime, plural, roughSpan } from '../format.ts'

/** "a few seconds", "about 4 min", "about 1 h 5 min". */
export function spanText(ms: number): string {
  const span = roughSpan(ms)
  if (span.unit === 'seconds') return 'a few seconds'
  if (span.unit === 'minutes') return `about ${formatCount(span.minutes)} min`
  const hours = `about ${formatCount(span.hours)} h`
  return span.minutes === 0 ? hours : `${hours} ${formatCount(span.minutes)} min`
}

/** "about 4 min left, done about 14:20". Both in ms. */
export function timeLeft(remainingMs: number, now: number): string {
  const left = `${spanText(remainingMs)} left`
  return roughSpan(remainingMs).unit === 'seconds' ? left : `${left}, done about ${formatTime(now + remainingMs)}`
}

/** "20 s", "2 min": a wait that is counted down. */
export function waitText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return seconds < 90
    ? plural(seconds, { one: `${formatCount(seconds)} second`, other: `${formatCount(seconds)} seconds` })
    : `${formatCount(Math.ceil(seconds / 60))} min`
}
