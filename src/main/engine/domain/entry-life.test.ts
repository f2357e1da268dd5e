/** The life of an entry, line by line: this table is its documentation. */
import { describe, expect, it, test } from 'vitest'

import type { AnswerKind } from './entry.ts'
import { afterAnswer, afterEvent, type EntryLife, type LifeEvent, LIVES, type Step } from './entry-life.ts'

/** 'sent+': something newer is wanted than what was sent. */
type Life = 'waiting' | 'sent' | 'sent+' | 'unknown' | 'unknown+' | 'refused'

const lifeOf = (life: Life): EntryLife => {
  const found = LIVES.find(({ state, hasNewer }) => `${state}${hasNewer ? '+' : ''}` === life)
  if (found === undefined) throw new Error(life)
  return found
}

/** "waiting, sent done, wanted needs-you": where it stands, and the words for the two items. */
function say({ state, hasNewer, sentItem, item }: Step): string {
  const words = [sentItem === null ? null : `sent ${sentItem}`, item === null ? null : `wanted ${item}`]
  return [`${state}${hasNewer ? '+' : ''}`, ...words.filter((word) => word !== null)].join(', ')
}

/** What the mirror holds then. */
const NOTHING = { hasSent: false, hasWanted: false }
const SENT = { hasSent: true, hasWanted: false }
const WANTED = { hasSent: false, hasWanted: true }
const BOTH = { hasSent: true, hasWanted: true }

type Row = readonly [Life, AnswerKind, mirror: typeof NOTHING, expected: string]

/** Answers to what is wanted now, and looks at it. What is not listed ends as the line above it. */
const TO_NEWEST: readonly Row[] = [
  // Settled before it was sent, by what was read of its record.
  ['waiting', 'already-so', NOTHING, 'ended, wanted already-so'],
  ['waiting', 'rejected', NOTHING, 'refused, wanted needs-you'],
  ['waiting', 'ready', NOTHING, 'waiting'],
  ['waiting', 'ready', WANTED, 'ended, wanted already-so'],
  ['waiting', 'postponed', NOTHING, 'waiting'],
  ['waiting', 'unknown', NOTHING, 'unknown'],

  ['sent', 'acknowledged', NOTHING, 'ended, wanted done'],
  ['sent', 'created', NOTHING, 'ended, wanted done'],
  ['sent', 'already-so', NOTHING, 'ended, wanted already-so'],
  // Not sent after all.
  ['sent', 'ready', NOTHING, 'waiting'],
  ['sent', 'ready', WANTED, 'ended, wanted already-so'],
  ['sent', 'postponed', NOTHING, 'waiting'],
  ['sent', 'postponed', WANTED, 'ended, wanted already-so'],
  ['sent', 'unknown', NOTHING, 'unknown'],
  ['sent', 'rejected', NOTHING, 'refused, wanted needs-you'],
  ['sent', 'rejected', WANTED, 'refused, wanted needs-you'],

  // A look. Found in place, it was ours.
  ['unknown', 'acknowledged', NOTHING, 'ended, wanted done'],
  ['unknown', 'created', NOTHING, 'ended, wanted done'],
  ['unknown', 'already-so', NOTHING, 'ended, wanted done'],
  // Not there: it goes again.
  ['unknown', 'ready', NOTHING, 'waiting'],
  ['unknown', 'ready', BOTH, 'ended, wanted done'],
  // It must be read before it may be sent again, however often the look fails.
  ['unknown', 'postponed', NOTHING, 'unknown'],
  ['unknown', 'unknown', NOTHING, 'unknown'],
  ['unknown', 'rejected', NOTHING, 'refused, wanted needs-you'],

  // The look that a newer value needs tells what became of the older one.
  ['unknown+', 'already-so', NOTHING, 'ended, sent taken-back, wanted already-so'],
  ['unknown+', 'ready', SENT, 'waiting, sent done'],
  ['unknown+', 'ready', NOTHING, 'waiting, sent taken-back'],
  ['unknown+', 'ready', WANTED, 'ended, sent taken-back, wanted already-so'],
  ['unknown+', 'postponed', SENT, 'unknown+'],
  ['unknown+', 'unknown', SENT, 'unknown+'],
  ['unknown+', 'rejected', SENT, 'refused, sent done, wanted needs-you'],
  ['unknown+', 'rejected', NOTHING, 'refused, sent taken-back, wanted needs-you'],
  ['unknown+', 'acknowledged', NOTHING, 'ended, sent taken-back, wanted done'],

  // One that was looked for in vain comes up after all.
  ['refused', 'created', NOTHING, 'ended, wanted done']
]

/** Answers to what was sent, while something newer is wanted. */
const TO_SENT: readonly Row[] = [
  ['sent+', 'acknowledged', SENT, 'waiting, sent done'],
  ['sent+', 'acknowledged', BOTH, 'ended, sent done, wanted already-so'],
  ['sent+', 'already-so', SENT, 'waiting, sent already-so'],
  ['sent+', 'ready', SENT, 'waiting, sent taken-back'],
  ['sent+', 'ready', WANTED, 'ended, sent taken-back, wanted already-so'],
  ['sent+', 'postponed', NOTHING, 'waiting, sent taken-back'],
  ['sent+', 'unknown', NOTHING, 'unknown+'],
  ['sent+', 'rejected', NOTHING, 'waiting, sent taken-back'],
  ['sent+', 'rejected', WANTED, 'ended, sent taken-back, wanted already-so'],

  ['unknown+', 'acknowledged', SENT, 'waiting, sent done'],
  ['unknown+', 'already-so', SENT, 'waiting, sent done'],
  ['unknown+', 'ready', SENT, 'waiting, sent done'],
  ['unknown+', 'ready', NOTHING, 'waiting, sent taken-back'],
  ['unknown+', 'postponed', SENT, 'unknown+'],
  ['unknown+', 'unknown', SENT, 'unknown+'],
  ['unknown+', 'rejected', SENT, 'waiting, sent done'],
  ['unknown+', 'rejected', NOTHING, 'waiting, sent taken-back']
]

const CANCELS = { cancelsOut: true, mayHaveArrived: false }
const PERHAPS = { cancelsOut: false, mayHaveArrived: true }

/** Everything else that happens. */
const EVENTS: readonly (readonly [Life, LifeEvent, facts: typeof CANCELS | undefined, expected: string])[] = [
  ['waiting', 'wanted', undefined, 'waiting, wanted taken-back'],
  ['waiting', 'wanted', CANCELS, 'ended, wanted taken-back'],
  ['sent', 'wanted', undefined, 'sent+'],
  ['sent+', 'wanted', undefined, 'sent+, wanted taken-back'],
  ['unknown', 'wanted', undefined, 'unknown+'],
  ['unknown+', 'wanted', undefined, 'unknown+, wanted taken-back'],
  ['refused', 'wanted', undefined, 'waiting, wanted taken-back'],
  ['refused', 'wanted', CANCELS, 'ended, wanted taken-back'],
  // It is looked up after all, with the new value behind it.
  ['refused', 'wanted', PERHAPS, 'unknown+, wanted waiting'],

  ['waiting', 'taken-back', undefined, 'ended, wanted taken-back'],
  ['sent', 'taken-back', undefined, 'sent'],
  ['sent+', 'taken-back', undefined, 'sent, wanted taken-back'],
  ['unknown', 'taken-back', undefined, 'unknown'],
  ['unknown+', 'taken-back', undefined, 'unknown, wanted taken-back'],
  ['refused', 'taken-back', undefined, 'ended, wanted taken-back'],

  ['waiting', 'retried', undefined, 'waiting, wanted waiting'],
  ['sent', 'retried', undefined, 'sent'],
  ['sent+', 'retried', undefined, 'sent+'],
  ['unknown', 'retried', undefined, 'unknown'],
  ['unknown+', 'retried', undefined, 'unknown+'],
  ['refused', 'retried', undefined, 'waiting, wanted waiting'],

  ['refused', 'kept-waiting', undefined, 'unknown, wanted waiting'],
  ['sent', 'kept-waiting', undefined, 'sent'],

  ['waiting', 'handed-over', undefined, 'sent'],
  ['sent', 'handed-over', undefined, 'sent'],
  ['sent+', 'handed-over', undefined, 'sent+'],
  ['unknown', 'handed-over', undefined, 'unknown'],
  ['unknown+', 'handed-over', undefined, 'unknown+'],
  ['refused', 'handed-over', undefined, 'refused'],

  ['waiting', 'started', undefined, 'waiting'],
  ['sent', 'started', undefined, 'unknown'],
  ['sent+', 'started', undefined, 'unknown+'],
  ['unknown', 'started', undefined, 'unknown'],
  ['unknown+', 'started', undefined, 'unknown+'],
  ['refused', 'started', undefined, 'refused']
]

describe('an answer', () => {
  it.each(TO_NEWEST)('to what is wanted: %s, %s, %j: %s', (life, kind, mirror, expected) => {
    expect(say(afterAnswer(lifeOf(life), { kind, isToNewest: true }, mirror))).toBe(expected)
  })

  it.each(TO_SENT)('to what was sent: %s, %s, %j: %s', (life, kind, mirror, expected) => {
    expect(say(afterAnswer(lifeOf(life), { kind, isToNewest: false }, mirror))).toBe(expected)
  })
})

it.each(EVENTS)('%s, %s, %j: %s', (life, event, facts, expected) => {
  expect(say(afterEvent(lifeOf(life), event, facts))).toBe(expected)
})

const KINDS: readonly AnswerKind[] = [
  'acknowledged',
  'created',
  'already-so',
  'ready',
  'postponed',
  'unknown',
  'rejected'
]

/** Every answer wherever an entry stands, whatever the mirror holds. */
const ALL = LIVES.flatMap((life) =>
  KINDS.flatMap((kind) =>
    [NOTHING, SENT, WANTED, BOTH].flatMap((mirror) =>
      [true, false].map((isToNewest) => ({ life, step: afterAnswer(life, { kind, isToNewest }, mirror) }))
    )
  )
)

test('every item gets one word in the end: no answer ends an entry without one', () => {
  expect(ALL.filter(({ step }) => step.state === 'ended' && step.item === null)).toEqual([])
})

test('the item of what was sent gets its word where the attempt ends, and only there', () => {
  const isOver = ({ state }: Step): boolean => state !== 'sent' && state !== 'unknown'
  expect(ALL.filter(({ life, step }) => (life.hasNewer && isOver(step)) !== (step.sentItem !== null))).toEqual([])
})

test('something newer waits only behind an attempt', () => {
  const isInFlight = ({ state }: Step): boolean => state === 'sent' || state === 'unknown'
  expect(ALL.filter(({ step }) => step.hasNewer && !isInFlight(step))).toEqual([])
})
