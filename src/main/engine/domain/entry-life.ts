/**
 * The life cycle of an entry: its states, and the effect of each response on it and on its batch items. Pure and total;
 * the table in entry-life.test.ts documents it, and storage/entries.ts writes its result. All other transitions are SQL
 * in that file, for one entry or a hundred thousand, and the table in entries.test.ts documents them.
 *
 * An entry holds a desired value for a batch item. While a request carries it, or after one without a response that can
 * be trusted, it has an attempt: the value that was sent, and for which item. The two items differ if the user has
 * changed the value since, and each of them ends with exactly one status.
 */
import type { AnswerKind, EntryState, ItemOutcome } from './entry.ts'

/** The state of an entry. */
export interface EntryLife {
  readonly state: EntryState
  /** True if the desired item is not the one that was sent, even for the same value. Only while there is an attempt. */
  readonly hasNewer: boolean
}

export interface Answer {
  readonly kind: AnswerKind
  /** True if the response is about the desired item; false, only with `hasNewer`, if about the one sent before it. */
  readonly isToNewest: boolean
}

/** What the mirror contains after the response is written to it. */
export interface MirrorFacts {
  /** The sent value, possibly as normalized by the service. */
  readonly hasSent: boolean
  /** The desired value. */
  readonly hasWanted: boolean
}

export interface Step {
  /** The new state; `ended`: removed from the outbox. A newer item stays pending only behind an attempt. */
  readonly state: Exclude<EntryState, 'sent'> | 'ended'
  /** The status of the sent item if a newer one is desired; `null` if there is none, or it stays open. */
  readonly sentItem: ItemOutcome | null
  /** The status of the item that was desired until now; `null` if it does not change. */
  readonly item: ItemOutcome | null
}

/**
 * Returns the status of a sent item with a newer one behind it. Its value may be on the service without a confirmation.
 */
function statusOfSent({ state, hasNewer }: EntryLife, { kind, isToNewest }: Answer, mirror: MirrorFacts) {
  if (!hasNewer) return null
  if (!isToNewest && kind === 'acknowledged') return 'done'
  if (!isToNewest && kind === 'unchanged') return state === 'unknown' ? 'done' : 'unchanged'
  return state === 'unknown' && mirror.hasSent ? 'done' : 'canceled'
}

/** Returns the effect of one response, or of one lookup, on an entry. */
export function afterAnswer(life: EntryLife, answer: Answer, mirror: MirrorFacts): Step {
  const { kind, isToNewest } = answer
  const isUnknown = life.state === 'unknown'
  // It must be read before it may be sent again, however often the lookup fails.
  if (kind === 'unknown' || (kind === 'postponed' && isUnknown)) return { state: 'unknown', sentItem: null, item: null }
  const sentItem = statusOfSent(life, answer, mirror)
  const end = (item: ItemOutcome): Step => ({ state: 'ended', sentItem, item })
  // A value that was sent without a response and is found on the service was set by this entry.
  const found = isUnknown && !life.hasNewer ? 'done' : 'unchanged'
  if (kind === 'created' || (isToNewest && kind === 'acknowledged')) return end('done')
  if (isToNewest && kind === 'unchanged') return end(found)
  if (isToNewest && kind === 'rejected') return { state: 'refused', sentItem, item: 'needs-attention' }
  if (mirror.hasWanted) return end(found)
  return { state: 'waiting', sentItem, item: null }
}
