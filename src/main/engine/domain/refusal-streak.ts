/**
 * Counts refusals of one kind in a row, per batch: twenty identical ones mean that thousands of others would be refused
 * as well, so the user decides before they are sent.
 */
import type { BatchId } from '../../../shared/batch.ts'
import type { Failure } from '../../../shared/failure.ts'
import { REFUSALS_ALIKE } from '../../../shared/limits.ts'
import { reasonKey } from './reason-key.ts'

interface Streak {
  readonly kind: string
  readonly count: number
}

export class RefusalStreaks {
  readonly #streaks = new Map<BatchId, Streak>()

  /**
   * Records a refused item of the batch; `own`: id and names of its record. Returns true if it stops the batch;
   * counting then restarts.
   */
  refused(batch: BatchId, failure: Failure, own: readonly (string | null)[]): boolean {
    const kind = `${failure.code} ${reasonKey(failure, own)}`
    const before = this.#streaks.get(batch)
    const count = before?.kind === kind ? before.count + 1 : 1
    if (count >= REFUSALS_ALIKE) this.#streaks.delete(batch)
    else this.#streaks.set(batch, { kind, count })
    return count >= REFUSALS_ALIKE
  }

  /** Records a successful item of the batch. */
  taken(batch: BatchId): void {
    this.#streaks.delete(batch)
  }
}
