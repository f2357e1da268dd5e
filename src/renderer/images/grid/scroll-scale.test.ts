import { describe, expect, test } from 'vitest'
import { MAX_ELEMENT_HEIGHT, scrollScale, toContentOffset, toScrollTop } from './scroll-scale.ts'

describe('the scroll scale', () => {
  test('is none below the limit', () => {
    expect(scrollScale(30_000_000, 700)).toEqual({ content: 30_000_000, element: 30_000_000, ratio: 1 })
  })

  test('ends at both ends at once', () => {
    const scale = scrollScale(232_000_000, 700)
    expect(scale.element).toBe(MAX_ELEMENT_HEIGHT)
    expect(toContentOffset(scale, 0)).toBe(0)
    expect(toContentOffset(scale, MAX_ELEMENT_HEIGHT - 700)).toBeCloseTo(232_000_000 - 700)
  })

  test('goes there and back', () => {
    const scale = scrollScale(232_000_000, 700)
    expect(toContentOffset(scale, toScrollTop(scale, 123_456_789))).toBeCloseTo(123_456_789)
  })
})
