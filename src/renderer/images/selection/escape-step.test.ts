import { expect, test } from 'vitest'
import { escapeStep } from './escape-step.ts'
import { NO_SELECTION, selectOnly, toggleSticky } from './selection.ts'

const one = selectOnly(NO_SELECTION, 4)
const emptySticky = toggleSticky(toggleSticky(NO_SELECTION, 4), 4)

test.each([
  ['a selection goes first', one, true, 'clear-selection'],
  ['then an empty sticky mode', emptySticky, true, 'end-sticky'],
  ['then the search', NO_SELECTION, true, 'leave-search'],
  ['then nothing', NO_SELECTION, false, 'nothing']
] as const)('%s', (_name, selection, isSearching, step) => {
  expect(escapeStep(selection, isSearching)).toBe(step)
})
