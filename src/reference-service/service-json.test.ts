import { expect, test } from 'vitest'
import { serviceJson } from './service-json.ts'

test('compact, with escaped slashes and letters beyond ASCII', () => {
  expect(serviceJson({ url: 'http://a/b', name: 'été 雨 😀' })).toBe(
    '{"url":"http:\\/\\/a\\/b","name":"\\u00e9t\\u00e9 \\u96e8 \\ud83d\\ude00"}'
  )
})

test('reads back as what was written', () => {
  const value = { text: '\\/ "quoted" \u2028 / é', list: [null, 1, true] }
  expect(JSON.parse(serviceJson(value))).toEqual(value)
})
