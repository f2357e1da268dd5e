import { describe, expect, test } from 'vitest'
import { imageRow } from '../../../../test/helpers/image-samples.ts'
import type { ImageRow } from '../../../shared/image.ts'
import { RowCache } from './row-cache.ts'

const row = (record: number, part: Partial<ImageRow> = {}) =>
  imageRow({ record, name: `Image ${record}`, favorite: false, ...part })
const numbers = (...records: number[]) => Uint32Array.from(records)

describe('the cache of rows', () => {
  test('tells what is missing', () => {
    const cache = new RowCache()
    cache.put([row(1), row(2)], cache.moment)
    expect([...cache.missing(numbers(1, 2, 3))]).toEqual([3])
  })

  test('keeps an expired row until its successor comes', () => {
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
  ])('a row that was on its way when %s expired is asked for again', (_name, records) => {
    const cache = new RowCache()
    const { moment } = cache
    cache.expire(records)
    cache.put([row(1)], moment)
    expect([...cache.missing(numbers(1))]).toEqual([1])
    cache.put([row(1)], cache.moment)
    expect([...cache.missing(numbers(1))]).toEqual([])
  })

  test('remembers no more expired rows than it holds: what was on its way meanwhile is asked for again', () => {
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

  test('an equal row is the same object, and no change', () => {
    const cache = new RowCache()
    const first = row(1)
    expect(cache.put([first], cache.moment)).toBe(true)
    expect(cache.put([row(1)], cache.moment)).toBe(false)
    expect(cache.get(1)).toBe(first)
    expect(cache.put([row(1, { mark: 'waiting' })], cache.moment)).toBe(true)
  })

  test('those read longest ago make room', () => {
    const cache = new RowCache(3)
    cache.put([row(1), row(2), row(3)], cache.moment)
    cache.put([row(1)], cache.moment)
    cache.put([row(4)], cache.moment)
    expect([...cache.missing(numbers(1, 2, 3, 4))]).toEqual([2])
  })

  test('one that is looked at all the while stays, as that of the focus far out of view', () => {
    const cache = new RowCache(3)
    cache.put([row(1), row(2), row(3)], cache.moment)
    for (const next of [4, 5, 6, 7]) {
      cache.missing(numbers(1, next))
      cache.put([row(next)], cache.moment)
    }
    expect([cache.get(1)?.record, cache.get(2)]).toEqual([1, undefined])
  })
})
