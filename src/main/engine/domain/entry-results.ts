/** Maps the outcome of a request to the results for its entry, by the outcome table. Pure. */
import type { SentAlong } from '../../../shared/batch.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { EntryResult, PushEntry } from './entry.ts'
import type { Outcome } from './outcome.ts'

/** Inconclusive responses for an entry since this program started. */
export interface EntryFailures {
  readonly count: number
  /** Monotonic ms of the first one. */
  readonly since: number
}

/** An entry is parked after this many inconclusive responses over at least this long, if other entries succeed. */
export const PARKED_AFTER = 8
export const PARKED_AFTER_MS = 3_600_000

/** Returns whether an entry is parked until the user decides, because all its responses were inconclusive. */
export function isParked(failures: EntryFailures, now: { elapsed: number; lastThroughAt: number | null }): boolean {
  const isLong = failures.count >= PARKED_AFTER && now.elapsed - failures.since >= PARKED_AFTER_MS
  return isLong && now.lastThroughAt !== null && now.lastThroughAt >= failures.since
}

/** The entry that was sent. `isSentOnce`: the network stack never repeats this kind of request automatically. */
export interface SentEntry extends Pick<PushEntry, 'entry' | 'revision'> {
  readonly isSentOnce: boolean
  /** As in `EntryResult`. */
  readonly sent?: SentAlong | null
}

/**
 * Returns the results of one outcome. `lookupAt`: when an entry without a trusted response is looked up (ms since epoch,
 * 0 = at once), and when a refused one is sent again (0 = never); `null` = the entry is parked.
 */
export function entryResults(entry: SentEntry, outcome: Outcome<unknown>, lookupAt: number | null): EntryResult[] {
  const { entry: number, revision } = entry
  const result = (of: EntryResult['outcome']): EntryResult => ({ entry: number, revision, outcome: of })
  switch (outcome.kind) {
    case 'applied':
      return [result({ kind: 'acknowledged', sent: entry.sent ?? null })]
    case 'gone':
    case 'rejected': {
      const againAt = entry.isSentOnce ? 0 : (lookupAt ?? 0)
      return [
        result(againAt > 0 ? postponed(againAt, outcome.failure) : { kind: 'rejected', failure: outcome.failure })
      ]
    }
    case 'unknown':
      return unknownResults(outcome.failure, lookupAt).map(result)
    case 'rate-limited':
      // The network stack may have sent it earlier on a socket that died, so only a read shows whether that arrived.
      return [result(entry.isSentOnce ? { kind: 'ready' } : { kind: 'unknown', failure: outcome.failure })]
    default:
      // Retry, signed out or stopped: the availability reports it once, and the entry stays pending.
      return [result({ kind: 'ready' })]
  }
}

/**
 * Returns the effect of a rename's outcome on the favorite it carries: done or unknown with the rename, and otherwise
 * pending for an update of its own, because a refused name does not concern it.
 */
export function companionResults(companion: Omit<SentEntry, 'isSentOnce'>, outcome: Outcome<unknown>): EntryResult[] {
  const sharesIt = ['applied', 'unknown', 'rate-limited'].includes(outcome.kind)
  if (sharesIt) return entryResults({ ...companion, isSentOnce: false }, outcome, 0)
  return [{ entry: companion.entry, revision: companion.revision, outcome: { kind: 'ready' } }]
}

function unknownResults(failure: Failure, lookupAt: number | null): EntryResult['outcome'][] {
  if (lookupAt === null) return [{ kind: 'rejected', failure: { ...failure, isUnconfirmed: true } }]
  if (lookupAt === 0) return [{ kind: 'unknown', failure }]
  return [{ kind: 'unknown', failure }, postponed(lookupAt, failure)]
}

function postponed(notBefore: number, failure: Failure): EntryResult['outcome'] {
  return { kind: 'postponed', notBefore, failure, countsAttempt: true }
}
