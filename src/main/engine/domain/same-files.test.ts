import { expect, test } from 'vitest'
import { areSameFiles } from './same-files.ts'

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
