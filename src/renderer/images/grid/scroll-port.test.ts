import { describe, expect, test } from 'vitest'
import {
  createScrollPort,
  layerTop,
  MAX_ELEMENT_HEIGHT,
  rowBase,
  scrollScale,
  toContentOffset,
  topFromBase,
  toScrollTop
} from './scroll-port.ts'

const VIEWPORT = 700

/** An element that behaves as in browsers: whole px, and never beyond its end. */
function elementOf(height: number) {
  return {
    clientHeight: VIEWPORT,
    top: 0,
    get scrollTop() {
      return this.top
    },
    set scrollTop(value: number) {
      this.top = Math.min(Math.max(0, Math.round(value)), height - VIEWPORT)
    }
  }
}

function portOver(content: number) {
  const scale = scrollScale(content, VIEWPORT)
  const element = elementOf(scale.element)
  const port = createScrollPort(element)
  port.setScale(scale)
  return { element, port }
}

test('equals the scroll position without a scale', () => {
  const { element, port } = portOver(5_000)
  element.scrollTop = 1_234
  port.onScroll()
  expect(port.offset()).toBe(1_234)
  port.scrollTo(99_999)
  expect([port.offset(), element.scrollTop]).toEqual([4_300, 4_300])
})

test('keeps a step smaller than a px of the scaled element', () => {
  const { port } = portOver(300_000_000)
  port.scrollTo(1_000)
  port.scrollTo(port.offset() + 3)
  port.onScroll()
  expect(port.offset()).toBe(1_003)
})

test('follows a dragged thumb to the same share of the content', () => {
  const { element, port } = portOver(300_000_000)
  element.scrollTop = MAX_ELEMENT_HEIGHT
  port.onScroll()
  expect(port.offset()).toBeCloseTo(300_000_000 - VIEWPORT)
})

test('handles a scroll whose event is pending before the content changes', () => {
  const { element, port } = portOver(5_000)
  element.scrollTop = 1_234
  port.catchUp(scrollScale(2_500, VIEWPORT))
  expect(port.offset()).toBe(1_234)
})

test('does not mistake an element that became too short for a scroll', () => {
  const { element, port } = portOver(5_000)
  port.scrollTo(4_000)
  element.scrollTop = 1_800
  port.catchUp(scrollScale(2_500, VIEWPORT))
  expect(port.offset()).toBe(4_000)
})

test('does not mistake a window that became taller at the end for a scroll, though its content grows as well', () => {
  const { element, port } = portOver(5_000)
  port.scrollTo(4_300)
  element.clientHeight = VIEWPORT + 100
  element.scrollTop = 4_200
  port.catchUp(scrollScale(6_000, VIEWPORT + 100))
  expect(port.offset()).toBe(4_300)
})

test('does not mistake a position between two px of a scaled element for a scroll', () => {
  const { port } = portOver(300_000_000)
  port.scrollTo(1_003)
  port.catchUp(scrollScale(300_000_000, VIEWPORT))
  expect(port.offset()).toBe(1_003)
})

test('calls listeners for every move until they unsubscribe', () => {
  const { port } = portOver(5_000)
  const received: number[] = []
  const leave = port.subscribe((offset) => received.push(offset))
  port.scrollTo(10)
  leave()
  port.scrollTo(20)
  expect(received).toEqual([10])
})

describe('the scroll scale', () => {
  test('is 1 below the limit', () => {
    expect(scrollScale(30_000_000, 700)).toEqual({ content: 30_000_000, element: 30_000_000, ratio: 1 })
  })

  test('reaches both ends together', () => {
    const scale = scrollScale(232_000_000, 700)
    expect(scale.element).toBe(MAX_ELEMENT_HEIGHT)
    expect(toContentOffset(scale, 0)).toBe(0)
    expect(toContentOffset(scale, MAX_ELEMENT_HEIGHT - 700)).toBeCloseTo(232_000_000 - 700)
  })

  test('converts in both directions', () => {
    const scale = scrollScale(232_000_000, 700)
    expect(toContentOffset(scale, toScrollTop(scale, 123_456_789))).toBeCloseTo(123_456_789)
  })
})

describe('rows of unscaled content', () => {
  const scale = scrollScale(5_000_000, 700)
  test('keep their position', () => {
    expect([rowBase(scale, 3_000_000), topFromBase(scale, 3_000_100, 0), layerTop(scale, 3_000_000, 0)]).toEqual([
      0, 3_000_100, 0
    ])
  })
})

describe('rows of scaled content', () => {
  const scale = scrollScale(232_000_000, 700)
  test.each([0, 123, 999_999, 1_000_000, 77_654_321, 231_999_300])('appear where they belong at %i', (offset) => {
    const base = rowBase(scale, offset)
    const seenAt = layerTop(scale, offset, base) + topFromBase(scale, offset + 40, base) - offset / scale.ratio
    expect(seenAt).toBeCloseTo(40, 5)
  })

  test('never exceed what browsers can position', () => {
    const base = rowBase(scale, 200_000_000)
    expect(topFromBase(scale, 8, base)).toBeGreaterThan(-33_000_000)
  })
})
