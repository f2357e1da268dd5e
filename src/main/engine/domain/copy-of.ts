/** Whether an update may carry the results that are known here: they may be old, or still in the making. Pure. */
import { isWithin } from './clock.ts'
import type { PushEntry } from './entry.ts'

/** One list page lasts its hundred updates at sixty a minute. */
export const FRESH_MS = 120_000

/**
 * When the results that `entry` carries were read, ms since epoch, if that was longer ago than `FRESH_MS`; null
 * while they are fresh, and for what carries none that were ever read.
 */
export function copyOf({ kind, mirror }: Pick<PushEntry, 'kind' | 'mirror'>, now: number): number | null {
  const carriesResults = kind === 'favorite' || kind === 'name'
  if (!carriesResults || mirror.results === null || isWithin(now, mirror.readAt, FRESH_MS)) return null
  return mirror.readAt
}

/** Later, a picture that is not there was not made. Long enough for clocks and zones that are told wrong, either way. */
const MAKING_MS = 24 * 3_600_000

/**
 * True for a star on an image of the last day, of which the service has told that its results are an empty list, and
 * neither a file nor an address. Where a service keeps its lists empty, the address tells that the picture is there.
 */
export function lacksPicture(
  { kind, saved, mirror }: Pick<PushEntry, 'kind' | 'saved' | 'mirror'>,
  now: number
): boolean {
  if (kind !== 'favorite' || saved !== null) return false
  const { results, result, url, bornAt } = mirror
  return results === '[]' && (result ?? '') === '' && (url ?? '') === '' && Math.abs(now - bornAt) < MAKING_MS
}
