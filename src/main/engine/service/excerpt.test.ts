import { describe, expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'

describe('excerpt', () => {
  it('is one line of at most 300 characters', () => {
    const text = excerpt(`a\r\n\tb ${'word '.repeat(200)}`) ?? ''
    expect(text).toHaveLength(300)
    expect(text.startsWith('a b word')).toBe(true)
    expect(text.endsWith('…')).toBe(true)
  })

  it.each(['', ' \n\t', '\u0000\u0007'])('is nothing for %j', (text) => {
    expect(excerpt(text)).toBeUndefined()
  })

  it('has no controls and no lone surrogates', () => {
    expect(excerpt('a\u0000b\u001b[31mc\ud800')).toBe('a b [31mc\ufffd')
  })

  it('turns no other text around: marks, overrides and isolates of direction are gone, letters are not', () => {
    expect(excerpt('a\u202Eb\u202C \u2066c\u2069\u200E\u200F\u061Cd')).toBe('ab cd')
    expect(excerpt('\u05E9\u05DC\u05D5\u05DD')).toBe('\u05E9\u05DC\u05D5\u05DD')
    expect(excerpt('\u200E\u202E')).toBeUndefined()
  })

  it('masks a key that is broken up by them', () => {
    expect(excerpt('key sk-can\u200Eary01234\u202E56789abcdef')).toBe('key [masked]')
  })

  it('is as short as it is asked to be', () => {
    expect(excerpt('a'.repeat(90), 60)).toBe(`${'a'.repeat(59)}…`)
  })

  it.each([
    ['Incorrect API key provided: sk-proj-abc123def456ghi789jkl012', 'sk-proj'],
    ['Authorization: Bearer short-key-1', 'short-key-1'],
    ['{"api_key":"hunter22"}', 'hunter22'],
    ['token=abcdef', 'abcdef'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc123', 'eyJ']
  ])('masks %j', (text, secret) => {
    expect(excerpt(text)).not.toContain(secret)
  })

  it.each(['The name field is required.', 'Your key expired yesterday.', 'Internationalization-of-everything failed'])(
    'leaves %j readable',
    (text) => {
      expect(excerpt(text)).toBe(text)
    }
  )

  it('shows no half of a key that stands where it stops looking', () => {
    const trace = (blanks: number): string => `${' '.repeat(blanks)}wrong key sk-canary0123456789abcdef0123456789`
    for (let blanks = 3_950; blanks < 4_000; blanks += 1) expect(excerpt(trace(blanks)) ?? '').not.toMatch(/can|345/)
  })

  it('is quick on a megabyte of trace', () => {
    expect(excerpt('a1'.repeat(500_000))?.length).toBeLessThanOrEqual(300)
  })
})
