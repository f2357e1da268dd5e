/** I7: no request is repeated endlessly. A loop without a delay repeats as fast as the service responds. */
import type { SendRequest } from '../../../src/shared/send.ts'
import type { Clock } from '../../../src/main/engine/domain/clock.ts'

const MINUTE_MS = 60_000
/** Limit for identical requests; rounds, lookups, and requests by the user need only a few. */
const MOST_A_MINUTE = 60

export class RepeatWatch {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #requested = new Map<string, number[]>()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** Returns a description if the request exceeds the limit per minute; otherwise `null`. */
  judge({ method, url }: Pick<SendRequest, 'method' | 'url'>): string | null {
    if (method !== 'GET') return null
    const elapsed = this.#clock.elapsed()
    const times = [...(this.#requested.get(url) ?? []), elapsed].filter((at) => at > elapsed - MINUTE_MS)
    this.#requested.set(url, times)
    return times.length > MOST_A_MINUTE ? `${url} was requested ${times.length} times in a minute` : null
  }
}
