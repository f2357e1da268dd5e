/** How two events of one kind become one. Pure. */
import type { BridgeEvents, EventName, LibraryChange } from '../../shared/bridge.ts'

/** More changed records than this are "read again what is on screen": a screen shows a few hundred. */
const MAX_LISTED = 5_000

/** Both changes as one: nothing that changed is left out, and the newer revision counts. */
export function mergeLibraryChanges(older: LibraryChange, newer: LibraryChange): LibraryChange {
  return {
    revision: Math.max(older.revision, newer.revision),
    records: mergeRecords(older.records, newer.records),
    added: older.added + newer.added,
    removed: older.removed + newer.removed,
    projectsChanged: older.projectsChanged || newer.projectsChanged
  }
}

function mergeRecords(older: Uint32Array | null, newer: Uint32Array | null): Uint32Array | null {
  if (older === null || newer === null || older.length + newer.length > MAX_LISTED) return null
  return Uint32Array.from(new Set([...older, ...newer]))
}

const latest = <T>(_older: T, newer: T): T => newer

/** States replace each other; changes add up. */
export const MERGE: { readonly [E in EventName]: (older: BridgeEvents[E], newer: BridgeEvents[E]) => BridgeEvents[E] } =
  {
    libraryChanged: mergeLibraryChanges,
    syncStatus: latest,
    connectionTest: latest,
    connectionChanged: latest
  }
