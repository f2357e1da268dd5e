/**
 * The one place that decides when the next request to a host may go, and which. One for each host (scheme, name, port),
 * shared by both groups. Every request counts: reads, pages, writes and tries again.
 */
import { holdMs } from '../domain/backoff.ts'
import type { Clock, Random } from '../domain/clock.ts'
import { PaceKeeper } from '../domain/pace-keeper.ts'
import { Pacer } from '../domain/pacer.ts'
import { LANES, type Lane, chooseLane } from '../domain/shares.ts'
import type { TurnReport } from '../domain/turn-report.ts'
import { NEW_WINDOW, growWindow, halveWindow } from '../domain/window.ts'

/** The request of a turn, made only when its turn has come. */
export interface Turn<T> {
  readonly lane: Lane
  /** Leaves the queue when aborted; a turn that was begun runs to its end. */
  readonly signal: AbortSignal
  /**
   * null = nothing to send any more: the turn is given back and costs nothing. What the answer means for the group
   * (signed out, offline) must be noted before the promise settles, because the next turn is given right after.
   */
  readonly begin: () => Promise<{ readonly value: T; readonly report: TurnReport }> | null
}

export interface GovernorState {
  readonly inFlight: number
  /** Requests that may be on their way at once. */
  readonly window: number
  /** The host rests until then (Retry-After), ms since epoch; null = it does not. */
  readonly heldUntil: number | null
  readonly limitPerMinute: number | null
  readonly pacePerMinute: number | null
}

export interface GovernorPorts {
  readonly clock: Clock
  readonly random: Random
  /** The host began to rest, or its rest ended. */
  readonly onChange: () => void
}

/** One who waits for a turn; `take` answers false when the turn was given back. */
interface Waiting {
  readonly take: () => boolean
}

export class Governor {
  readonly #ports: GovernorPorts
  readonly #pacer = new Pacer()
  readonly #pace = new PaceKeeper()
  readonly #queues: Record<Lane, Waiting[]> = { hand: [], batch: [], pull: [], scrub: [] }
  readonly #firstPasses = new Set<string>()
  #window = NEW_WINDOW
  #inFlight = 0
  #sincePull = 0
  #heldUntil = Number.NEGATIVE_INFINITY
  #cancelTimer: (() => void) | null = null

  /** Knows nothing about its host yet: one request at a time until answers come. */
  constructor(ports: GovernorPorts) {
    this.#ports = ports
  }

  /** Waits for a turn, makes the request and answers its value; null when the turn was given back or aborted. */
  run<T>(turn: Turn<T>): Promise<T | null> {
    if (turn.signal.aborted) return Promise.resolve(null)
    const { promise, resolve, reject } = Promise.withResolvers<T | null>()
    const leave = (): void => {
      this.#forget(turn.lane, waiting)
      resolve(null)
    }
    const take = (): boolean => {
      turn.signal.removeEventListener('abort', leave)
      const begun = turn.begin()
      if (begun === null) resolve(null)
      else this.#follow(begun).then(resolve, reject)
      return begun !== null
    }
    const waiting: Waiting = { take }
    turn.signal.addEventListener('abort', leave, { once: true })
    this.#queues[turn.lane].push(waiting)
    this.#pump()
    return promise
  }

  /** While any group reads its first pass, pull and batches take turns one to one. */
  setFirstPass(group: string, isOpen: boolean): void {
    if (isOpen) this.#firstPasses.add(group)
    else this.#firstPasses.delete(group)
  }

  /** Counts a request that did not wait for a turn (the connection test: a person looks at it). */
  note(report: TurnReport): void {
    this.#spend(report.requests)
    this.#learn(report)
  }

  state(): GovernorState {
    const rest = this.#heldUntil - this.#elapsed()
    return {
      inFlight: this.#inFlight,
      window: this.#window.size,
      heldUntil: rest > 0 ? this.#ports.clock.now() + rest : null,
      limitPerMinute: this.#pacer.limitPerMinute(),
      pacePerMinute: this.#pace.perMinute(this.#elapsed())
    }
  }

  #elapsed(): number {
    return this.#ports.clock.elapsed()
  }

  async #follow<T>(begun: Promise<{ value: T; report: TurnReport }>): Promise<T> {
    this.#inFlight += 1
    this.#spend(1)
    try {
      const { value, report } = await begun
      this.#spend(report.requests - 1)
      this.#learn(report)
      return value
    } finally {
      this.#inFlight -= 1
      this.#pump()
    }
  }

  #spend(requests: number): void {
    for (let sent = 0; sent < requests; sent += 1) this.#pacer.spend(this.#elapsed())
  }

  #learn(report: TurnReport): void {
    if (report.kind === 'unsent' || report.kind === 'failed') return
    const elapsed = this.#elapsed()
    if (report.kind === 'answered') {
      this.#window = growWindow(this.#window)
      this.#pacer.answered(elapsed, report.rate)
      this.#pace.taken(elapsed)
      return
    }
    this.#window = halveWindow(this.#window, elapsed)
    if (report.kind === 'refused' || report.retryAfterMs !== null) this.#rest(report, elapsed)
  }

  /** Retry-After stops everything on this host; one timer, with jitter, wakes it. */
  #rest(report: TurnReport, elapsed: number): void {
    const restMs = holdMs(report.retryAfterMs, this.#ports.random)
    if (report.kind === 'refused') this.#pacer.refused(elapsed, report.rate, restMs)
    this.#heldUntil = Math.max(this.#heldUntil, elapsed + restMs)
    // Also when nobody waits: the end of the rest is told, or it would stand on screen until something else happens.
    this.#wakeIn(this.#heldUntil - elapsed)
    this.#ports.onChange()
  }

  #pump(): void {
    for (let lane = this.#nextLane(); lane !== null; lane = this.#nextLane()) {
      if (this.#queues[lane].shift()?.take() !== true) continue
      this.#sincePull = lane === 'pull' ? 0 : this.#sincePull + 1
    }
    const isBusy = this.#inFlight > 0 || LANES.some((lane) => this.#queues[lane].length > 0)
    this.#pace.setBusy(this.#elapsed(), isBusy)
  }

  /** The lane whose turn it is; null = nobody's yet, and a timer is set where one is needed. */
  #nextLane(): Lane | null {
    if (this.#inFlight >= this.#window.size) return null
    const lane = chooseLane({
      waiting: this.#waiting(),
      isFirstPassOpen: this.#firstPasses.size > 0,
      sincePull: this.#sincePull
    })
    if (lane === null) return null
    const elapsed = this.#elapsed()
    const at = Math.max(this.#heldUntil, this.#pacer.nextAt(elapsed, lane === 'hand' ? 'hand' : 'others'))
    if (at <= elapsed) return lane
    this.#wakeIn(at - elapsed)
    return null
  }

  #waiting(): Record<Lane, number> {
    const { hand, batch, pull, scrub } = this.#queues
    return { hand: hand.length, batch: batch.length, pull: pull.length, scrub: scrub.length }
  }

  #wakeIn(ms: number): void {
    const wasHeld = this.state().heldUntil !== null
    this.#cancelTimer?.()
    this.#cancelTimer = this.#ports.clock.after(Math.ceil(ms), () => {
      this.#cancelTimer = null
      if (wasHeld) this.#ports.onChange()
      this.#pump()
    })
  }

  #forget(lane: Lane, waiting: Waiting): void {
    const place = this.#queues[lane].indexOf(waiting)
    if (place >= 0) this.#queues[lane].splice(place, 1)
  }
}
