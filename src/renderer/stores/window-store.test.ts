import { afterEach, expect, it } from 'vitest'
import { usePreferences } from './preferences-store.ts'
import { showActivity, showRecord, takeShownRecord, useActivity, useShownRecord } from './window-store.ts'

afterEach(() => {
  useActivity.setState(useActivity.getInitialState())
  usePreferences.setState(usePreferences.getInitialState())
})

it('shows the requested tab and batch', () => {
  showActivity('done', { batch: 14 })
  expect(useActivity.getState()).toEqual({ tab: 'done', batch: 14 })
  expect(usePreferences.getState().preferences.screen).toBe('activity')
})

it('clears the batch when another tab is requested', () => {
  showActivity('done', { batch: 14 })
  showActivity('needs-attention')
  expect(useActivity.getState()).toEqual({ tab: 'needs-attention', batch: null })
})

afterEach(() => {
  useShownRecord.setState(useShownRecord.getInitialState())
  usePreferences.setState(usePreferences.getInitialState())
})

it('shows an image on its screen, once', () => {
  showRecord({ record: 7, group: 'images' })
  expect(usePreferences.getState().preferences.screen).toBe('images')
  expect([takeShownRecord(), takeShownRecord()]).toEqual([7, null])
})

it('shows only the list for a project', () => {
  showRecord({ record: 7, group: 'projects' })
  expect(usePreferences.getState().preferences.screen).toBe('projects')
  expect(takeShownRecord()).toBeNull()
})
