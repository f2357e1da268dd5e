/** I8: after an answer that tells when to come again, nothing leaves before. */
import type { HttpAnswer } from '../../../src/shared/send.ts'
import type { Clock } from '../../../src/main/engine/domain/clock.ts'

const SECOND_MS = 1_000
const DAY_MS = 24 * 3_600_000

export class HoldWatch {
  readonly #clock: Pick<Clock, 'elapsed'>
  #until = Number.NEGATIVE_INFINITY

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  forget(): void {
    this.#until = Number.NEGATIVE_INFINITY
  }

  /** Whole seconds alone are taken: what else may stand there has tables of its own. A day is believed at most. */
  hear({ status, headers }: HttpAnswer): void {
    const told = /^\d+$/.exec(headers['retry-after'] ?? '')?.[0]
    if ((status !== 429 && status !== 503) || told === undefined) return
    const ms = Math.min(DAY_MS, Math.max(SECOND_MS, Number(told) * SECOND_MS))
    this.#until = Math.max(this.#until, this.#clock.elapsed() + ms)
  }

  /** How long before the end of the rest it is; null when nobody rests. */
  judge(): string | null {
    const leftMs = this.#until - this.#clock.elapsed()
    return leftMs > 0 ? `${leftMs} ms before the end of the rest` : null
  }
}
