import { afterEach, expect, it } from 'vitest'
import { usePreferences } from './preferences-store.ts'
import { showRecord, takeShownRecord, useShownRecord } from './shown-record-store.ts'

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
