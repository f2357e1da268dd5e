/** Repeats a read, one at a time. */
import { useEffect, useState } from 'react'
import type { BatchId, BatchReceipt } from '../../shared/batch.ts'
import type { Bridge } from '../../shared/bridge.ts'
import { type Result, succeed } from '../../shared/failure.ts'
import { oneAtATime } from '../pending-work.ts'

/** Resolves with `null` if the read failed. */
type Read<T> = () => Promise<T | null>

/**
 * Returns a function that reads at once, or after the read that is running; of several waiting reads only the last one
 * runs. Every result is passed to `onValue`, even if a newer read is waiting: when reads are requested faster than they
 * finish, no result would be shown otherwise. Parallel reads would accumulate while the library changes.
 */
export function createReadInTurn<T>(onValue: (value: T) => void): (read: Read<T>) => void {
  const state: { next: Read<T> | null } = { next: null }
  const readNext = oneAtATime(async () => {
    const value = await state.next?.()
    if (value !== null && value !== undefined) onValue(value)
  })
  return (read) => {
    state.next = read
    void readNext()
  }
}

interface Known<T> {
  readonly value: T
  /** The revision at the start of the read. */
  readonly revision: number
}

/**
 * Returns the result of the last read; `null` before the first one. Reads again whenever `read` is another function or
 * the revision (useRevision) increases. If `read` returns `null`, the earlier result stays.
 */
export function useRead<T>(read: () => Promise<T | null>, revision: number): T | null {
  const [known, setKnown] = useState<Known<T> | null>(null)
  const [readInTurn] = useState(() => createReadInTurn<Known<T>>(setKnown))
  useEffect(() => {
    readInTurn(async () => {
      const value = await read()
      return value === null ? null : { value, revision }
    })
  }, [readInTurn, read, revision])
  return known?.value ?? null
}

// Reads the history of batches page by page, newest first, as far as needed.

interface BatchesRead {
  readonly rows: readonly BatchReceipt[]
  readonly hasMore: boolean
}

interface BatchesRequest {
  readonly listBatches: Bridge['listBatches']
  /** Least number of rows to read, if there are that many. */
  readonly needed: number
  /** A batch to read up to; `null` if none. */
  readonly opened: BatchId | null
  readonly perPage: number
}

/** Reads the pages. Batch numbers increase, so an older batch has a smaller number. Fails as `listBatches` does. */
export async function readBatches({
  listBatches,
  needed,
  opened,
  perPage
}: BatchesRequest): Promise<Result<BatchesRead>> {
  const rows: BatchReceipt[] = []
  for (;;) {
    const answer = await listBatches({ before: rows.at(-1)?.batch ?? null, limit: perPage })
    if (!answer.ok) return answer
    rows.push(...answer.value.rows)
    const { hasMore } = answer.value
    const isFar = opened !== null && opened < (rows.at(-1)?.batch ?? 0)
    if (!hasMore || (rows.length >= needed && !isFar)) return succeed({ rows, hasMore })
  }
}
