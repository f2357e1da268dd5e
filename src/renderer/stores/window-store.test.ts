import { afterEach, expect, it } from 'vitest'
import { usePreferences } from './preferences-store.ts'
import { showActivity, showRecord, takeShownRecord, useActivity, useShownRecord } from './window-store.ts'

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

afterEach(() => {
  useShownRecord.setState(useShownRecord.getInitialState())
  usePreferences.setState(usePreferences.getInitialState())
})

it('brings an image to its screen, once', () => {
  showRecord({ record: 7, group: 'images' })
  expect(usePreferences.getState().preferences.screen).toBe('images')
  expect([takeShownRecord(), takeShownRecord()]).toEqual([7, null])
})

it('only leads to the list for a project', () => {
  showRecord({ record: 7, group: 'projects' })
  expect(usePreferences.getState().preferences.screen).toBe('projects')
  expect(takeShownRecord()).toBeNull()
})
