import { describe, expect, it } from 'vitest'
import { readChoice, readCount, readFlag, readId, readText } from './read-fields.ts'
import { readTime } from './read-time.ts'

describe('readFlag', () => {
  it.each([true, 1, '1', 'true', ' TRUE ', 'yes', 'on'])('%j is true', (value) => expect(readFlag(value)).toBe(true))
  it.each([false, 0, '0', 'false', 'no', 'off', '', null])('%j is false', (value) =>
    expect(readFlag(value)).toBe(false)
  )
  it.each([2, -1, 'maybe', {}, [], undefined, 'constructor', Number.NaN])('%j is neither', (value) => {
    expect(readFlag(value)).toBeUndefined()
  })
})

describe('readId', () => {
  it.each([
    [1, '1'],
    ['00012', '00012'],
    ['9007199254740993', '9007199254740993'],
    ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', '3f2504e0-4f89-11d3-9a0c-0305e82c3301'],
    ['a/b c', 'a/b c']
  ])('%j is %s', (value, expected) => expect(readId(value)).toBe(expected))
  it.each([
    null,
    undefined,
    '',
    1.5,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    true,
    {},
    'a\u0000b',
    'a\nb',
    '\ud800',
    'x'.repeat(513)
  ])('%j is not an id', (value) => expect(readId(value)).toBeUndefined())
})

describe('readText and readChoice', () => {
  it.each([
    ['as written', 'as written'],
    ['', ''],
    [12, '12'],
    [true, 'true'],
    [null, null],
    ['a\u0000b\ud800', 'a\ufffdb\ufffd'],
    ['\u202e<b>bold</b>', '\u202e<b>bold</b>']
  ])('%j reads as %j', (value, expected) => expect(readText(value)).toBe(expected))
  it.each([{}, [], undefined, Number.POSITIVE_INFINITY])('%j is not text', (value) => {
    expect(readText(value)).toBeUndefined()
  })
  it('an empty choice is null', () => {
    expect([readChoice(''), readChoice('  '), readChoice('anime'), readChoice(null)]).toEqual([
      null,
      null,
      'anime',
      null
    ])
  })
})

describe('readCount', () => {
  it.each([
    [0, 0],
    ['25', 25],
    [' 7 ', 7]
  ])('%j is %i', (value, expected) => expect(readCount(value)).toBe(expected))
  it.each([-1, 1.5, '', null, 'many', Number.POSITIVE_INFINITY, {}, true])('%j is not a count', (value) => {
    expect(readCount(value)).toBeUndefined()
  })
})

describe('readTime', () => {
  const TEN = Date.UTC(2023, 10, 20, 10)
  it.each([
    ['2023-11-20T10:00:00.000000Z', TEN],
    ['2023-11-20T10:00:00Z', TEN],
    ['2023-11-20T12:00:00+02:00', TEN],
    ['2023-11-20T04:30:00-0530', TEN],
    ['2023-11-20 10:00:00', TEN],
    ['2023-11-20 10:00', TEN],
    ['2023-11-20 10:00:00.5', TEN + 500],
    ['2023-11-20', Date.UTC(2023, 10, 20)],
    // A leap second.
    ['2023-11-20T09:59:60Z', TEN],
    ['2023-11-20 09:59:60.000', TEN],
    [TEN / 1_000, TEN],
    [TEN, TEN],
    [String(TEN / 1_000), TEN],
    [`${TEN / 1_000}.25`, TEN + 250],
    [{ date: '2023-11-20 10:00:00.000000', timezone_type: 3, timezone: 'UTC' }, TEN],
    [{ date: '2023-11-20 12:00:00.000000', timezone: '+02:00' }, TEN],
    [{ date: '2023-11-20 11:00:00.000000', timezone: 'Europe/Berlin' }, TEN],
    [{ date: '2023-11-20 10:00:00.000000' }, TEN]
  ])('%j', (value, expected) => expect(readTime(value)).toBe(expected))

  it.each([
    null,
    '',
    0,
    '0',
    -5,
    '0000-00-00',
    '0000-00-00 00:00:00',
    '2023-00-10',
    { date: '0000-00-00 00:00:00', timezone: 'UTC' }
  ])('%j is not a time', (value) => expect(readTime(value)).toBeNull())

  it.each([
    'yesterday',
    '20/11/2023',
    '2023-02-31',
    '2023-13-01',
    '2023-11-20 25:00:00',
    '2023-11-20 10:60',
    '2023-11-20 10:00:61',
    1e20,
    Number.POSITIVE_INFINITY,
    true,
    [],
    {},
    { date: 5 },
    { date: '2023-11-20 10:00:00', timezone: 'Nowhere/Land' }
  ])('%j is not readable', (value) => expect(readTime(value)).toBeUndefined())
})
