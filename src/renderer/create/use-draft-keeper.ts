import { useEffect } from 'react'
import { bridge } from '../bridge.ts'
import { useConnection } from '../stores/connection-store.ts'
import { forgetRecord } from '../stores/create-store.ts'
import { pendingSaves } from '../stores/pending-saves.ts'
import { keepDraft } from './draft-keeper.ts'

/** Keeps the draft for as long as the form may be opened, also over a window that is closed in the middle of a word. */
export function useDraftKeeper(): void {
  useEffect(() => keepDraft({ bridge, now: Date.now, after: pendingSaves.after }).end, [])
  useEffect(
    () =>
      useConnection.subscribe((now, before) => {
        // Record numbers of another library mean other records.
        if (now.connection?.id !== before.connection?.id) forgetRecord()
      }),
    []
  )
}
