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

/** "refused, sent done, wanted needs-attention": the new state, and the statuses of the two items. */
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
 * 'unchanged': a read shows the value; 'ready': it is missing or was not sent; 'postponed': no conclusive response.
 */
const ANSWERS: readonly (readonly [Life, about: 'wanted' | 'sent', AnswerKind, Expected])[] = [
  ['waiting', 'wanted', 'acknowledged', 'ended, wanted done'],
  ['waiting', 'wanted', 'created', 'ended, wanted done'],
  ['waiting', 'wanted', 'unchanged', 'ended, wanted unchanged'],
  ['waiting', 'wanted', 'ready', ['waiting', 'ended, wanted unchanged']],
  ['waiting', 'wanted', 'postponed', ['waiting', 'ended, wanted unchanged']],
  ['waiting', 'wanted', 'unknown', 'unknown'],
  ['waiting', 'wanted', 'rejected', 'refused, wanted needs-attention'],

  ['sent', 'wanted', 'acknowledged', 'ended, wanted done'],
  ['sent', 'wanted', 'created', 'ended, wanted done'],
  ['sent', 'wanted', 'unchanged', 'ended, wanted unchanged'],
  ['sent', 'wanted', 'ready', ['waiting', 'ended, wanted unchanged']],
  ['sent', 'wanted', 'postponed', ['waiting', 'ended, wanted unchanged']],
  ['sent', 'wanted', 'unknown', 'unknown'],
  ['sent', 'wanted', 'rejected', 'refused, wanted needs-attention'],

  ['sent+', 'wanted', 'acknowledged', 'ended, sent canceled, wanted done'],
  ['sent+', 'wanted', 'created', 'ended, sent canceled, wanted done'],
  ['sent+', 'wanted', 'unchanged', 'ended, sent canceled, wanted unchanged'],
  ['sent+', 'wanted', 'ready', ['waiting, sent canceled', 'ended, sent canceled, wanted unchanged']],
  ['sent+', 'wanted', 'postponed', ['waiting, sent canceled', 'ended, sent canceled, wanted unchanged']],
  ['sent+', 'wanted', 'unknown', 'unknown+'],
  ['sent+', 'wanted', 'rejected', 'refused, sent canceled, wanted needs-attention'],

  ['sent+', 'sent', 'acknowledged', ['waiting, sent done', 'ended, sent done, wanted unchanged']],
  ['sent+', 'sent', 'created', 'ended, sent canceled, wanted done'],
  ['sent+', 'sent', 'unchanged', ['waiting, sent unchanged', 'ended, sent unchanged, wanted unchanged']],
  ['sent+', 'sent', 'ready', ['waiting, sent canceled', 'ended, sent canceled, wanted unchanged']],
  ['sent+', 'sent', 'postponed', ['waiting, sent canceled', 'ended, sent canceled, wanted unchanged']],
  ['sent+', 'sent', 'unknown', 'unknown+'],
  ['sent+', 'sent', 'rejected', ['waiting, sent canceled', 'ended, sent canceled, wanted unchanged']],

  ['unknown', 'wanted', 'acknowledged', 'ended, wanted done'],
  ['unknown', 'wanted', 'created', 'ended, wanted done'],
  ['unknown', 'wanted', 'unchanged', 'ended, wanted done'],
  ['unknown', 'wanted', 'ready', ['waiting', 'ended, wanted done']],
  ['unknown', 'wanted', 'postponed', 'unknown'],
  ['unknown', 'wanted', 'unknown', 'unknown'],
  ['unknown', 'wanted', 'rejected', 'refused, wanted needs-attention'],

  [
    'unknown+',
    'wanted',
    'acknowledged',
    [
      'ended, sent canceled, wanted done',
      'ended, sent done, wanted done',
      'ended, sent canceled, wanted done',
      'ended, sent done, wanted done'
    ]
  ],
  [
    'unknown+',
    'wanted',
    'created',
    [
      'ended, sent canceled, wanted done',
      'ended, sent done, wanted done',
      'ended, sent canceled, wanted done',
      'ended, sent done, wanted done'
    ]
  ],
  [
    'unknown+',
    'wanted',
    'unchanged',
    [
      'ended, sent canceled, wanted unchanged',
      'ended, sent done, wanted unchanged',
      'ended, sent canceled, wanted unchanged',
      'ended, sent done, wanted unchanged'
    ]
  ],
  [
    'unknown+',
    'wanted',
    'ready',
    [
      'waiting, sent canceled',
      'waiting, sent done',
      'ended, sent canceled, wanted unchanged',
      'ended, sent done, wanted unchanged'
    ]
  ],
  ['unknown+', 'wanted', 'postponed', 'unknown+'],
  ['unknown+', 'wanted', 'unknown', 'unknown+'],
  [
    'unknown+',
    'wanted',
    'rejected',
    [
      'refused, sent canceled, wanted needs-attention',
      'refused, sent done, wanted needs-attention',
      'refused, sent canceled, wanted needs-attention',
      'refused, sent done, wanted needs-attention'
    ]
  ],

  ['unknown+', 'sent', 'acknowledged', ['waiting, sent done', 'ended, sent done, wanted unchanged']],
  [
    'unknown+',
    'sent',
    'created',
    [
      'ended, sent canceled, wanted done',
      'ended, sent done, wanted done',
      'ended, sent canceled, wanted done',
      'ended, sent done, wanted done'
    ]
  ],
  ['unknown+', 'sent', 'unchanged', ['waiting, sent done', 'ended, sent done, wanted unchanged']],
  [
    'unknown+',
    'sent',
    'ready',
    [
      'waiting, sent canceled',
      'waiting, sent done',
      'ended, sent canceled, wanted unchanged',
      'ended, sent done, wanted unchanged'
    ]
  ],
  ['unknown+', 'sent', 'postponed', 'unknown+'],
  ['unknown+', 'sent', 'unknown', 'unknown+'],
  [
    'unknown+',
    'sent',
    'rejected',
    [
      'waiting, sent canceled',
      'waiting, sent done',
      'ended, sent canceled, wanted unchanged',
      'ended, sent done, wanted unchanged'
    ]
  ],

  ['refused', 'wanted', 'acknowledged', 'ended, wanted done'],
  ['refused', 'wanted', 'created', 'ended, wanted done'],
  ['refused', 'wanted', 'unchanged', 'ended, wanted unchanged'],
  ['refused', 'wanted', 'ready', ['waiting', 'ended, wanted unchanged']],
  ['refused', 'wanted', 'postponed', ['waiting', 'ended, wanted unchanged']],
  ['refused', 'wanted', 'unknown', 'unknown'],
  ['refused', 'wanted', 'rejected', 'refused, wanted needs-attention']
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
  'unchanged',
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
