import { expect, test } from 'vitest'
import { areSameFiles, isSameName, isShortenedName, nameVerdict } from './same-value.ts'

const long = 'n'.repeat(100)

test.each([
  ['Harbor', 'Harbor', true],
  ['Harbor', '  Harbor ', true],
  ['Harbor at night', 'Harbor  at\tnight', true],
  ['Cafe\u0301', 'Caf\u00e9', true],
  ['', '   ', true],
  ['', 'Harbor', false],
  ['Harbor', 'harbor', false],
  ['Harboratnight', 'Harbor at night', false],
  // A shorter prefix is another name unless the service is known to cut there.
  ['Harbor', 'Harbor at night', false],
  [long, `${long} and more`, true],
  [long.slice(1), `${long} and more`, false],
  [`${long} and more`, long, false]
])('%j shown for %j: %s', (shown, desired, expected) => {
  expect(isSameName(shown, desired)).toBe(expected)
})

test.each([
  ['Harbor', 'Harbor at night', true],
  ['Harbor at night', 'Harbor at night', true],
  ['', 'Harbor', false],
  ['Night', 'Harbor at night', false]
])('%j as a shortened form of %j: %s', (shown, desired, expected) => {
  expect(isShortenedName(shown, desired)).toBe(expected)
})

const nothing = { favorite: null, results: null, result: null, url: null, readAt: 0, bornAt: 0 }

test.each([
  ['Base', 'Wanted', 'Base', { kind: 'send' }],
  ['Base', 'Wanted', 'Wanted', { kind: 'unchanged' }],
  ['Base', 'Wanted ', 'Wanted', { kind: 'unchanged' }],
  // The change is in blanks only.
  ['Two  blanks', 'Two blanks', 'Two  blanks', { kind: 'send' }],
  ['Base', 'Wanted', 'Theirs', { kind: 'changed', theirs: 'Theirs' }],
  ['Base', 'Base and more', 'Base', { kind: 'send' }],
  [null, 'Wanted', null, { kind: 'send' }],
  [null, 'Wanted', 'Theirs', { kind: 'changed', theirs: 'Theirs' }],
  // The user accepted that the other name is overwritten.
  ['Theirs', 'Wanted', 'Theirs', { kind: 'send' }]
])('from %j to %j, now %j: %o', (baseName, name, shown, expected) => {
  expect(nameVerdict({ name, baseName, mirror: { ...nothing, name: shown } })).toEqual(expected)
})

test.each([
  // None of the names is known.
  [null, null, null, { kind: 'unchanged' }],
  [null, 'Wanted', '', { kind: 'send' }],
  ['Base', null, 'Base', { kind: 'send' }]
])('a missing name counts as an empty one: from %j to %j, now %j: %o', (baseName, name, shown, expected) => {
  expect(nameVerdict({ name, baseName, mirror: { ...nothing, name: shown } })).toEqual(expected)
})

test.each([
  ['[]', '[]', true],
  ['["a.png"]', '["a.png"]', true],
  ['["a.png","b.png"]', '["a.png"]', false],
  ['["a.png?sig=1&until=2","b.png?sig=3"]', '["a.png?sig=9","b.png"]', true],
  ['["a.png?sig=1","b.png?sig=1"]', '["a.png?sig=2","c.png?sig=2"]', false],
  ['["a.png?sig=1","b.png"]', '["a.png?sig=1","c.png"]', false],
  ['["a.png"]', '["b.png"]', false]
])('%s and %s name the same files: %s', (left, right, expected) => {
  expect(areSameFiles(left, right)).toBe(expected)
  expect(areSameFiles(right, left)).toBe(expected)
})
