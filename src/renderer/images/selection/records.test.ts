import { describe, expect, test } from 'vitest'
import { countIn, difference, EMPTY_SET, hasRecord, listRecords, union, withoutRecord, withRecords } from './records.ts'

const set = (...numbers: number[]) => withRecords(EMPTY_SET, Uint32Array.from(numbers))
const list = (...parts: Parameters<typeof listRecords>) => [...listRecords(...parts)]

describe('a set of record numbers', () => {
  test('contains its members once each, in any order of insertion', () => {
    const some = set(64, 1, 31, 32, 1, 64, 1000)
    expect(some.size).toBe(5)
    expect(list(some)).toEqual([1, 31, 32, 64, 1000])
    expect([0, 1, 31, 32, 33, 64, 999, 1000, 5000].map((n) => hasRecord(some, n))).toEqual([
      false,
      true,
      true,
      true,
      false,
      true,
      false,
      true,
      false
    ])
  })

  test('counts the members in a list', () => {
    expect(countIn(set(3, 64, 1000), Uint32Array.of(1, 3, 64, 65, 2000))).toBe(2)
    expect([countIn(EMPTY_SET, Uint32Array.of(1)), countIn(set(1), new Uint32Array(0))]).toEqual([0, 0])
  })

  test('is not changed by sets derived from it', () => {
    const some = set(1, 2, 3)
    withRecords(some, Uint32Array.of(4))
    withoutRecord(some, 2)
    expect(list(some)).toEqual([1, 2, 3])
    expect(withoutRecord(some, 99)).toBe(some)
    expect(withRecords(some, new Uint32Array(0))).toBe(some)
  })

  test.each([
    ['union', union, [1, 2, 3, 70]],
    ['difference', difference, [1, 3]]
  ] as const)('%s', (_name, join, expected) => {
    const joined = join(set(1, 2, 3), set(2, 70))
    expect(list(joined)).toEqual(expected)
    expect(joined.size).toBe(expected.length)
  })

  test('counts the highest bit of a word', () => {
    expect(difference(set(31, 63), EMPTY_SET).size).toBe(2)
    expect(list(set(31, 63))).toEqual([31, 63])
  })
})
