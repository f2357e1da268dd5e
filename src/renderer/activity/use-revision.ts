import { useEffect, useState } from 'react'
import { bridge } from '../bridge.ts'
import { callAfter } from '../pending-work.ts'
import { useSync } from '../stores/sync-store.ts'

/** A list that drains is read again this often, in ms. */
const PAUSE_MS = 400

/** A number that rises after the library or what is on its way has changed. */
export function useRevision(): number {
  const [revision, setRevision] = useState(0)
  useEffect(() => {
    const state: { callOff: (() => void) | null } = { callOff: null }
    const riseSoon = (): void => {
      state.callOff ??= callAfter(() => {
        state.callOff = null
        setRevision((before) => before + 1)
      }, PAUSE_MS)
    }
    const ends = [bridge.subscribe.libraryChanged(riseSoon), useSync.subscribe(riseSoon)]
    return () => {
      ends.forEach((end) => end())
      state.callOff?.()
    }
  }, [])
  return revision
}
