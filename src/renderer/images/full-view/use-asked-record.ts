import { useEffect } from 'react'
import { takeShownRecord, useShownRecord } from '../../stores/shown-record-store.ts'
import { openFullView } from './full-view-store.ts'

/** Opens the image that another screen asks to show. */
export function useAskedRecord(): void {
  const asked = useShownRecord((state) => state.record)
  useEffect(() => {
    if (asked === null) return
    const record = takeShownRecord()
    if (record !== null) openFullView(record)
  }, [asked])
}
