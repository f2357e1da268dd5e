/** I8: after a response with Retry-After, no request leaves before its end. */
import type { HttpResponse } from '../../../src/shared/send.ts'
import type { Clock } from '../../../src/main/engine/domain/clock.ts'

const SECOND_MS = 1_000
const DAY_MS = 24 * 3_600_000

export class CooldownWatch {
  readonly #clock: Pick<Clock, 'elapsed'>
  #until = Number.NEGATIVE_INFINITY

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  forget(): void {
    this.#until = Number.NEGATIVE_INFINITY
  }

  /** Accepts only whole seconds, because other formats have their own tests, and at most a day. */
  hear({ status, headers }: HttpResponse): void {
    const seconds = /^\d+$/.exec(headers['retry-after'] ?? '')?.[0]
    if ((status !== 429 && status !== 503) || seconds === undefined) return
    const ms = Math.min(DAY_MS, Math.max(SECOND_MS, Number(seconds) * SECOND_MS))
    this.#until = Math.max(this.#until, this.#clock.elapsed() + ms)
  }

  /** Returns the time left until the end of the cooldown; `null` if there is none. */
  judge(): string | null {
    const leftMs = this.#until - this.#clock.elapsed()
    return leftMs > 0 ? `${leftMs} ms before the end of the cooldown` : null
  }
}
