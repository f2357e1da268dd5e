/** I7: nothing is asked over and over. A question that nobody waits with is asked as fast as the service answers. */
import type { SendRequest } from '../../../src/shared/send.ts'
import type { Clock } from '../../../src/main/engine/domain/clock.ts'

const MINUTE_MS = 60_000
/** Of one and the same question; rounds, looks and a person who asks come to a few. */
const MOST_A_MINUTE = 60

export class RepeatWatch {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #asked = new Map<string, number[]>()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** How often it was asked within a minute; null when that is no more than it may be. */
  judge({ method, url }: Pick<SendRequest, 'method' | 'url'>): string | null {
    if (method !== 'GET') return null
    const elapsed = this.#clock.elapsed()
    const times = [...(this.#asked.get(url) ?? []), elapsed].filter((at) => at > elapsed - MINUTE_MS)
    this.#asked.set(url, times)
    return times.length > MOST_A_MINUTE ? `${url} was asked ${times.length} times in a minute` : null
  }
}
