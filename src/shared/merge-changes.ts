/** Merges changes of the library into one event, from the writer to main and from main to the window. Pure. */
import type { LibraryChange } from './bridge.ts'

/** Longer lists cost more to send than reloading what a screen shows. */
export const MAX_LISTED_CHANGES = 10_000

/** Merges two changes and keeps the newer revision. `before` is `null` for the first of a burst. */
export function mergeChanges(before: LibraryChange | null, after: LibraryChange): LibraryChange {
  if (before === null) return capped(after)
  return capped({
    revision: Math.max(before.revision, after.revision),
    records: before.records === null || after.records === null ? null : union(before.records, after.records),
    added: before.added + after.added,
    removed: before.removed + after.removed,
    projectsChanged: before.projectsChanged || after.projectsChanged
  })
}

function union(left: Uint32Array, right: Uint32Array): Uint32Array {
  if (left.length === 0) return right
  return Uint32Array.from(new Set([...left, ...right]))
}

function capped(change: LibraryChange): LibraryChange {
  const isLong = change.records !== null && change.records.length > MAX_LISTED_CHANGES
  return isLong ? { ...change, records: null } : change
}
