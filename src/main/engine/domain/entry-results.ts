/** What an answer to an update makes of its entry, by the outcome table. Pure. */
import type { Failure } from '../../../shared/failure.ts'
import type { EntryResult, PushEntry } from './entry.ts'
import type { Outcome } from './outcome.ts'
import type { ServiceImage } from './service-records.ts'

/** Troubled answers that an entry has met since this program started. */
export interface EntryTrouble {
  readonly count: number
  /** Monotonic ms of the first one. */
  readonly since: number
  /** When it is looked up, ms since epoch; 0 = at once. */
  readonly lookAt: number
}

/** An entry is parked after this many troubled answers over at least this long, while others get through. */
export const PARKED_AFTER = 8
export const PARKED_AFTER_MS = 3_600_000

/** Whether an entry that only ever meets trouble waits for the person from now on. */
export function isParked(
  trouble: Omit<EntryTrouble, 'lookAt'>,
  now: { elapsed: number; lastThroughAt: number | null }
): boolean {
  const isLong = trouble.count >= PARKED_AFTER && now.elapsed - trouble.since >= PARKED_AFTER_MS
  return isLong && now.lastThroughAt !== null && now.lastThroughAt >= trouble.since
}

/**
 * `lookAt`: when an entry without a trusted answer is looked up (ms since epoch, 0 = at once); null = it is parked.
 */
export function entryResults(
  entry: Pick<PushEntry, 'entry' | 'revision'>,
  outcome: Outcome<ServiceImage>,
  lookAt: number | null
): EntryResult[] {
  const { entry: number, revision } = entry
  const result = (of: EntryResult['outcome']): EntryResult => ({ entry: number, revision, outcome: of })
  switch (outcome.kind) {
    case 'applied':
      return [result({ kind: 'acknowledged' })]
    case 'rejected':
    case 'gone':
      return [result({ kind: 'rejected', failure: outcome.failure })]
    case 'unknown':
      return unknownResults(outcome.failure, lookAt).map(result)
    default:
      // Offline, asked to slow down, signed out, stopped: the connection says so once; the entry simply waits.
      return [result({ kind: 'ready' })]
  }
}

function unknownResults(failure: Failure, lookAt: number | null): EntryResult['outcome'][] {
  if (lookAt === null) return [{ kind: 'rejected', failure }]
  if (lookAt === 0) return [{ kind: 'unknown', failure }]
  return [
    { kind: 'unknown', failure },
    { kind: 'postponed', notBefore: lookAt, failure, countsAttempt: true }
  ]
}
