import { describe, expect, it } from 'vitest'
import { DEFAULT_PREFERENCES } from '../../shared/preferences.ts'
import { changedParts } from './preferences-store.ts'

describe('saving preferences', () => {
  it('sends only what changed', () => {
    expect(changedParts(DEFAULT_PREFERENCES, { ...DEFAULT_PREFERENCES, tile: 232 })).toEqual({ tile: 232 })
    expect(changedParts(DEFAULT_PREFERENCES, { ...DEFAULT_PREFERENCES })).toBeNull()
  })
})
