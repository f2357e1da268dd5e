/**
 * Counts refusals of one kind in a row, for each batch apart: twenty alike mean that the other thousands would be
 * refused as well, and the person is asked before they are sent.
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
   * An item of the batch was refused; `own`: id and names of its record. True when it is the one that stops the
   * batch; counting then starts again.
   */
  refused(batch: BatchId, failure: Failure, own: readonly (string | null)[]): boolean {
    const kind = `${failure.code} ${reasonKey(failure, own)}`
    const before = this.#streaks.get(batch)
    const count = before?.kind === kind ? before.count + 1 : 1
    if (count >= REFUSALS_ALIKE) this.#streaks.delete(batch)
    else this.#streaks.set(batch, { kind, count })
    return count >= REFUSALS_ALIKE
  }

  /** An item of the batch went through. */
  taken(batch: BatchId): void {
    this.#streaks.delete(batch)
  }
}
