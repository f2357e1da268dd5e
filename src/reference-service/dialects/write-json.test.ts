import { expect, test } from 'vitest'
import { serviceJson } from './write-json.ts'

test('writes compact JSON with escaped slashes and non-ASCII characters', () => {
  expect(serviceJson({ url: 'http://a/b', name: 'été 雨 😀' })).toBe(
    '{"url":"http:\\/\\/a\\/b","name":"\\u00e9t\\u00e9 \\u96e8 \\ud83d\\ude00"}'
  )
})

test('parsing returns the written value', () => {
  const value = { text: '\\/ "quoted" \u2028 / é', list: [null, 1, true] }
  expect(JSON.parse(serviceJson(value))).toEqual(value)
})

test('numbers beyond the range of a double keep their digits, and text is never changed to a number', () => {
  expect(serviceJson({ id: 9_007_199_254_740_993n })).toBe('{"id":9007199254740993}')
  for (const text of ['\u00005', String.raw`\u00005`, '"\\u00005"', '"\u00005', '\u0000\u0000', '5', '\\'])
    expect(JSON.parse(serviceJson([text, 7n]))).toEqual([text, 7])
})
