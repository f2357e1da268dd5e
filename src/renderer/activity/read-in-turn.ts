/** Asks again and again, one question at a time. */
import { useEffect, useState } from 'react'
import type { BatchId, BatchReceipt } from '../../shared/batch.ts'
import type { Bridge } from '../../shared/bridge.ts'
import { type Result, succeed } from '../../shared/failure.ts'
import { oneAtATime } from '../pending-work.ts'

/** null = could not be read. */
type Read<T> = () => Promise<T | null>

/**
 * Returns what asks: at once, or when the answer under way is there; of several that wait the last one is asked. Every
 * answer is told, also one that a later question has overtaken: where questions come faster than answers nothing else
 * would ever be shown. Asked side by side they would pile up for as long as the library changes.
 */
export function createReadInTurn<T>(onValue: (value: T) => void): (read: Read<T>) => void {
  const state: { next: Read<T> | null } = { next: null }
  const readOn = oneAtATime(async () => {
    const value = await state.next?.()
    if (value !== null && value !== undefined) onValue(value)
  })
  return (read) => {
    state.next = read
    void readOn()
  }
}

interface Known<T> {
  readonly value: T
  /** At which it was asked for. */
  readonly revision: number
}

/**
 * What was read last; null before the first answer. Read again whenever `read` is another function or the revision
 * (useRevision) rises. null from `read` = could not be read: what is shown stays.
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

// Reads the history of batches page by page, newest first, as far as it is wanted.

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
