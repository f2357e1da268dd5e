/** What the lists of Activity read, and when they read it again. */
import { useCallback, useEffect, useState } from 'react'
import type { BatchId } from '../../shared/batch.ts'
import type { NeedReason } from '../../shared/change.ts'
import { type Result, succeed } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { valueOrReport } from '../commands/batch-commands.ts'
import { callAfter } from '../pending-work.ts'
import { useLanguage } from '../stores/preferences-store.ts'
import { useSync } from '../stores/sync-store.ts'
import type { NeedRow } from './need-sections.ts'
import { readBatches, useRead } from './read-in-turn.ts'
import type { RowsAnswer } from './row-pages.ts'

/** Interval in ms at which a draining list is read again. */
const PAUSE_MS = 400

/** Returns a number that increases after the library, its pending changes or the language have changed. */
export function useRevision(): number {
  const [revision, setRevision] = useState(0)
  useEffect(() => {
    const state: { cancel: (() => void) | null } = { cancel: null }
    const increaseSoon = (): void => {
      state.cancel ??= callAfter(() => {
        state.cancel = null
        setRevision((before) => before + 1)
      }, PAUSE_MS)
    }
    const subscriptions = [
      bridge.subscribe.libraryChanged(increaseSoon),
      useSync.subscribe(increaseSoon),
      // Main puts the log into sentences.
      useLanguage.subscribe(increaseSoon)
    ]
    return () => {
      subscriptions.forEach((end) => end())
      state.cancel?.()
    }
  }, [])
  return revision
}

const PER_PAGE = 100

/**
 * Returns the history of batches as far as it was scrolled, and at least up to the expanded batch, however old it is.
 */
export function useBatches(revision: number, opened: BatchId | null) {
  const [needed, setNeeded] = useState(PER_PAGE)
  const read = useCallback(
    async () =>
      valueOrReport(
        await readBatches({
          listBatches: (args) => bridge.listBatches(args),
          needed,
          opened,
          perPage: PER_PAGE
        })
      ),
    [needed, opened]
  )
  const batches = useRead(read, revision)
  const hasMore = batches?.hasMore === true
  const count = batches?.rows.length ?? 0
  /** Reads more, if there is more, when the end of the list is in view. */
  const readMore = useCallback(() => {
    if (hasMore) setNeeded(count + PER_PAGE)
  }, [hasMore, count])
  // Newest first; `null` before the first answer.
  return { rows: batches?.rows ?? null, readOn: readMore, hasMore }
}

// Reads the rows of one section of Needs attention from the library.

export async function readNeedRows(
  section: string,
  offset: number,
  limit: number
): Promise<Result<RowsAnswer<NeedRow>>> {
  if (section === 'removals-images') return readRemovals('images', offset, limit)
  if (section === 'removals-projects') return readRemovals('projects', offset, limit)
  // The ids of all other sections are made of their reason (need-sections.ts).
  const [kind, code, key] = JSON.parse(section) as [NeedReason['kind'], NeedReason['code'], string]
  const answer = await bridge.listChanges({
    filter: { state: 'needs-attention', reason: { kind, code, key }, batch: null },
    offset,
    limit
  })
  if (!answer.ok) return answer
  const { rows, total } = answer.value
  return succeed({ rows: rows.map((change): NeedRow => ({ kind: 'change', change })), total })
}

async function readRemovals(group: Group, offset: number, limit: number): Promise<Result<RowsAnswer<NeedRow>>> {
  const answer = await bridge.listRemovals({ group, offset, limit })
  if (!answer.ok) return answer
  const { rows, total } = answer.value
  return succeed({ rows: rows.map(({ record, name }): NeedRow => ({ kind: 'gone', group, record, name })), total })
}
