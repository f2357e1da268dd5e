import { describe, expect, test } from 'vitest'
import { imageRow } from '../../../../test/helpers/image-samples.ts'
import type { ImageRow } from '../../../shared/image.ts'
import { RowCache } from './row-cache.ts'

const row = (record: number, part: Partial<ImageRow> = {}) =>
  imageRow({ record, name: `Image ${record}`, favorite: false, ...part })
const numbers = (...records: number[]) => Uint32Array.from(records)

describe('the cache of rows', () => {
  test('returns missing records', () => {
    const cache = new RowCache()
    cache.put([row(1), row(2)], cache.moment)
    expect([...cache.missing(numbers(1, 2, 3))]).toEqual([3])
  })

  test('keeps an expired row until its new version arrives', () => {
    const cache = new RowCache()
    cache.put([row(1), row(2)], cache.moment)
    cache.expire(numbers(2))
    expect(cache.get(2)).toBeDefined()
    expect([...cache.missing(numbers(1, 2))]).toEqual([2])
    cache.put([row(2, { favorite: true })], cache.moment)
    expect(cache.get(2)?.favorite).toBe(true)
    expect([...cache.missing(numbers(1, 2))]).toEqual([])
  })

  test('expires everything at once', () => {
    const cache = new RowCache()
    cache.put([row(1), row(2)], cache.moment)
    cache.expire(null)
    expect([...cache.missing(numbers(1, 2))]).toEqual([1, 2])
  })

  test.each([
    ['one', numbers(1)],
    ['all', null]
  ])('requests a row again if %s expired during its read', (_name, records) => {
    const cache = new RowCache()
    const { moment } = cache
    cache.expire(records)
    cache.put([row(1)], moment)
    expect([...cache.missing(numbers(1))]).toEqual([1])
    cache.put([row(1)], cache.moment)
    expect([...cache.missing(numbers(1))]).toEqual([])
  })

  test('remembers no more expiries than rows, and then requests again what was being read', () => {
    const cache = new RowCache(3)
    cache.put([row(9)], cache.moment)
    const { moment } = cache
    cache.expire(numbers(1, 2, 3))
    cache.put([row(9)], moment)
    expect([...cache.missing(numbers(9))]).toEqual([])
    cache.expire(numbers(4))
    expect([...cache.missing(numbers(9))]).toEqual([])
    cache.put([row(9)], moment)
    expect([...cache.missing(numbers(9))]).toEqual([9])
    cache.put([row(9)], cache.moment)
    expect([...cache.missing(numbers(9))]).toEqual([])
  })

  test('keeps the same object for an equal row and reports no change', () => {
    const cache = new RowCache()
    const first = row(1)
    expect(cache.put([first], cache.moment)).toBe(true)
    expect(cache.put([row(1)], cache.moment)).toBe(false)
    expect(cache.get(1)).toBe(first)
    expect(cache.put([row(1, { mark: 'waiting' })], cache.moment)).toBe(true)
  })

  test('evicts the rows read longest ago', () => {
    const cache = new RowCache(3)
    cache.put([row(1), row(2), row(3)], cache.moment)
    cache.put([row(1)], cache.moment)
    cache.put([row(4)], cache.moment)
    expect([...cache.missing(numbers(1, 2, 3, 4))]).toEqual([2])
  })

  test('keeps a row in use, such as the focused one far out of view', () => {
    const cache = new RowCache(3)
    cache.put([row(1), row(2), row(3)], cache.moment)
    for (const next of [4, 5, 6, 7]) {
      cache.missing(numbers(1, next))
      cache.put([row(next)], cache.moment)
    }
    expect([cache.get(1)?.record, cache.get(2)]).toEqual([1, undefined])
  })
})
