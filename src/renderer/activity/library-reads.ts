/** What the lists of the activity read, and when they read it again. */
import { useCallback, useEffect, useState } from 'react'
import type { BatchId } from '../../shared/batch.ts'
import type { NeedReason } from '../../shared/change.ts'
import { type Result, succeed } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { valueOrTold } from '../commands/batch-commands.ts'
import { callAfter } from '../pending-work.ts'
import { useSync } from '../stores/sync-store.ts'
import type { NeedRow } from './need-sections.ts'
import { readBatches, useRead } from './read-in-turn.ts'
import type { RowsAnswer } from './row-pages.ts'

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

const PER_PAGE = 100

/** The history of batches, as far as it was looked at, and up to the one that is opened, however old it is. */
export function useBatches(revision: number, opened: BatchId | null) {
  const [wanted, setWanted] = useState(PER_PAGE)
  const read = useCallback(
    async () =>
      valueOrTold(
        await readBatches({ listBatches: (args) => bridge.listBatches(args), wanted, opened, perPage: PER_PAGE })
      ),
    [wanted, opened]
  )
  const batches = useRead(read, revision)
  const hasMore = batches?.hasMore === true
  const count = batches?.rows.length ?? 0
  /** The end of what was read is in view: reads on, when there is more. */
  const readOn = useCallback(() => {
    if (hasMore) setWanted(count + PER_PAGE)
  }, [hasMore, count])
  // Newest first; null before the first answer.
  return { rows: batches?.rows ?? null, readOn, hasMore }
}

// Reads the rows of one section of Needs attention from the library.

export async function readNeedRows(
  section: string,
  offset: number,
  limit: number
): Promise<Result<RowsAnswer<NeedRow>>> {
  if (section === 'removals-images') return readRemovals('images', offset, limit)
  if (section === 'removals-projects') return readRemovals('projects', offset, limit)
  // Ids of the other sections are made of their reason (need-sections.ts).
  const [kind, code, key] = JSON.parse(section) as [NeedReason['kind'], NeedReason['code'], string]
  const answer = await bridge.listChanges({
    filter: { state: 'needs-you', reason: { kind, code, key }, batch: null },
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
