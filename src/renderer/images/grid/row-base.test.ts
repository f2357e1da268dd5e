import { describe, expect, test } from 'vitest'
import { layerTop, rowBase, topFromBase } from './row-base.ts'
import { scrollScale } from './scroll-scale.ts'

describe('rows of a content that is not scaled', () => {
  const scale = scrollScale(5_000_000, 700)
  test('stand where they are', () => {
    expect([rowBase(scale, 3_000_000), topFromBase(scale, 3_000_100, 0), layerTop(scale, 3_000_000, 0)]).toEqual([
      0, 3_000_100, 0
    ])
  })
})

describe('rows of a scaled content', () => {
  const scale = scrollScale(232_000_000, 700)
  test.each([0, 123, 999_999, 1_000_000, 77_654_321, 231_999_300])('are seen where they belong at %i', (offset) => {
    const base = rowBase(scale, offset)
    const seenAt = layerTop(scale, offset, base) + topFromBase(scale, offset + 40, base) - offset / scale.ratio
    expect(seenAt).toBeCloseTo(40, 5)
  })

  test('never stand beyond what browsers can place', () => {
    const base = rowBase(scale, 200_000_000)
    expect(topFromBase(scale, 8, base)).toBeGreaterThan(-33_000_000)
  })
})
