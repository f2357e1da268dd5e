/** Values of the app are the same after encoding and decoding. */
import { describe, expect, it } from 'vitest'
import { packClone, unpackClone, type Base64 } from './wire.js'

const BASE64: Base64 = {
  encode: (bytes) => Buffer.from(bytes).toString('base64'),
  decode: (text) => Uint8Array.from(Buffer.from(text, 'base64'))
}
const carried = (value: unknown): unknown => unpackClone(packClone(value, BASE64), BASE64)

describe('wire', () => {
  it.each([
    [null],
    [undefined],
    [{ a: undefined, b: [undefined, null] }],
    [[0, -0, Number.NaN, Infinity, -Infinity, 1e300]],
    ['text with "quotes", \u2028 and \u0000'],
    [new Uint32Array([1, 4_294_967_295])],
    [new Float64Array([0.5])],
    [{ $clone: 'Date', value: 'not one' }],
    [{ nested: { $clone: 1 }, list: [{ $clone: new Uint8Array([9]) }] }]
  ])('carries %o', (value) => {
    expect(carried(value)).toStrictEqual(value)
  })

  it('carries only the viewed part of a buffer, and a Buffer as bytes', () => {
    expect(carried(new Uint8Array([1, 2, 3, 4]).subarray(1, 3))).toStrictEqual(new Uint8Array([2, 3]))
    expect(carried(Buffer.from('ab'))).toStrictEqual(new Uint8Array([97, 98]))
  })

  it.each([[() => 1], [Symbol('s')], [Promise.resolve()], [{ deep: [() => 1] }], [new Map()], [new Date(0)]])(
    'refuses %o',
    (value) => {
      expect(() => packClone(value, BASE64)).toThrow('An object could not be cloned.')
    }
  )

  it('refuses a cycle', () => {
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    expect(() => packClone(cycle, BASE64)).toThrow('An object could not be cloned.')
  })
})
