/**
 * The way of every request of one group: a turn from the governor of its host, a look at what the group may do now,
 * and a note of what the answer means for both before the next turn is given. And what the governor learns from it.
 */
import type { Queue } from '../domain/shares.ts'
import { holdMs } from '../service/rate-headers.ts'
import { type Answered, type AnswerFacts, factsOf } from '../service/service-client.ts'
import type { Governor } from './governor.ts'
import type { Standing, Way } from './standing.ts'
import type { TurnReport } from '../domain/turn-report.ts'
import type { SendAnswer } from '../../../shared/send.ts'

/** An answer, and `nextTick` when its question was asked. */
export type Heard<A> = A & { readonly askedAt: number }

export interface Ask<A extends Answered<unknown>> {
  readonly lane: Queue
  readonly way: Way
  /** A person looks at it: nothing is sent when the host rests by then, as told by the governor. */
  readonly isWatched?: boolean
  /** `list`: refused as such, it stops the group. `record`: a refusal concerns this one question. */
  readonly about: 'list' | 'record'
  /** Called when the turn has come; null = there is nothing to send any more. */
  readonly send: () => Promise<A> | null
  /** Who asked does not wait any longer when it is aborted; what is on its way runs to its end. */
  readonly signal?: AbortSignal
  /** Takes the answer in before the turn ends. */
  readonly heard?: ((answered: Heard<A>) => void | Promise<void>) | undefined
}

export interface RequestsPorts {
  /** Rises with each question. */
  readonly nextTick: () => number
  readonly governor: Governor
  readonly standing: Standing
  /** Aborted when the group is closed: what waits leaves the queue. */
  readonly signal: AbortSignal
}

export class Requests {
  readonly #ports: RequestsPorts
  #isClosed = false
  #underWay = 0
  #onIdle: (() => void) | null = null

  constructor(ports: RequestsPorts) {
    this.#ports = ports
  }

  /**
   * The answer; null when nothing was sent, because there was nothing to send or nothing may leave now, and when the
   * library was closed meanwhile: who asked must not touch it any more.
   */
  async run<A extends Answered<unknown>>(ask: Ask<A>): Promise<Heard<A> | null> {
    const { governor, signal: retired } = this.#ports
    const { lane, isWatched } = ask
    const signal = ask.signal === undefined ? retired : AbortSignal.any([retired, ask.signal])
    const answered = await governor.run({ lane, isWatched, signal, begin: () => this.#begin(ask) })
    return this.#isClosed ? null : answered
  }

  /** Settles when nothing is on its way any more. Nothing new may be asked for meanwhile. */
  idle(): Promise<void> {
    if (this.#underWay === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#onIdle = resolve
    })
  }

  /** The group is retired, or the library closed: its file must not be touched. */
  get isOver(): boolean {
    return this.#ports.signal.aborted
  }

  /** The library is closing: answers still to come are dropped, and looked up at the next start. */
  close(): void {
    this.#isClosed = true
  }

  #begin<A extends Answered<unknown>>(ask: Ask<A>) {
    const { standing, signal, nextTick } = this.#ports
    if (signal.aborted || !standing.begin(ask.way)) return null
    const askedAt = nextTick()
    let sending: Promise<A> | null = null
    try {
      sending = ask.send()
    } finally {
      if (sending === null) standing.release(ask.way)
    }
    return sending === null ? null : this.#finish(ask, sending, askedAt)
  }

  async #finish<A extends Answered<unknown>>(ask: Ask<A>, sending: Promise<A>, askedAt: number) {
    this.#underWay += 1
    try {
      const value = { ...(await sending), askedAt }
      if (!this.#isClosed) {
        this.#ports.standing.note(ask, value.outcome)
        await ask.heard?.(value)
      }
      return { value, report: reportOf(kindOf(value), value.facts) }
    } finally {
      this.#underWay -= 1
      if (this.#underWay === 0) this.#onIdle?.()
    }
  }
}

const TROUBLE_STATUSES: readonly number[] = [408, 503]

/** What one plain answer tells, received at that time (ms since epoch). */
export function turnReportOfAnswer(answer: SendAnswer, receivedAt: number): TurnReport {
  const facts = factsOf(answer, receivedAt)
  return reportOf(plainKind(answer, facts.status), facts)
}

function reportOf(kind: TurnReport['kind'], { rate, requests }: AnswerFacts): TurnReport {
  return { kind, rate, retryAfterMs: kind === 'refused' ? holdMs(rate) : rate.retryAfterMs, requests }
}

function plainKind(answer: SendAnswer, status: number | null): TurnReport['kind'] {
  if (answer.kind === 'failed') return answer.wasSent ? 'failed' : 'unsent'
  if (status === 429) return 'refused'
  return status !== null && TROUBLE_STATUSES.includes(status) ? 'troubled' : 'answered'
}

function kindOf({ outcome, facts }: Answered<unknown>): TurnReport['kind'] {
  if (outcome.kind === 'held') return 'refused'
  if (facts.requests === 0) return 'unsent'
  if (facts.status !== null) return TROUBLE_STATUSES.includes(facts.status) ? 'troubled' : 'answered'
  const code = 'failure' in outcome ? outcome.failure.code : null
  if (code === 'timed-out') return 'troubled'
  return outcome.kind === 'retry' ? 'unsent' : 'failed'
}
