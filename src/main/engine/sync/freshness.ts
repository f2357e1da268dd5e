/** Whether what an entry must carry was read lately enough, and what to read for those that are next, by kind. */
import type { PushEntry } from '../domain/entry.ts'
import type { NameRead } from './name-read.ts'
import type { PictureRead } from './picture-read.ts'
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

export interface Readings {
  readonly pages: Refresh
  readonly names: NameRead
  readonly pictures: PictureRead
}

type Reading = Pick<NameRead, 'isFresh' | 'wanted' | 'read'>

/** Stars and deletions by list pages; renames, and stars on what has no picture yet, record by record. */
export function createFreshness({ pages, names, pictures }: Readings): Freshness {
  const readingOf = (entry: PushEntry): Reading => {
    if (entry.kind === 'name') return names
    return pictures.isFor(entry) ? pictures : pages
  }
  return {
    isFresh: (entry) => readingOf(entry).isFresh(entry),
    wanted: (entries, lane) =>
      [pages, names, pictures].flatMap((reading) => {
        const own = entries.filter((entry) => readingOf(entry) === reading)
        return reading.wanted(own).map((entry) => ({ read: () => reading.read(entry, lane) }))
      })
  }
}
