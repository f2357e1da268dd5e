import { expect, it } from 'vitest'
import { isSingleDeletion } from './offer-again.ts'

it.each([
  ['delete', 1, 1, true],
  ['delete', 1, 0, false],
  ['delete', 2, 1, false],
  ['delete', 2, 2, false],
  ['delete-project', 1, 1, false],
  ['undo', 1, 1, false]
] as const)('offers a new image after %s of %i with %i done: %s', (verb, size, done, isOffered) => {
  expect(isSingleDeletion({ verb, size, done })).toBe(isOffered)
})
