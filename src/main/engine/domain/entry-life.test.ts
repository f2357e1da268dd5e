/** The life of an entry, line by line: this table is its documentation. */
import { expect, it, test } from 'vitest'

import type { AnswerKind } from './entry.ts'
import { afterAnswer, afterEvent, type EntryLife, type LifeEvent, LIVES, type Step } from './entry-life.ts'

/** 'sent+': another item is wanted than what was sent. */
type Life = 'waiting' | 'sent' | 'sent+' | 'unknown' | 'unknown+' | 'refused'

const lifeOf = (life: Life): EntryLife => {
  const found = LIVES.find(({ state, hasNewer }) => `${state}${hasNewer ? '+' : ''}` === life)
  if (found === undefined) throw new Error(life)
  return found
}

/** "refused, sent done, wanted needs-you": where it stands, and the words for the two items. */
function say({ state, hasNewer, sentItem, item }: Step): string {
  const words = [sentItem === null ? null : `sent ${sentItem}`, item === null ? null : `wanted ${item}`]
  return [`${state}${hasNewer ? '+' : ''}`, ...words.filter((word) => word !== null)].join(', ')
}

/** Whatever the mirror holds; or where it does not hold what is wanted, and where it does; or as `MIRRORS`. */
type Expected = string | readonly [string, string] | readonly [string, string, string, string]

const MIRRORS = [
  { hasSent: false, hasWanted: false },
  { hasSent: true, hasWanted: false },
  { hasSent: false, hasWanted: true },
  { hasSent: true, hasWanted: true }
] as const

/**
 * Answers, and looks at the service, whole. `about`: what is wanted now, or what was sent before that. 'already-so': a
 * read shows the value; 'ready': it is not there, or was not sent after all; 'postponed': no answer of any use.
 */
const ANSWERS: readonly (readonly [Life, about: 'wanted' | 'sent', AnswerKind, Expected])[] = [
  ['waiting', 'wanted', 'acknowledged', 'ended, wanted done'],
  ['waiting', 'wanted', 'created', 'ended, wanted done'],
  ['waiting', 'wanted', 'already-so', 'ended, wanted already-so'],
  ['waiting', 'wanted', 'ready', ['waiting', 'ended, wanted already-so']],
  ['waiting', 'wanted', 'postponed', ['waiting', 'ended, wanted already-so']],
  ['waiting', 'wanted', 'unknown', 'unknown'],
  ['waiting', 'wanted', 'rejected', 'refused, wanted needs-you'],

  ['sent', 'wanted', 'acknowledged', 'ended, wanted done'],
  ['sent', 'wanted', 'created', 'ended, wanted done'],
  ['sent', 'wanted', 'already-so', 'ended, wanted already-so'],
  ['sent', 'wanted', 'ready', ['waiting', 'ended, wanted already-so']],
  ['sent', 'wanted', 'postponed', ['waiting', 'ended, wanted already-so']],
  ['sent', 'wanted', 'unknown', 'unknown'],
  ['sent', 'wanted', 'rejected', 'refused, wanted needs-you'],

  ['sent+', 'wanted', 'acknowledged', 'ended, sent taken-back, wanted done'],
  ['sent+', 'wanted', 'created', 'ended, sent taken-back, wanted done'],
  ['sent+', 'wanted', 'already-so', 'ended, sent taken-back, wanted already-so'],
  ['sent+', 'wanted', 'ready', ['waiting, sent taken-back', 'ended, sent taken-back, wanted already-so']],
  ['sent+', 'wanted', 'postponed', ['waiting, sent taken-back', 'ended, sent taken-back, wanted already-so']],
  ['sent+', 'wanted', 'unknown', 'unknown+'],
  ['sent+', 'wanted', 'rejected', 'refused, sent taken-back, wanted needs-you'],

  ['sent+', 'sent', 'acknowledged', ['waiting, sent done', 'ended, sent done, wanted already-so']],
  ['sent+', 'sent', 'created', 'ended, sent taken-back, wanted done'],
  ['sent+', 'sent', 'already-so', ['waiting, sent already-so', 'ended, sent already-so, wanted already-so']],
  ['sent+', 'sent', 'ready', ['waiting, sent taken-back', 'ended, sent taken-back, wanted already-so']],
  ['sent+', 'sent', 'postponed', ['waiting, sent taken-back', 'ended, sent taken-back, wanted already-so']],
  ['sent+', 'sent', 'unknown', 'unknown+'],
  ['sent+', 'sent', 'rejected', ['waiting, sent taken-back', 'ended, sent taken-back, wanted already-so']],

  ['unknown', 'wanted', 'acknowledged', 'ended, wanted done'],
  ['unknown', 'wanted', 'created', 'ended, wanted done'],
  ['unknown', 'wanted', 'already-so', 'ended, wanted done'],
  ['unknown', 'wanted', 'ready', ['waiting', 'ended, wanted done']],
  ['unknown', 'wanted', 'postponed', 'unknown'],
  ['unknown', 'wanted', 'unknown', 'unknown'],
  ['unknown', 'wanted', 'rejected', 'refused, wanted needs-you'],

  [
    'unknown+',
    'wanted',
    'acknowledged',
    [
      'ended, sent taken-back, wanted done',
      'ended, sent done, wanted done',
      'ended, sent taken-back, wanted done',
      'ended, sent done, wanted done'
    ]
  ],
  [
    'unknown+',
    'wanted',
    'created',
    [
      'ended, sent taken-back, wanted done',
      'ended, sent done, wanted done',
      'ended, sent taken-back, wanted done',
      'ended, sent done, wanted done'
    ]
  ],
  [
    'unknown+',
    'wanted',
    'already-so',
    [
      'ended, sent taken-back, wanted already-so',
      'ended, sent done, wanted already-so',
      'ended, sent taken-back, wanted already-so',
      'ended, sent done, wanted already-so'
    ]
  ],
  [
    'unknown+',
    'wanted',
    'ready',
    [
      'waiting, sent taken-back',
      'waiting, sent done',
      'ended, sent taken-back, wanted already-so',
      'ended, sent done, wanted already-so'
    ]
  ],
  ['unknown+', 'wanted', 'postponed', 'unknown+'],
  ['unknown+', 'wanted', 'unknown', 'unknown+'],
  [
    'unknown+',
    'wanted',
    'rejected',
    [
      'refused, sent taken-back, wanted needs-you',
      'refused, sent done, wanted needs-you',
      'refused, sent taken-back, wanted needs-you',
      'refused, sent done, wanted needs-you'
    ]
  ],

  ['unknown+', 'sent', 'acknowledged', ['waiting, sent done', 'ended, sent done, wanted already-so']],
  [
    'unknown+',
    'sent',
    'created',
    [
      'ended, sent taken-back, wanted done',
      'ended, sent done, wanted done',
      'ended, sent taken-back, wanted done',
      'ended, sent done, wanted done'
    ]
  ],
  ['unknown+', 'sent', 'already-so', ['waiting, sent done', 'ended, sent done, wanted already-so']],
  [
    'unknown+',
    'sent',
    'ready',
    [
      'waiting, sent taken-back',
      'waiting, sent done',
      'ended, sent taken-back, wanted already-so',
      'ended, sent done, wanted already-so'
    ]
  ],
  ['unknown+', 'sent', 'postponed', 'unknown+'],
  ['unknown+', 'sent', 'unknown', 'unknown+'],
  [
    'unknown+',
    'sent',
    'rejected',
    [
      'waiting, sent taken-back',
      'waiting, sent done',
      'ended, sent taken-back, wanted already-so',
      'ended, sent done, wanted already-so'
    ]
  ],

  ['refused', 'wanted', 'acknowledged', 'ended, wanted done'],
  ['refused', 'wanted', 'created', 'ended, wanted done'],
  ['refused', 'wanted', 'already-so', 'ended, wanted already-so'],
  ['refused', 'wanted', 'ready', ['waiting', 'ended, wanted already-so']],
  ['refused', 'wanted', 'postponed', ['waiting', 'ended, wanted already-so']],
  ['refused', 'wanted', 'unknown', 'unknown'],
  ['refused', 'wanted', 'rejected', 'refused, wanted needs-you']
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

  ['waiting', 'kept-waiting', undefined, 'unknown, wanted waiting'],
  ['sent', 'kept-waiting', undefined, 'sent'],
  ['sent+', 'kept-waiting', undefined, 'sent+'],
  ['unknown', 'kept-waiting', undefined, 'unknown'],
  ['unknown+', 'kept-waiting', undefined, 'unknown+'],
  ['refused', 'kept-waiting', undefined, 'unknown, wanted waiting'],

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

const expectedOf = (expected: Expected): readonly string[] => {
  if (typeof expected === 'string') return MIRRORS.map(() => expected)
  return expected.length === 2 ? MIRRORS.map(({ hasWanted }) => expected[hasWanted ? 1 : 0] ?? '') : expected
}

it.each(ANSWERS)('%s, about what is %s: %s', (life, about, kind, expected) => {
  const answer = { kind, isToNewest: about === 'wanted' }
  expect(MIRRORS.map((mirror) => say(afterAnswer(lifeOf(life), answer, mirror)))).toEqual(expectedOf(expected))
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

/** Only what has something newer can be answered about what was sent before that. */
const ALL = LIVES.flatMap((life) =>
  (life.hasNewer ? [true, false] : [true]).flatMap((isToNewest) =>
    KINDS.map((kind) => ({
      life,
      kind,
      isToNewest,
      steps: MIRRORS.map((one) => afterAnswer(life, { kind, isToNewest }, one))
    }))
  )
)
const STEPS = ALL.flatMap(({ life, steps }) => steps.map((step) => ({ life, step })))

test('the tables have a line for everything that can happen', () => {
  const listed = ANSWERS.map(([life, about, kind]) => `${life} ${about} ${kind}`)
  const nameOf = ({ state, hasNewer }: EntryLife): string => `${state}${hasNewer ? '+' : ''}`
  expect(listed).toEqual(
    ALL.map(({ life, isToNewest, kind }) => `${nameOf(life)} ${isToNewest ? 'wanted' : 'sent'} ${kind}`)
  )
  const events: readonly LifeEvent[] = ['wanted', 'taken-back', 'retried', 'kept-waiting', 'handed-over', 'started']
  const happened = new Set(EVENTS.map(([life, event]) => `${life} ${event}`))
  expect(
    events.flatMap((event) => LIVES.map((life) => `${nameOf(life)} ${event}`)).filter((one) => !happened.has(one))
  ).toEqual([])
})

test('every item gets one word in the end: no answer ends an entry without one', () => {
  expect(STEPS.filter(({ step }) => step.state === 'ended' && step.item === null)).toEqual([])
})

test('the item of what was sent gets its word where the attempt ends, and only there', () => {
  const isOver = ({ state }: Step): boolean => state !== 'sent' && state !== 'unknown'
  expect(STEPS.filter(({ life, step }) => (life.hasNewer && isOver(step)) !== (step.sentItem !== null))).toEqual([])
})

test('something newer waits only behind an attempt', () => {
  const isInFlight = ({ state }: Step): boolean => state === 'sent' || state === 'unknown'
  expect(STEPS.filter(({ step }) => step.hasNewer && !isInFlight(step))).toEqual([])
})
