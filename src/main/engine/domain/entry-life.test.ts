/** The effect of each response on an entry, line by line: this table is its documentation. */
import { expect, it, test } from 'vitest'

import type { AnswerKind } from './entry.ts'
import { afterAnswer, type EntryLife, type Step } from './entry-life.ts'

/** 'sent+': the desired item differs from the one that was sent. */
const LIVES = {
  waiting: { state: 'waiting', hasNewer: false },
  sent: { state: 'sent', hasNewer: false },
  'sent+': { state: 'sent', hasNewer: true },
  unknown: { state: 'unknown', hasNewer: false },
  'unknown+': { state: 'unknown', hasNewer: true },
  refused: { state: 'refused', hasNewer: false }
} as const satisfies Record<string, EntryLife>
type Life = keyof typeof LIVES

/** "refused, sent done, wanted needs-you": the new state, and the statuses of the two items. */
function describeStep({ hasNewer }: EntryLife, { state, sentItem, item }: Step): string {
  const items = [sentItem === null ? null : `sent ${sentItem}`, item === null ? null : `wanted ${item}`]
  const label = state === 'unknown' && hasNewer ? 'unknown+' : state
  return [label, ...items.filter((text) => text !== null)].join(', ')
}

/** One value for any mirror, two by `hasWanted` (false, true), or four in the order of `MIRRORS`. */
type Expected = string | readonly [string, string] | readonly [string, string, string, string]

const MIRRORS = [
  { hasSent: false, hasWanted: false },
  { hasSent: true, hasWanted: false },
  { hasSent: false, hasWanted: true },
  { hasSent: true, hasWanted: true }
] as const

/**
 * Responses and completed lookups. `about`: the item that is desired now, or the one that was sent before it.
 * 'already-so': a read shows the value; 'ready': it is missing or was not sent; 'postponed': no conclusive response.
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

const expectedOf = (expected: Expected): readonly string[] => {
  if (typeof expected === 'string') return MIRRORS.map(() => expected)
  return expected.length === 2 ? MIRRORS.map(({ hasWanted }) => expected[hasWanted ? 1 : 0] ?? '') : expected
}

it.each(ANSWERS)('%s, response about the %s item: %s', (life, about, kind, expected) => {
  const answer = { kind, isToNewest: about === 'wanted' }
  expect(MIRRORS.map((mirror) => describeStep(LIVES[life], afterAnswer(LIVES[life], answer, mirror)))).toEqual(
    expectedOf(expected)
  )
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

/** Only an entry with a newer item can receive a response about the previously sent one. */
const ALL = (Object.keys(LIVES) as Life[]).flatMap((name) =>
  (LIVES[name].hasNewer ? [true, false] : [true]).flatMap((isToNewest) =>
    KINDS.map((kind) => ({ name, kind, isToNewest, life: LIVES[name] }))
  )
)
const STEPS = ALL.flatMap(({ life, kind, isToNewest }) =>
  MIRRORS.map((mirror) => ({ life, step: afterAnswer(life, { kind, isToNewest }, mirror) }))
)

test('the table has a line for every response', () => {
  const listed = ANSWERS.map(([life, about, kind]) => `${life} ${about} ${kind}`)
  expect(listed).toEqual(ALL.map(({ name, isToNewest, kind }) => `${name} ${isToNewest ? 'wanted' : 'sent'} ${kind}`))
})

test('every item gets exactly one status: no response ends an entry without one', () => {
  expect(STEPS.filter(({ step }) => step.state === 'ended' && step.item === null)).toEqual([])
})

test('the sent item gets its status when the attempt ends, and only then', () => {
  const isOver = ({ state }: Step): boolean => state !== 'unknown'
  expect(STEPS.filter(({ life, step }) => (life.hasNewer && isOver(step)) !== (step.sentItem !== null))).toEqual([])
})
