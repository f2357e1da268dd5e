/**
 * The way of every request of one group: a turn from the governor of its host, a look at what the group may do now,
 * and a note of what the answer means for both before the next turn is given.
 */
import type { Lane } from '../domain/shares.ts'
import type { Answered } from '../service/service-client.ts'
import type { Governor } from './governor.ts'
import type { Standing, Way } from './standing.ts'
import { turnReportOf } from './turn-report-of.ts'

export interface Ask<A extends Answered<unknown>> {
  readonly lane: Lane
  readonly way: Way
  /** `list`: refused as such, it stops the group. `record`: a refusal concerns this record alone. */
  readonly about: 'list' | 'record'
  /** Called when the turn has come; null = there is nothing to send any more. */
  readonly send: () => Promise<A> | null
  /** Takes the answer in before the turn ends. */
  readonly heard?: (answered: A) => void | Promise<void>
}

export interface RequestsPorts {
  readonly governor: Governor
  readonly standing: Standing
  /** Aborted when the group is closed: what waits leaves the queue. */
  readonly signal: AbortSignal
}

export class Requests {
  readonly #ports: RequestsPorts
  #isClosed = false

  constructor(ports: RequestsPorts) {
    this.#ports = ports
  }

  /**
   * The answer; null when nothing was sent, because there was nothing to send or nothing may leave now, and when the
   * library was closed meanwhile: who asked must not touch it any more.
   */
  async run<A extends Answered<unknown>>(ask: Ask<A>): Promise<A | null> {
    const { governor, signal } = this.#ports
    const answered = await governor.run({ lane: ask.lane, signal, begin: () => this.#begin(ask) })
    return this.#isClosed ? null : answered
  }

  /** The library is closing: answers still to come are dropped, and looked up at the next start. */
  close(): void {
    this.#isClosed = true
  }

  #begin<A extends Answered<unknown>>(ask: Ask<A>) {
    const { standing, signal } = this.#ports
    if (signal.aborted || !standing.begin(ask.way)) return null
    const sending = ask.send()
    if (sending === null) standing.release(ask.way)
    return sending === null ? null : this.#finish(ask, sending)
  }

  async #finish<A extends Answered<unknown>>(ask: Ask<A>, sending: Promise<A>) {
    const value = await sending
    if (!this.#isClosed) {
      this.#ports.standing.note(ask, value.outcome)
      await ask.heard?.(value)
    }
    return { value, report: turnReportOf(value) }
  }
}
