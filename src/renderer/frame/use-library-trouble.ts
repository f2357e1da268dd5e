import { useEffect, useState } from 'react'
import type { LibraryRebuilt, LibraryTrouble } from '../../shared/connection.ts'
import type { Failure } from '../../shared/failure.ts'
import { bridge } from '../bridge.ts'
import type { TroubleAction } from '../copy/library-trouble.ts'
import { useConnection } from '../stores/connection-store.ts'
import { useSync } from '../stores/sync-store.ts'

export interface LibraryTroubleState {
  /** What is up now: trying again may have met something else. */
  readonly failure: Failure
  readonly details: LibraryTrouble | null
  readonly rebuilt: LibraryRebuilt | null
  readonly busy: TroubleAction | null
  readonly act: (action: TroubleAction) => void
  /** Leaves this for the library, which is open. */
  readonly leave: () => void
}

/** The ways out of a library that cannot be used. */
export function useLibraryTrouble(first: Failure): LibraryTroubleState {
  const [failure, setFailure] = useState(first)
  const [details, setDetails] = useState<LibraryTrouble | null>(null)
  const [rebuilt, setRebuilt] = useState<LibraryRebuilt | null>(null)
  const [busy, setBusy] = useState<TroubleAction | null>(null)
  useEffect(() => {
    void readDetails().then(setDetails)
  }, [])

  const run = async (action: TroubleAction): Promise<void> => {
    if (action === 'show-file') return void (await bridge.showLibraryFile(null))
    setBusy(action)
    const done = action === 'rebuild' ? await bridge.rebuildLibrary(null) : await bridge.retryLibrary(null)
    setBusy(null)
    if (!done.ok) {
      setFailure(done.failure)
      return setDetails(await readDetails())
    }
    if (done.value === null) return enterLibrary()
    setRebuilt(done.value)
  }
  return {
    failure,
    details,
    rebuilt,
    busy,
    act: (action) => {
      if (busy === null) void run(action)
    },
    leave: () => void enterLibrary()
  }
}

async function readDetails(): Promise<LibraryTrouble | null> {
  const answer = await bridge.getLibraryTrouble(null)
  return answer.ok ? answer.value : null
}

/** The library is open again: its screens begin anew with what main says now. */
async function enterLibrary(): Promise<void> {
  const [connection, status] = await Promise.all([bridge.getConnection(null), bridge.getSyncStatus(null)])
  if (status.ok) useSync.setState({ status: status.value })
  if (connection.ok) useConnection.getState().enter(connection.value)
  else useConnection.setState({ trouble: connection.failure })
}
