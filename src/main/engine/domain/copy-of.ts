/** Decides whether an update may carry the locally known results, which may be old or incomplete. Pure. */
import { isWithin } from './clock.ts'
import type { PushEntry } from './entry.ts'

/** Long enough for the hundred updates of one list page at sixty a minute. */
export const FRESH_MS = 120_000

/**
 * Returns when the results that `entry` carries were read (ms since epoch), if that was longer than `FRESH_MS` ago;
 * `null` while they are fresh, and for an entry that carries no results or whose results were never read.
 */
export function copyOf({ kind, mirror }: Pick<PushEntry, 'kind' | 'mirror'>, now: number): number | null {
  const carriesResults = kind === 'favorite' || kind === 'name'
  if (!carriesResults || mirror.results === null || isWithin(now, mirror.readAt, FRESH_MS)) return null
  return mirror.readAt
}

/**
 * After this time a missing file means that generation failed. Long enough for wrong clocks and time zones either way.
 */
const MAKING_MS = 24 * 3_600_000

/**
 * Returns true for a favorite update of an image from the last day for which the service returned an empty results
 * list, no file and no address. Some services always return empty lists, so an address proves that the image exists.
 */
export function lacksPicture(
  { kind, saved, mirror }: Pick<PushEntry, 'kind' | 'saved' | 'mirror'>,
  now: number
): boolean {
  if (kind !== 'favorite' || saved !== null) return false
  const { results, result, url, bornAt } = mirror
  return results === '[]' && (result ?? '') === '' && (url ?? '') === '' && Math.abs(now - bornAt) < MAKING_MS
}
