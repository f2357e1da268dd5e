/** Whether a star would carry an empty list of results for an image whose picture may be in the making. Pure. */
import type { PushEntry } from './entry.ts'

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
