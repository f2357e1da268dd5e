import { expect, test } from 'vitest'
import { decodeText, readBytes } from './read-body.ts'

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)

test.each([
  ['plain', bytes(0x7b, 0x7d), null, '{}'],
  ['a byte order mark', bytes(0xef, 0xbb, 0xbf, 0x7b, 0x7d), 'application/json', '{}'],
  ['Latin-1 as declared', bytes(0x63, 0x61, 0x66, 0xe9), 'application/json; charset=iso-8859-1', 'café'],
  ['Latin-1 declared as UTF-8', bytes(0x63, 0x61, 0x66, 0xe9), 'application/json; charset=utf-8', 'café'],
  ['undeclared Latin-1', bytes(0x63, 0x61, 0x66, 0xe9), null, 'café'],
  ['UTF-8', bytes(0x63, 0x61, 0x66, 0xc3, 0xa9), 'text/html; charset="UTF-8"', 'café'],
  ['UTF-16 as declared', bytes(0x7b, 0, 0x7d, 0), 'application/json; charset=utf-16le', '{}'],
  ['an unknown charset', bytes(0x7b, 0x7d), 'application/json; charset=klingon', '{}'],
  ['nothing', bytes(), null, '']
])('decodes %s', (_name, body, contentType, text) => {
  expect(decodeText(body, contentType)).toBe(text)
})

test('reads no further than the limit', async () => {
  expect(await readBytes(new Response('12345'), 5)).toEqual(new TextEncoder().encode('12345'))
  expect(await readBytes(new Response(null, { status: 204 }), 5)).toEqual(new Uint8Array())

  const state = { pulled: 0 }
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      state.pulled += 1
      controller.enqueue(new Uint8Array(1024))
    }
  })
  expect(await readBytes(new Response(endless), 10_000)).toBeNull()
  expect(state.pulled).toBeLessThan(13)
})
