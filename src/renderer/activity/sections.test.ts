import { describe, expect, it } from 'vitest'
import { lineAfter, linesOf, rowFrom } from './sections.ts'

const lines = linesOf([
  { id: 'a', count: 2, hasHead: true },
  { id: 'single', count: 1, hasHead: false },
  { id: 'empty', count: 0, hasHead: false },
  { id: 'b', count: 1, hasHead: true }
])

describe('lines of sections', () => {
  it('are heads and rows, in order', () => {
    const all = Array.from({ length: lines.count }, (_, line) => lines.keyAt(line))
    expect(all).toEqual(['a', 'a/0', 'a/1', 'single/0', 'b', 'b/0'])
    expect(lines.at(lines.count)).toBeUndefined()
    expect(lines.at(-1)).toBeUndefined()
  })

  it('are none without sections', () => {
    expect(linesOf([]).count).toBe(0)
    expect(linesOf([]).at(0)).toBeUndefined()
  })

  it('are found among many sections', () => {
    const many = linesOf(Array.from({ length: 500 }, (_, id) => ({ id: String(id), count: 200, hasHead: true })))
    expect(many.count).toBe(500 * 201)
    expect(many.at(201 * 499 + 200)).toEqual({ kind: 'row', section: 499, index: 199 })
    expect(many.keyAt(201 * 250)).toBe('250')
  })
})

describe('keys in the list', () => {
  it.each([
    ['ArrowDown', 2, 3],
    ['ArrowDown', 3, 5],
    ['ArrowDown', 5, null],
    ['ArrowUp', 5, 3],
    ['ArrowUp', 1, null],
    ['Home', 5, 1],
    ['End', 1, 5],
    ['PageDown', 1, 5],
    ['PageDown', 1, 3, 3],
    ['PageUp', 5, 1],
    ['x', 1, null]
  ])('move with %s from line %i to %s', (key, from, to, page = 10) => {
    expect(lineAfter(key, from, lines, page)).toBe(to)
  })

  it('skip heads', () => {
    expect(rowFrom(lines, 4, 1)).toBe(5)
    expect(rowFrom(lines, 4, -1)).toBe(3)
  })
})
