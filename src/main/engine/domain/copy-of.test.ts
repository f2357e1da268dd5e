import { describe, expect, it } from 'vitest'
import { FRESH_MS, copyOf } from './copy-of.ts'
import type { PushEntry } from './entry.ts'

const NOW = 10 * FRESH_MS

function entry(kind: PushEntry['kind'], readAt: number, results: string | null = '["a"]') {
  return { kind, mirror: { favorite: false, name: 'A', results, result: null, url: null, readAt, bornAt: 0 } }
}

describe('the copy that an update carries', () => {
  it('is told from when it is too old to be fresh', () => {
    expect(copyOf(entry('favorite', NOW - FRESH_MS), NOW)).toBe(NOW - FRESH_MS)
    expect(copyOf(entry('name', 5), NOW)).toBe(5)
  })

  it('is not told of while it is fresh', () => {
    expect(copyOf(entry('favorite', NOW - FRESH_MS + 1), NOW)).toBeNull()
    expect(copyOf(entry('favorite', NOW), NOW)).toBeNull()
  })

  it('is none where no results were ever read, or none are sent', () => {
    expect(copyOf(entry('favorite', 5, null), NOW)).toBeNull()
    expect(copyOf(entry('delete', 5), NOW)).toBeNull()
    expect(copyOf(entry('delete-project', 5), NOW)).toBeNull()
  })

  it('of a time ahead of the clock is no fresh one', () => {
    expect(copyOf(entry('favorite', NOW + 1), NOW)).toBe(NOW + 1)
  })
})
