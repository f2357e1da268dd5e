import { useCallback, useState } from 'react'
import type { BatchId, BatchReceipt } from '../../shared/batch.ts'
import { bridge } from '../bridge.ts'
import { valueOrTold } from '../commands/batch-commands.ts'
import { readBatches } from './read-batches.ts'
import { useRead } from './use-read.ts'

const PER_PAGE = 100

export interface Batches {
  /** Newest first; null before the first answer. */
  readonly rows: readonly BatchReceipt[] | null
  /** The end of what was read is in view: reads on, when there is more. */
  readonly readOn: () => void
  readonly hasMore: boolean
}

/** The history of batches, as far as it was looked at, and up to the one that is opened, however old it is. */
export function useBatches(revision: number, opened: BatchId | null): Batches {
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
  const readOn = useCallback(() => {
    if (hasMore) setWanted(count + PER_PAGE)
  }, [hasMore, count])
  return { rows: batches?.rows ?? null, readOn, hasMore }
}
