/** Reads the history of batches page by page, newest first, as far as it is wanted. */
import type { BatchId, BatchReceipt } from '../../shared/batch.ts'
import type { Bridge } from '../../shared/bridge.ts'
import { succeed } from '../../shared/failure.ts'
import type { Result } from '../../shared/failure.ts'

interface BatchesRead {
  readonly rows: readonly BatchReceipt[]
  readonly hasMore: boolean
}

interface BatchesWanted {
  readonly listBatches: Bridge['listBatches']
  /** Rows to have at least, where there are so many. */
  readonly wanted: number
  /** A batch to read up to; null = none. */
  readonly opened: BatchId | null
  readonly perPage: number
}

/** Batches are numbered upwards, so one that lies further back has a smaller number. Fails as `listBatches` does. */
export async function readBatches({
  listBatches,
  wanted,
  opened,
  perPage
}: BatchesWanted): Promise<Result<BatchesRead>> {
  const rows: BatchReceipt[] = []
  for (;;) {
    const answer = await listBatches({ before: rows.at(-1)?.batch ?? null, limit: perPage })
    if (!answer.ok) return answer
    rows.push(...answer.value.rows)
    const { hasMore } = answer.value
    const isFar = opened !== null && opened < (rows.at(-1)?.batch ?? 0)
    if (!hasMore || (rows.length >= wanted && !isFar)) return succeed({ rows, hasMore })
  }
}
