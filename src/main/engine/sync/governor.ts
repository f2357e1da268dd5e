/**
 * The one place that decides when the next request to a host may go, and which. One for each host (scheme, name, port),
 * shared by both groups. Every request counts: reads, pages, writes and tries again.
 */
import { LONG_HOLD_MS, holdMs, outageHoldMs } from '../domain/backoff.ts'
import { type Clock, type Random, Timer } from '../domain/clock.ts'
import { PaceKeeper } from '../domain/rate-meter.ts'
import { Pacer } from '../domain/pacer.ts'
import { CREATE_SLOTS, LANES, type Lane, type Queue, chooseLane } from '../domain/shares.ts'
import type { RequestTimes, TurnReport } from '../domain/turn-report.ts'
import { NEW_WINDOW, growWindow, halveWindow, roomIn, troubleWindow } from '../domain/window.ts'

/** The request of a turn, made only when its turn has come. */
export interface Turn<T> {
  readonly lane: Queue
  /** A person looks at it: it waits for its turn, but not for the end of a rest. */
  readonly isWatched?: boolean | undefined
  /** Leaves the queue when aborted; a turn that was begun runs to its end. */
  readonly signal: AbortSignal
  /**
   * null = nothing to send any more: the turn is given back and costs nothing. What the answer means for the group
   * (signed out, offline) must be noted before the promise settles, because the next turn is given right after.
   */
  readonly begin: () => Promise<{ readonly value: T; readonly report: TurnReport }> | null
}

export interface GovernorState {
  /** Requests that may be on their way at once, creates apart. */
  readonly window: number
  /** The host rests until then (Retry-After), ms since epoch; null = it does not. */
  readonly heldUntil: number | null
  /** Told by the host, and our share of it taken. */
  readonly limitPerMinute: number | null
  readonly pacePerMinute: number | null
}

export interface GovernorPorts {
  readonly clock: Clock
  readonly random: Random
  /** The host began to rest, or its rest ended. */
  readonly onChange: () => void
}

interface Waiting {
  /** false: the turn was given back. */
  readonly take: () => boolean
  /** Out of the queue, with nothing sent; null = not for a rest. */
  readonly leaveForRest: (() => void) | null
}

export class Governor {
  readonly #ports: GovernorPorts
  readonly #pacer = new Pacer()
  readonly #pace = new PaceKeeper()
  readonly #queues: Record<Queue, Waiting[]> = { hand: [], batch: [], pull: [], scrub: [], create: [] }
  readonly #firstPasses = new Set<string>()
  #window = NEW_WINDOW
  #share = 1
  #inFlight = 0
  #creating = 0
  #sincePull = 0
  #heldUntil = Number.NEGATIVE_INFINITY
  #heldSince = Number.NEGATIVE_INFINITY
  /** Rests told by 503 since the last answer. */
  #outages = 0
  readonly #timer: Timer

  /** Knows nothing about its host yet: one request at a time until answers come. */
  constructor(ports: GovernorPorts) {
    this.#ports = ports
    this.#timer = new Timer(ports.clock)
  }

  /**
   * Waits for a turn, makes the request and answers its value; null when the turn was given back or aborted, or is
   * watched and the host rests.
   */
  run<T>({ lane, isWatched = false, signal, begin }: Turn<T>): Promise<T | null> {
    if (signal.aborted || (isWatched && this.#heldUntil > this.#elapsed())) return Promise.resolve(null)
    const { promise, resolve, reject } = Promise.withResolvers<T | null>()
    const queue = this.#queues[lane]
    const leave = (): void => {
      signal.removeEventListener('abort', leave)
      queue.splice(queue.indexOf(waiting), 1)
      resolve(null)
    }
    const take = (): boolean => {
      signal.removeEventListener('abort', leave)
      try {
        const begun = begin()
        if (begun === null) resolve(null)
        else this.#follow(begun, lane).then(resolve, reject)
        return begun !== null
      } catch (error) {
        // What fails before it was sent is its asker's: the queue goes on, and the turn is given back.
        reject(error)
        return false
      }
    }
    const waiting: Waiting = { take, leaveForRest: isWatched ? leave : null }
    signal.addEventListener('abort', leave, { once: true })
    queue.push(waiting)
    this.#pump()
    return promise
  }

  /** While any group reads its first pass, pull and batches take turns one to one. */
  setFirstPass(group: string, isOpen: boolean): void {
    if (isOpen) this.#firstPasses.add(group)
    else this.#firstPasses.delete(group)
  }

  /** Uses so much of what the host allows, from the next request on; 1 = everything. Rests are kept in any case. */
  setShare(share: number): void {
    this.#share = share
    this.#pacer.setShare(share)
    this.#pump()
  }

  /**
   * Counts a request that did not wait for a turn (the connection test: a person looks at it). Served while the host
   * rests for long, it shows that the long rest was told by mistake; nothing else but its end can.
   */
  note(report: TurnReport): void {
    this.#spend(report.requests)
    if (report.kind === 'answered') this.#endLongRest(this.#elapsed())
    this.#learn(report, this.#elapsed(), 'hand')
  }

  state(): GovernorState {
    const rest = this.#heldUntil - this.#elapsed()
    const limit = this.#pacer.limitPerMinute()
    return {
      window: roomIn(this.#window, this.#share),
      heldUntil: rest > 0 ? this.#ports.clock.now() + rest : null,
      limitPerMinute: limit === null ? null : Math.max(1, Math.round(limit * this.#share)),
      pacePerMinute: this.#pace.perMinute(this.#elapsed())
    }
  }

  #elapsed(): number {
    return this.#ports.clock.elapsed()
  }

  async #follow<T>(begun: Promise<{ value: T; report: TurnReport }>, queue: Queue): Promise<T> {
    const count = (by: 1 | -1): void => {
      if (queue === 'create') this.#creating += by
      else this.#inFlight += by
    }
    count(1)
    this.#spend(1)
    const sentAt = this.#elapsed()
    try {
      const { value, report } = await begun
      this.#spend(report.requests - 1)
      this.#learn(report, sentAt, queue)
      return value
    } finally {
      count(-1)
      this.#pump()
    }
  }

  #spend(requests: number): void {
    for (let sent = 0; sent < requests; sent += 1) this.#pacer.spend(this.#elapsed())
  }

  /** How long a create takes says nothing of the pace, and what it tells as remaining was counted when it arrived. */
  #learn(report: TurnReport, sentAt: number, queue: Queue): void {
    const { kind, rate, retryAfterMs } = report
    const elapsed = this.#elapsed()
    const isCreate = queue === 'create'
    const times = { elapsed, sentAt: isCreate ? elapsed : sentAt }
    if (kind === 'answered') {
      this.#pacer.answered(times, isCreate ? { limit: rate.limit, remaining: null } : rate)
      if (!isCreate) this.#served(elapsed)
      return
    }
    if (kind === 'troubled' && !isCreate) this.#window = troubleWindow(this.#window, elapsed)
    if (retryAfterMs === null) return
    const isOfPace = this.#rest(report, retryAfterMs, times)
    if (isOfPace && !isCreate) this.#window = halveWindow(this.#window, elapsed)
  }

  #served(elapsed: number): void {
    this.#outages = 0
    // A size that is not used proves nothing.
    if (roomIn(this.#window, this.#share) === this.#window.size) this.#window = growWindow(this.#window)
    this.#pace.taken(elapsed)
  }

  /** Retry-After stops everything on this host; one timer, with jitter, wakes it. Answers whether it is about pace. */
  #rest({ kind, rate }: TurnReport, told: number, times: RequestTimes): boolean {
    const { elapsed } = times
    const isRefused = kind === 'refused'
    const isNew = elapsed >= this.#heldUntil
    // What was on its way together belongs to the same rest.
    if (isNew && !isRefused) this.#outages += 1
    const { random } = this.#ports
    const restMs = isRefused ? holdMs(told, random) : outageHoldMs(told, this.#outages, random)
    const isOfPace = isRefused && this.#pacer.refused(times, rate, restMs)
    if (isNew) this.#heldSince = elapsed
    this.#heldUntil = Math.max(this.#heldUntil, elapsed + restMs)
    for (const { leaveForRest } of Object.values(this.#queues).flat()) leaveForRest?.()
    // Also when nobody waits: the end of the rest is told, or it would stand on screen until something else happens.
    this.#wakeIn(this.#heldUntil - elapsed)
    this.#ports.onChange()
    return isOfPace
  }

  #endLongRest(elapsed: number): void {
    if (elapsed >= this.#heldUntil || this.#heldUntil - this.#heldSince <= LONG_HOLD_MS) return
    this.#heldUntil = elapsed
    this.#pacer.resume(elapsed)
    this.#ports.onChange()
    this.#pump()
  }

  #pump(): void {
    for (let queue = this.#nextQueue(); queue !== null; queue = this.#nextQueue()) {
      if (this.#queues[queue].shift()?.take() !== true || queue === 'create') continue
      this.#sincePull = queue === 'pull' ? 0 : this.#sincePull + 1
    }
    const isBusy = this.#inFlight > 0 || LANES.some((lane) => this.#queues[lane].length > 0)
    this.#pace.setBusy(this.#elapsed(), isBusy)
  }

  /** The queue whose turn it is; null = nobody's yet, and a timer is set where one is needed. */
  #nextQueue(): Queue | null {
    const queue = this.#mostAwaited()
    if (queue === null) return null
    const elapsed = this.#elapsed()
    const at = Math.max(this.#heldUntil, this.#pacer.nextAt(elapsed, queue === 'hand' ? 'hand' : 'others'))
    if (at <= elapsed) return queue
    this.#wakeIn(at - elapsed)
    return null
  }

  /** Behind the hand comes a create, as soon as one of its slots is free: it was asked for by hand, too. */
  #mostAwaited(): Queue | null {
    const isFull = this.#inFlight >= roomIn(this.#window, this.#share)
    if (!isFull && this.#queues.hand.length > 0) return 'hand'
    if (this.#creating < CREATE_SLOTS && this.#queues.create.length > 0) return 'create'
    if (isFull) return null
    const isWaiting = (lane: Lane): boolean => this.#queues[lane].length > 0
    return chooseLane(isWaiting, { isFirstPassOpen: this.#firstPasses.size > 0, sincePull: this.#sincePull })
  }

  #wakeIn(ms: number): void {
    const wasHeld = this.#heldUntil > this.#elapsed()
    // Whole ms, in which docs/governor.md was measured: exact ones meet a bucket and a rival less well.
    this.#timer.set(Math.ceil(ms), () => {
      if (wasHeld) this.#ports.onChange()
      this.#pump()
    })
  }
}
