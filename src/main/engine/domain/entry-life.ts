/**
 * The life of an entry: where it may stand, and what every event makes of it and of the batch items behind it. Pure and
 * total; the table of entry-life.test.ts is its documentation, and storage/entries.ts writes what it says. Beside it
 * stand only what a page, a proof that the record is gone, and a merge of two records do to entries that nothing carries.
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

/** The six that there are. */
export const LIVES: readonly EntryLife[] = [
  { state: 'waiting', hasNewer: false },
  { state: 'sent', hasNewer: false },
  { state: 'sent', hasNewer: true },
  { state: 'unknown', hasNewer: false },
  { state: 'unknown', hasNewer: true },
  { state: 'refused', hasNewer: false }
]

/** What happens to an entry by a word of the user, by the push, or by a new start. */
export type LifeEvent =
  /** Another value is wanted. */
  | 'wanted'
  /** What is wanted and not sent is taken back. */
  | 'taken-back'
  /** Try again, by a word of the user. */
  | 'retried'
  /** Keep looking for what was sent, by a word of the user. */
  | 'kept-waiting'
  | 'handed-over'
  /** The program starts; whatever its last run had sent is nobody's any more. */
  | 'started'

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
  /** Where it stands now; `ended`: nothing of it is left in the outbox. */
  readonly state: EntryState | 'ended'
  readonly hasNewer: boolean
  /** The word for the item that was sent, where a newer one is wanted; null = none, or it stays open. */
  readonly sentItem: ItemOutcome | null
  /** The word for the item of what was wanted until it happened; null = it stays as it is. */
  readonly item: ItemOutcome | null
}

const stay = ({ state, hasNewer }: EntryLife): Step => ({ state, hasNewer, sentItem: null, item: null })
const isInFlight = ({ state }: EntryLife): boolean => state === 'sent' || state === 'unknown'

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
  if (kind === 'unknown' || (kind === 'postponed' && isUnknown)) return { ...stay(life), state: 'unknown' }
  const sentItem = wordForSent(life, answer, mirror)
  const end = (item: ItemOutcome): Step => ({ state: 'ended', hasNewer: false, sentItem, item })
  // Sent without an answer and found in place, it was ours.
  const found = isUnknown && !life.hasNewer ? 'done' : 'already-so'
  if (kind === 'created' || (isToNewest && kind === 'acknowledged')) return end('done')
  if (isToNewest && kind === 'already-so') return end(found)
  if (isToNewest && kind === 'rejected') return { state: 'refused', hasNewer: false, sentItem, item: 'needs-you' }
  if (mirror.hasWanted) return end(found)
  return { state: 'waiting', hasNewer: false, sentItem, item: null }
}

/** Facts that a newly wanted value is held against. */
export interface WantedFacts {
  /** The mirror holds it, and nothing about the record is on its way: there is nothing to send. */
  readonly cancelsOut: boolean
  /** It was refused, and nothing shows whether it arrived before that. */
  readonly mayHaveArrived: boolean
}

/** What becomes of an entry when another value is wanted; `item`: of what was wanted until then. */
function afterWanted(life: EntryLife, { cancelsOut, mayHaveArrived }: WantedFacts): Step {
  if (isInFlight(life)) return { ...stay(life), hasNewer: true, item: life.hasNewer ? 'taken-back' : null }
  // It is looked up after all, with the new value behind it.
  if (life.state === 'refused' && mayHaveArrived)
    return { state: 'unknown', hasNewer: true, sentItem: null, item: 'waiting' }
  return { state: cancelsOut ? 'ended' : 'waiting', hasNewer: false, sentItem: null, item: 'taken-back' }
}

const NOTHING_KNOWN: WantedFacts = { cancelsOut: false, mayHaveArrived: false }

const AFTER: Readonly<Record<LifeEvent, (life: EntryLife, facts: WantedFacts) => Step>> = {
  wanted: afterWanted,
  'taken-back': (life) => {
    if (!isInFlight(life)) return { state: 'ended', hasNewer: false, sentItem: null, item: 'taken-back' }
    return { ...stay(life), hasNewer: false, item: life.hasNewer ? 'taken-back' : null }
  },
  retried: (life) => (isInFlight(life) ? stay(life) : { ...stay(life), state: 'waiting', item: 'waiting' }),
  'kept-waiting': (life) => (isInFlight(life) ? stay(life) : { ...stay(life), state: 'unknown', item: 'waiting' }),
  'handed-over': (life) => ({ ...stay(life), state: life.state === 'waiting' ? 'sent' : life.state }),
  started: (life) => ({ ...stay(life), state: life.state === 'sent' ? 'unknown' : life.state })
}

/** What everything but an answer makes of an entry. What does not fit where it stands changes nothing. */
export function afterEvent(life: EntryLife, event: LifeEvent, facts: WantedFacts = NOTHING_KNOWN): Step {
  return AFTER[event](life, facts)
}
