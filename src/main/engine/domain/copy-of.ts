/** Whether an update carries results of an older copy: where no read was possible, the receipt says so. Pure. */
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
