import { expect, test } from 'vitest'
import { nameVerdict } from './name-verdict.ts'

const nothing = { favorite: null, results: null, result: null, url: null, readAt: 0, bornAt: 0 }

test.each([
  ['Base', 'Wanted', 'Base', { kind: 'send' }],
  ['Base', 'Wanted', 'Wanted', { kind: 'already-so' }],
  ['Base', 'Wanted ', 'Wanted', { kind: 'already-so' }],
  // Nothing but blanks is to change.
  ['Two  blanks', 'Two blanks', 'Two  blanks', { kind: 'send' }],
  ['Base', 'Wanted', 'Theirs', { kind: 'changed', theirs: 'Theirs' }],
  ['Base', 'Base and more', 'Base', { kind: 'send' }],
  [null, 'Wanted', null, { kind: 'send' }],
  [null, 'Wanted', 'Theirs', { kind: 'changed', theirs: 'Theirs' }],
  // The person said that theirs may go.
  ['Theirs', 'Wanted', 'Theirs', { kind: 'send' }]
])('from %j to %j, now %j: %o', (baseName, name, shown, expected) => {
  expect(nameVerdict({ name, baseName, mirror: { ...nothing, name: shown } })).toEqual(expected)
})

test.each([
  // Nothing is known of any of the names.
  [null, null, null, { kind: 'already-so' }],
  [null, 'Wanted', '', { kind: 'send' }],
  ['Base', null, 'Base', { kind: 'send' }]
])('a name that nobody told is an empty one: from %j to %j, now %j: %o', (baseName, name, shown, expected) => {
  expect(nameVerdict({ name, baseName, mirror: { ...nothing, name: shown } })).toEqual(expected)
})
