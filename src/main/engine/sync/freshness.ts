/** Whether what an entry must carry was read lately enough, and what to read for those that are next, by kind. */
import type { PushEntry } from '../domain/entry.ts'
import type { NameRead } from './name-read.ts'
import type { PushLane } from './push-line.ts'
import type { Refresh } from './refresh.ts'

/** A read that some of the next entries need. */
export interface WantedRead {
  /** False when nothing was learned. */
  readonly read: () => Promise<boolean>
}

export interface Freshness {
  readonly isFresh: (entry: PushEntry) => boolean
  readonly wanted: (entries: readonly PushEntry[], lane: PushLane) => readonly WantedRead[]
}

/** Nothing needs to be read before it is sent. */
export const ALWAYS_FRESH: Freshness = { isFresh: () => true, wanted: () => [] }

/** Stars and deletions by list pages, renames record by record. */
export function createFreshness({ pages, names }: { readonly pages: Refresh; readonly names: NameRead }): Freshness {
  return {
    isFresh: (entry) => (entry.kind === 'name' ? names.isFresh(entry) : pages.isFresh(entry)),
    wanted: (entries, lane) => {
      const others = entries.filter((entry) => entry.kind !== 'name')
      return [
        ...pages.wanted(others).map((entry) => ({ read: () => pages.read(entry, lane) })),
        ...names.wanted(entries).map((entry) => ({ read: () => names.read(entry, lane) }))
      ]
    }
  }
}
