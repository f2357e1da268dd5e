import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanApiKey } from './api-key-format.ts'

const KEY = 'sk-0123456789abcdef'

describe('cleanApiKey', () => {
  it.each([
    KEY,
    `  ${KEY}\t`,
    `${KEY}\r\n`,
    `"${KEY}"`,
    `'${KEY}'`,
    `Bearer ${KEY}`,
    `bearer   ${KEY}\n`,
    `Authorization: Bearer ${KEY}`,
    `"Bearer ${KEY}"`,
    `Bearer "${KEY}"`,
    `\ufeff${KEY}\u200b`,
    `\u00a0${KEY}\u00a0`
  ])('cleans %j', (text) => {
    expect(cleanApiKey(text)).toEqual({ ok: true, value: KEY })
  })

  it.each(['', ' \n', '""', 'Bearer ', 'Bearer', 'Authorization: Bearer'])('finds no key in %j', (text) => {
    expect(cleanApiKey(text)).toEqual({ ok: false, failure: { code: 'key-missing' } })
  })

  it.each([
    'short',
    'a'.repeat(513),
    'two words here',
    'line\nbreak-inside',
    'carriage\r\nreturn-header: x',
    'tab\tinside-key',
    'schlüssel-geheim',
    'nul\u0000inside-key',
    'emoji-🔑-key',
    'del\u007finside-key'
  ])('refuses %j without repeating it', (text) => {
    expect(cleanApiKey(text)).toEqual({ ok: false, failure: { code: 'key-malformed' } })
  })

  it('accepts the shortest and the longest key', () => {
    expect(cleanApiKey('12345678').ok).toBe(true)
    expect(cleanApiKey('k'.repeat(512)).ok).toBe(true)
  })

  it('accepts only valid header values', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const result = cleanApiKey(text)
        const sent = result.ok ? result.value : 'placeholder'
        expect(() => new Headers({ authorization: `Bearer ${sent}` })).not.toThrow()
        expect(result.ok || Object.keys(result.failure).join()).toBe(result.ok || 'code')
      })
    )
  })
})
