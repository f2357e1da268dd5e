/**
 * The life of an entry: where it may stand, and what every answer makes of it and of the batch items behind it. Pure and
 * total; the table of entry-life.test.ts is its documentation, and storage/entries.ts writes what it says. What everything
 * else makes of an entry is SQL there, for one or a hundred thousand, and the table of entries.test.ts is its documentation.
 *
 * An entry wants a value, for a batch item. While a request carries it, or did without an answer that can be trusted,
 * it has an attempt: what was sent, for which item. The two items differ when the user changed their mind meanwhile,
 * and each of them ends with exactly one word.
 */
import type { AnswerKind, EntryState, ItemOutcome } from './entry.ts'

/** Where an entry stands. */
export interface EntryLife {
  readonly state: EntryState
  /** Another item is wanted than the one that was sent, be it for the same value again. Only while there is an attempt. */
  readonly hasNewer: boolean
}

export interface Answer {
  readonly kind: AnswerKind
  /** It is about what is wanted now; otherwise, and only where `hasNewer`, about what was sent before that. */
  readonly isToNewest: boolean
}

/** What the mirror holds once the answer is written to it. */
export interface MirrorFacts {
  /** What was sent, perhaps as the service has tidied it. */
  readonly hasSent: boolean
  /** What is wanted now. */
  readonly hasWanted: boolean
}

export interface Step {
  /** Where it stands now; `ended`: nothing of it is left in the outbox. Something newer waits on behind an attempt alone. */
  readonly state: EntryState | 'ended'
  /** The word for the item that was sent, where a newer one is wanted; null = none, or it stays open. */
  readonly sentItem: ItemOutcome | null
  /** The word for the item of what was wanted until it happened; null = it stays as it is. */
  readonly item: ItemOutcome | null
}

/** A sent item whose entry wants something newer: its value may stand on the service although no answer said so. */
function wordForSent({ state, hasNewer }: EntryLife, { kind, isToNewest }: Answer, mirror: MirrorFacts) {
  if (!hasNewer) return null
  if (!isToNewest && kind === 'acknowledged') return 'done'
  if (!isToNewest && kind === 'already-so') return state === 'unknown' ? 'done' : 'already-so'
  return state === 'unknown' && mirror.hasSent ? 'done' : 'taken-back'
}

/** What one answer, or one look at the service, makes of an entry. */
export function afterAnswer(life: EntryLife, answer: Answer, mirror: MirrorFacts): Step {
  const { kind, isToNewest } = answer
  const isUnknown = life.state === 'unknown'
  // It must be read before it may be sent again, however often the look at it fails.
  if (kind === 'unknown' || (kind === 'postponed' && isUnknown)) return { state: 'unknown', sentItem: null, item: null }
  const sentItem = wordForSent(life, answer, mirror)
  const end = (item: ItemOutcome): Step => ({ state: 'ended', sentItem, item })
  // Sent without an answer and found in place, it was ours.
  const found = isUnknown && !life.hasNewer ? 'done' : 'already-so'
  if (kind === 'created' || (isToNewest && kind === 'acknowledged')) return end('done')
  if (isToNewest && kind === 'already-so') return end(found)
  if (isToNewest && kind === 'rejected') return { state: 'refused', sentItem, item: 'needs-you' }
  if (mirror.hasWanted) return end(found)
  return { state: 'waiting', sentItem, item: null }
}
