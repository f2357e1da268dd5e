import { expect, test } from 'vitest'
import { numberedLines, readableJson } from './other-data.ts'

test.each([
  ['{"seed":7}', '{\n  "seed": 7\n}'],
  ['{}', null],
  ['', null],
  ['null', null],
  ['{"cut', '{"cut']
])('%s is shown as %s', (text, shown) => {
  expect(readableJson(text)).toBe(shown)
})

test('equal lines have different keys', () => {
  const keys = numberedLines(['a', 'b', 'a']).map(({ key }) => key)
  expect(new Set(keys).size).toBe(3)
})
