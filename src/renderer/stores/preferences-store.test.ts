import { describe, expect, it } from 'vitest'
import { DEFAULT_PREFERENCES } from '../../shared/preferences.ts'
import { changedParts, dismissHint, isHintDue, usePreferences } from './preferences-store.ts'

it('shows a hint until it is dismissed, once', () => {
  expect(isHintDue('review')).toBe(true)
  dismissHint('review')
  const { preferences } = usePreferences.getState()
  dismissHint('review')
  expect([isHintDue('review'), preferences.dismissedHints]).toEqual([false, ['review']])
  expect(usePreferences.getState().preferences).toBe(preferences)
})

describe('saving preferences', () => {
  it('sends only what changed', () => {
    expect(changedParts(DEFAULT_PREFERENCES, { ...DEFAULT_PREFERENCES, tile: 232 })).toEqual({ tile: 232 })
    expect(changedParts(DEFAULT_PREFERENCES, { ...DEFAULT_PREFERENCES })).toBeNull()
  })
})
