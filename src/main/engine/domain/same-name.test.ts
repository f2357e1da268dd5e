import { expect, test } from 'vitest'
import { isSameName, isShortenedName } from './same-name.ts'

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
  // A beginning is another name unless the service is known to cut there.
  ['Harbor', 'Harbor at night', false],
  [long, `${long} and more`, true],
  [long.slice(1), `${long} and more`, false],
  [`${long} and more`, long, false]
])('%j shown for %j: %s', (shown, wanted, expected) => {
  expect(isSameName(shown, wanted)).toBe(expected)
})

test.each([
  ['Harbor', 'Harbor at night', true],
  ['Harbor at night', 'Harbor at night', true],
  ['', 'Harbor', false],
  ['Night', 'Harbor at night', false]
])('%j as what is left of %j: %s', (shown, wanted, expected) => {
  expect(isShortenedName(shown, wanted)).toBe(expected)
})
