/** How two events of one kind become one. Pure. */
import type { BridgeEvents, EventName } from '../../shared/bridge.ts'
import { mergeChanges } from '../../shared/merge-changes.ts'

const latest = <T>(_older: T, newer: T): T => newer

/** States replace each other; changes add up. */
export const MERGE: { readonly [E in EventName]: (older: BridgeEvents[E], newer: BridgeEvents[E]) => BridgeEvents[E] } =
  {
    libraryChanged: mergeChanges,
    syncStatus: latest,
    connectionTest: latest,
    diagnosis: latest,
    connectionChanged: latest,
    libraryTrouble: latest,
    menuCommand: latest,
    windowClosing: latest
  }
