import { describe, expect, it } from 'vitest'
import { changedParts, FIRST_PREFERENCES } from './preferences-store.ts'

describe('saving preferences', () => {
  it('sends only what changed', () => {
    expect(changedParts(FIRST_PREFERENCES, { ...FIRST_PREFERENCES, tile: 232 })).toEqual({ tile: 232 })
    expect(changedParts(FIRST_PREFERENCES, { ...FIRST_PREFERENCES })).toBeNull()
  })
})
