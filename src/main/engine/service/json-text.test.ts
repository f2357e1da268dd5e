import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from './json-text.ts'

const value = (text: string) => {
  const reading = readJson(text)
  return reading.kind === 'json' ? reading.value : reading.kind
}

describe('readJson', () => {
  it.each([
    ['plain', '{"a":1}'],
    ['with a byte order mark', '\ufeff{"a":1}'],
    ['after blank lines', '\r\n\n  {"a":1}'],
    ['after a mark and blanks', '\ufeff \n{"a":1}\n'],
    [
      'behind a script warning',
      '<br />\n<b>Warning</b>:  Undefined variable $x in <b>/srv/a.php</b> on line <b>12</b><br />\n{"a":1}'
    ],
    ['after two plain notices', '\nNotice: one in a.php on line 3\nPHP Deprecated: two in b.php on line 4\n{"a":1}'],
    ['before a comment', '{"a":1}<!-- 0.03 s -->'],
    ['before a warning', '{"a":1}\n<br />\n<b>Warning</b>: late in x on line 1'],
    ['before more JSON', '{"a":1}{"b":2}'],
    ['pretty-printed', '{\n    "a": 1\n}\n']
  ])('reads an object %s', (_name, text) => {
    expect(value(text)).toEqual({ a: 1 })
  })

  it('handles brackets and quotes inside text when junk follows', () => {
    expect(value('{"a":"}]\\"{[","b":["\\\\"]} trailing')).toEqual({ a: '}]"{[', b: ['\\'] })
  })

  it('uses the last of duplicate keys, like the parser', () => {
    expect(value('{"a":1,"a":2}')).toEqual({ a: 2 })
  })

  it.each(['', '   ', '\ufeff', '\n\n'])('reads %j as empty', (text) => {
    expect(readJson(text)).toEqual({ kind: 'empty' })
  })

  it.each([
    '<!DOCTYPE html><html></html>',
    '<script>{"a":1}</script>',
    'null',
    '"text"',
    '42',
    'OK',
    ')]}\'\n{"a":1}',
    '<br />\n<b>Fatal error</b>: out of memory in x on line 3<br />\n{"a":1}'
  ])('does not read %j as JSON', (text) => {
    expect(readJson(text)).toEqual({ kind: 'not-json' })
  })

  it.each(['{"a":1', '[{"a":"b', '{"a":"b\\', '[', '{"data":[{"id":1},'])('reads %j as truncated', (text) => {
    expect(readJson(text)).toEqual({ kind: 'cut' })
  })

  it.each(["{'a':1}", '{"a":NaN}', '[1,]', '{"a" 1}', '[01]', '{"a":1]'])('reads %j as malformed', (text) => {
    expect(readJson(text)).toEqual({ kind: 'malformed' })
  })

  it('keeps the digits of numbers that a double cannot hold', () => {
    expect(value('{"id":9007199254740993,"b":1e400,"c":-12345678901234567890,"d":-1e999}')).toEqual({
      id: '9007199254740993',
      b: '1e400',
      c: '-12345678901234567890',
      d: '-1e999'
    })
  })

  it('does not change numbers that a double can hold', () => {
    expect(value('{"a":9007199254740991,"b":1.25,"c":-0.5,"d":"9007199254740993","e":3e2}')).toEqual({
      a: 9_007_199_254_740_991,
      b: 1.25,
      c: -0.5,
      d: '9007199254740993',
      e: 300
    })
  })

  it('accepts nesting that overflows a stack, with and without long numbers', () => {
    const deep = '['.repeat(90_000) + ']'.repeat(90_000)
    expect(readJson(deep).kind).toBe('json')
    expect(readJson(`[9007199254740993,${deep}]`).kind).toBe('json')
  })

  it('keeps the digits of an id beside nesting too deep for recursion', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const text = `{"id":9007199254740993,"name":"9007199254740993 \\" 1e999","small":[1,-2.5,1e3],"deep":${deep}}`
    expect(value(text)).toMatchObject({
      id: '9007199254740993',
      name: '9007199254740993 " 1e999',
      small: [1, -2.5, 1000]
    })
  })

  it('rejects more depth or containers than any response has, before they use memory', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(readJson(nested(100_000)).kind).toBe('json')
    expect(readJson(nested(100_001)).kind).toBe('malformed')
    expect(readJson('['.repeat(2_000_000)).kind).toBe('malformed')
    expect(readJson(`[${'[],'.repeat(499_998)}[]]`).kind).toBe('json')
    expect(readJson(`[${'[],'.repeat(499_999)}[]]`).kind).toBe('malformed')
  })

  it('keeps lone surrogates and bidi controls for the field readers', () => {
    expect(value('{"a":"\\ud800","b":"\u202eabc"}')).toEqual({ a: '\ud800', b: '\u202eabc' })
  })

  it('reads every object and list that is JSON, and never throws', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const isContainer = /^[{[]/.test(text.trimStart())
        expect(readJson(text).kind).toBe(isContainer ? 'json' : 'not-json')
      })
    )
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readJson(text)))
    fc.assert(fc.property(fc.string(), (text) => void readJson(`{"a":${text}`)))
  })

  it('reads every prefix of a response as truncated', () => {
    const whole = JSON.stringify({ data: [{ id: 1, name: 'a "quoted" {name}' }], meta: { total: 1 } })
    for (let end = 1; end < whole.length; end += 1) expect(readJson(whole.slice(0, end)).kind).toBe('cut')
  })
})
