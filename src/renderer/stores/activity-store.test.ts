import { afterEach, expect, it } from 'vitest'
import { showActivity, useActivity } from './activity-store.ts'
import { usePreferences } from './preferences-store.ts'

afterEach(() => {
  useActivity.setState(useActivity.getInitialState())
  usePreferences.setState(usePreferences.getInitialState())
})

it('brings the screen to the asked tab and batch', () => {
  showActivity('done', { batch: 14 })
  expect(useActivity.getState()).toEqual({ tab: 'done', batch: 14 })
  expect(usePreferences.getState().preferences.screen).toBe('activity')
})

it('forgets what was in focus when it is led elsewhere', () => {
  showActivity('done', { batch: 14 })
  showActivity('needs-you')
  expect(useActivity.getState()).toEqual({ tab: 'needs-you', batch: null })
})
