import { describe, expect, it } from 'vitest'
import { MAX_LISTED_CHANGES, mergeChanges } from './merge-changes.ts'

describe('merged changes', () => {
  const change = (revision: number, records: readonly number[] | null, added = 0) => ({
    revision,
    records: records === null ? null : Uint32Array.from(records),
    added,
    removed: 0,
    projectsChanged: false
  })

  it('list each record once and add up the counts', () => {
    const merged = mergeChanges(change(1, [1, 2], 2), { ...change(2, [2, 3], 1), projectsChanged: true })
    expect(merged).toEqual({ ...change(2, [1, 2, 3], 3), projectsChanged: true })
  })

  it('have the newer revision in either order', () => {
    expect(mergeChanges(change(2, [1]), change(1, [1])).revision).toBe(2)
  })

  it('list no records if one change does not, or if there are too many', () => {
    expect(mergeChanges(change(1, null), change(2, [1])).records).toBeNull()
    const many = Array.from({ length: MAX_LISTED_CHANGES + 1 }, (_, index) => index)
    expect(mergeChanges(null, change(1, many)).records).toBeNull()
  })
})
