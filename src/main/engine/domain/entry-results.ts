/** What an answer makes of the entry that was sent, by the outcome table. Pure. */
import type { SentAlong } from '../../../shared/batch.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { EntryResult, PushEntry } from './entry.ts'
import type { Outcome } from './outcome.ts'

/** Troubled answers that an entry has met since this program started. */
export interface EntryTrouble {
  readonly count: number
  /** Monotonic ms of the first one. */
  readonly since: number
}

/** An entry is parked after this many troubled answers over at least this long, while others get through. */
export const PARKED_AFTER = 8
export const PARKED_AFTER_MS = 3_600_000

/** Whether an entry that only ever meets trouble waits for the person from now on. */
export function isParked(trouble: EntryTrouble, now: { elapsed: number; lastThroughAt: number | null }): boolean {
  const isLong = trouble.count >= PARKED_AFTER && now.elapsed - trouble.since >= PARKED_AFTER_MS
  return isLong && now.lastThroughAt !== null && now.lastThroughAt >= trouble.since
}

/** What was sent. `isSentOnce`: in a way in which the network stack never sends a request twice by itself. */
export interface SentEntry extends Pick<PushEntry, 'entry' | 'revision'> {
  readonly isSentOnce: boolean
  /** As in `EntryResult`. */
  readonly sent?: SentAlong | null
}

/**
 * `lookAt`: when an entry without a trusted answer is looked up (ms since epoch, 0 = at once); null = it is parked. A
 * refused one is sent once more then, unless it is 0.
 */
export function entryResults(entry: SentEntry, outcome: Outcome<unknown>, lookAt: number | null): EntryResult[] {
  const { entry: number, revision } = entry
  const result = (of: EntryResult['outcome']): EntryResult => ({ entry: number, revision, outcome: of })
  switch (outcome.kind) {
    case 'applied':
      return [result({ kind: 'acknowledged', sent: entry.sent ?? null })]
    case 'gone':
    case 'rejected': {
      const againAt = entry.isSentOnce ? 0 : (lookAt ?? 0)
      return [
        result(againAt > 0 ? postponed(againAt, outcome.failure) : { kind: 'rejected', failure: outcome.failure })
      ]
    }
    case 'unknown':
      return unknownResults(outcome.failure, lookAt).map(result)
    case 'held':
      // The network stack may have sent it before, too, on a socket that died: only a read tells whether that arrived.
      return [result(entry.isSentOnce ? { kind: 'ready' } : { kind: 'unknown', failure: outcome.failure })]
    default:
      // Offline, asked to slow down, signed out, stopped: the connection says so once; the entry simply waits.
      return [result({ kind: 'ready' })]
  }
}

/**
 * What the answer to a rename makes of the favorite that went along: done or unknown with it, and otherwise it waits
 * for an update of its own, which a refused name does not concern.
 */
export function companionResults(companion: Omit<SentEntry, 'isSentOnce'>, outcome: Outcome<unknown>): EntryResult[] {
  const sharesIt = ['applied', 'unknown', 'held'].includes(outcome.kind)
  if (sharesIt) return entryResults({ ...companion, isSentOnce: false }, outcome, 0)
  return [{ entry: companion.entry, revision: companion.revision, outcome: { kind: 'ready' } }]
}

function unknownResults(failure: Failure, lookAt: number | null): EntryResult['outcome'][] {
  if (lookAt === null) return [{ kind: 'rejected', failure: { ...failure, mayHaveArrived: true } }]
  if (lookAt === 0) return [{ kind: 'unknown', failure }]
  return [{ kind: 'unknown', failure }, postponed(lookAt, failure)]
}

function postponed(notBefore: number, failure: Failure): EntryResult['outcome'] {
  return { kind: 'postponed', notBefore, failure, countsAttempt: true }
}
