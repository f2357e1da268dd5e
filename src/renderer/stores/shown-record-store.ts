/** A record that one screen asks another to show. The screen that shows it takes the wish and forgets it. */
import { create } from 'zustand'
import type { RecordNumber } from '../../shared/image.ts'
import type { Group } from '../../shared/sync-status.ts'
import { usePreferences } from './preferences-store.ts'

interface ShownRecordState {
  /** An image that is to be shown by itself; null = none is asked for. */
  readonly record: RecordNumber | null
}

export const useShownRecord = create<ShownRecordState>()(() => ({ record: null }))

/** Brings the record's screen into the window, and an image by itself on it. */
export function showRecord({ record, group }: { readonly record: RecordNumber; readonly group: Group }): void {
  useShownRecord.setState({ record: group === 'images' ? record : null })
  usePreferences.getState().setPreferences({ screen: group })
}

/** The image that is asked for, once. */
export function takeShownRecord(): RecordNumber | null {
  const { record } = useShownRecord.getState()
  if (record !== null) useShownRecord.setState({ record: null })
  return record
}
