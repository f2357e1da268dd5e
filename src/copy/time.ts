/** Spans and moments of time in words. */
import { formatDateTime, formatTime } from './format.ts'
import { copy } from './language.ts'

/** A span of time rounded to what a person would say. */
type RoughDuration =
  | { readonly unit: 'seconds'; readonly seconds: number }
  | { readonly unit: 'minutes'; readonly minutes: number }
  | { readonly unit: 'hours'; readonly hours: number; readonly minutes: number }

const MINUTE_MS = 60_000
/** Below this the seconds say more than a minute. */
const SECONDS_MS = 90_000

/** Rounds up: under 90 s to steps of five seconds, under 90 min to whole minutes, beyond to hours and steps of five minutes. */
export function roughDuration(ms: number): RoughDuration {
  if (ms < SECONDS_MS) return { unit: 'seconds', seconds: Math.max(5, Math.ceil(ms / 5_000) * 5) }
  const minutes = Math.ceil(ms / MINUTE_MS)
  if (minutes < 90) return { unit: 'minutes', minutes }
  const inSteps = Math.ceil(minutes / 5) * 5
  return { unit: 'hours', hours: Math.floor(inSteps / 60), minutes: inSteps % 60 }
}

/** "about 45 seconds", "about 4 min", "about 1 hr 5 min". */
export function durationText(ms: number): string {
  const duration = roughDuration(ms)
  if (duration.unit === 'seconds') return copy.time.aboutSeconds(duration.seconds)
  return duration.unit === 'minutes'
    ? copy.time.aboutMinutes(duration.minutes)
    : copy.time.aboutHours(duration.hours, duration.minutes)
}

/** "about 4 min left", and "done around 14:20" if that is not almost now. Both in ms. */
export function timeLeft(remainingMs: number, now: number): readonly string[] {
  const left = copy.time.left(durationText(remainingMs))
  return remainingMs < SECONDS_MS ? [left] : [left, copy.time.doneAround(formatTime(now + remainingMs))]
}

/** "20 seconds", "2 min", "4 hr": a wait that is counted down. */
export function waitText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds < 90) return copy.time.seconds(seconds)
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? copy.time.minutes(minutes) : copy.time.hours(Math.floor(minutes / 60), minutes % 60)
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
  return dayOf(at) === dayBefore(now) ? copy.time.yesterday(formatTime(at)) : formatDateTime(at)
}

/** "today at 10:42", "yesterday at 10:42", "26 Nov 2026, 16:40". Both in ms since epoch. */
export function momentText(at: number, now: number): string {
  return dayOf(at) === dayOf(now) ? copy.time.today(formatTime(at)) : clockText(at, now)
}
