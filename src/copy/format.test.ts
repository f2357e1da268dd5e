import { describe, expect, it } from 'vitest'
import { countCharacters, createFormats, plural } from './format.ts'
import { roughDuration } from './time.ts'

describe('formats', () => {
  it('groups digits as the locale does', () => {
    expect(createFormats('en-US').count(12_480)).toBe('12,480')
    expect(createFormats('fr-FR').count(12_480)).toBe('12\u202f480')
  })

  it('falls back to the system for a locale that is none', () => {
    expect(createFormats('not a locale').count(5)).toBe('5')
    expect(createFormats('').time(0)).toMatch(/\d/)
  })

  it('counts characters as people do', () => {
    expect(countCharacters('a🦊é')).toBe(3)
  })

  it('picks plural forms by rule, the other form where a language has no more', () => {
    expect([0, 1, 2].map((n) => plural(n, { one: 'image', other: 'images' }))).toEqual(['images', 'image', 'images'])
    expect(plural(1, { other: 'sheep' })).toBe('sheep')
  })

  it.each([
    [0, { unit: 'seconds', seconds: 5 }],
    [44_000, { unit: 'seconds', seconds: 45 }],
    [89_999, { unit: 'seconds', seconds: 90 }],
    [90_000, { unit: 'minutes', minutes: 2 }],
    [181_000, { unit: 'minutes', minutes: 4 }],
    [89 * 60_000, { unit: 'minutes', minutes: 89 }],
    [91 * 60_000, { unit: 'hours', hours: 1, minutes: 35 }],
    [120 * 60_000, { unit: 'hours', hours: 2, minutes: 0 }]
  ])('rounds %i ms to what a person would say', (ms, span) => {
    expect(roughDuration(ms)).toEqual(span)
  })
})
