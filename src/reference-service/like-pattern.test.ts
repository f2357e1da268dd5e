import { expect, test } from 'vitest'
import { likePattern } from './like-pattern.ts'

test.each([
  ['koi', 'Koi pond', true],
  ['POND', 'Koi pond', true],
  ['k%d', 'Koi pond', true],
  ['k_i', 'Koi pond', true],
  ['k_pond', 'Koi pond', false],
  ['%', 'anything', true],
  ['50\\%', '50% lighter', true],
  ['50\\%', '500 lighter', false],
  ['a.c', 'abc', false],
  ['(x', 'f(x)', true],
  ['雨', '雨のあと', true]
])('%s in %s: %s', (pattern, name, isFound) => {
  expect(likePattern(pattern).test(name)).toBe(isFound)
})
