/**
 * Decides when the next request to a host may be sent, and which. There is one governor for each host (scheme, name,
 * port), shared by both groups. It counts every request: reads, writes and retries.
 */
import { LONG_DELAY_MS, retryDelayMs, outageDelayMs } from '../domain/backoff.ts'
import { type Clock, type Random, Timer } from '../domain/clock.ts'
import { ThroughputMeter } from '../domain/rate-meter.ts'
import { Pacer } from '../domain/pacer.ts'
import { CREATE_SLOTS, LANES, type Lane, type Queue, chooseLane } from '../domain/shares.ts'
import type { RequestTimes, RequestReport } from '../domain/request-report.ts'
import { NEW_WINDOW, growWindow, halveWindow, roomIn, shrinkWindow } from '../domain/window.ts'

/** A request that is built only when its turn has come. */
export interface Permit<T> {
  readonly lane: Queue
  /** A user watches the request: it waits for its turn, but not for the end of a cooldown. */
  readonly failFastOnCooldown?: boolean | undefined
  /** Removes the request from the queue when aborted; a turn that has begun runs to its end. */
  readonly signal: AbortSignal
  /**
   * Starts the request; `null` gives the turn back at no cost if there is nothing to send. Calls `learn` as soon as the
   * response is there, because a cooldown must begin even if the response can't be stored. Effects on the group (signed
   * out, offline) must be recorded before the promise settles, because the next turn follows at once.
   */
  readonly begin: (learn: (report: RequestReport) => void) => Promise<T> | null
}

export interface GovernorState {
  /** Maximum number of requests in flight, without creates. */
  readonly window: number
  /** End of the cooldown (Retry-After), ms since epoch; `null` if none is active. */
  readonly cooldownUntil: number | null
  /** Reported limit of the host, multiplied by our share. */
  readonly limitPerMinute: number | null
  readonly pacePerMinute: number | null
}

export interface GovernorPorts {
  readonly clock: Clock
  readonly random: Random
  /** A cooldown began or ended. */
  readonly onChange: () => void
}

interface Waiting {
  /** Returns false if the turn was given back. */
  readonly take: () => boolean
  /** Leaves the queue without sending when a cooldown begins; `null` if the request waits for its end. */
  readonly leaveForCooldown: (() => void) | null
}

export class Governor {
  readonly #ports: GovernorPorts
  readonly #pacer = new Pacer()
  readonly #pace = new ThroughputMeter()
  readonly #queues: Record<Queue, Waiting[]> = { interactive: [], batch: [], pull: [], reconcile: [], create: [] }
  readonly #firstPasses = new Set<string>()
  #window = NEW_WINDOW
  #share = 1
  #inFlight = 0
  #creating = 0
  #sincePull = 0
  #cooldownUntil = Number.NEGATIVE_INFINITY
  #cooldownSince = Number.NEGATIVE_INFINITY
  /** Consecutive cooldowns by 503 since the last response. */
  #outages = 0
  readonly #timer: Timer

  /** Starts with one request at a time, because nothing is known about the host before its first responses. */
  constructor(ports: GovernorPorts) {
    this.#ports = ports
    this.#timer = new Timer(ports.clock)
  }

  /**
   * Waits for a turn, sends the request and returns its value; `null` if the turn was given back or aborted, or if a
   * user watches the request and the host is in cooldown.
   */
  run<T>({ lane, failFastOnCooldown = false, signal, begin }: Permit<T>): Promise<T | null> {
    if (signal.aborted || (failFastOnCooldown && this.#cooldownUntil > this.#elapsed())) return Promise.resolve(null)
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
        const sentAt = this.#elapsed()
        const begun = begin((report) => {
          this.#spend(report.requests - 1)
          this.#learn(report, sentAt, lane)
        })
        if (begun === null) resolve(null)
        else this.#follow(begun, lane).then(resolve, reject)
        return begun !== null
      } catch (error) {
        // A failure before the request was sent belongs to the caller; the turn is given back and the queue continues.
        reject(error)
        return false
      }
    }
    const waiting: Waiting = { take, leaveForCooldown: failFastOnCooldown ? leave : null }
    signal.addEventListener('abort', leave, { once: true })
    queue.push(waiting)
    this.#pump()
    return promise
  }

  /** Alternates pull and batches while any group reads its first pass. */
  setFirstPass(group: string, isOpen: boolean): void {
    if (isOpen) this.#firstPasses.add(group)
    else this.#firstPasses.delete(group)
  }

  /** Sets the used share of the host's limits from the next request on; 1 uses all. Cooldowns apply in any case. */
  setShare(share: number): void {
    this.#share = share
    this.#pacer.setShare(share)
    this.#pump()
  }

  /**
   * Counts a request sent without a turn (the connection test, which a user watches). Success during a long cooldown
   * shows that the cooldown was a mistake; otherwise only its end lifts it.
   */
  note(report: RequestReport): void {
    this.#spend(report.requests)
    if (report.kind === 'answered') this.#endLongRest(this.#elapsed())
    this.#learn(report, this.#elapsed(), 'interactive')
  }

  state(): GovernorState {
    const rest = this.#cooldownUntil - this.#elapsed()
    const limit = this.#pacer.limitPerMinute()
    return {
      window: roomIn(this.#window, this.#share),
      cooldownUntil: rest > 0 ? this.#ports.clock.now() + rest : null,
      limitPerMinute: limit === null ? null : Math.max(1, Math.round(limit * this.#share)),
      pacePerMinute: this.#pace.perMinute(this.#elapsed())
    }
  }

  #elapsed(): number {
    return this.#ports.clock.elapsed()
  }

  async #follow<T>(begun: Promise<T>, queue: Queue): Promise<T> {
    const count = (by: 1 | -1): void => {
      if (queue === 'create') this.#creating += by
      else this.#inFlight += by
    }
    count(1)
    this.#spend(1)
    try {
      return await begun
    } finally {
      count(-1)
      this.#pump()
    }
  }

  #spend(requests: number): void {
    for (let sent = 0; sent < requests; sent += 1) this.#pacer.spend(this.#elapsed())
  }

  /**
   * Learns from a response. The duration of a create says nothing about the pace, and its remaining count dates from
   * its arrival.
   */
  #learn(report: RequestReport, sentAt: number, queue: Queue): void {
    const { kind, rate, retryAfterMs } = report
    const elapsed = this.#elapsed()
    const isCreate = queue === 'create'
    const times = { elapsed, sentAt: isCreate ? elapsed : sentAt }
    if (kind === 'answered') {
      this.#pacer.answered(times, isCreate ? { limit: rate.limit, remaining: null } : rate)
      if (!isCreate) this.#served(elapsed)
      return
    }
    if (kind === 'unavailable' && !isCreate) this.#window = shrinkWindow(this.#window, elapsed)
    if (retryAfterMs === null) return
    const isOfPace = this.#coolDown(report, retryAfterMs, times)
    if (isOfPace && !isCreate) this.#window = halveWindow(this.#window, elapsed)
  }

  #served(elapsed: number): void {
    this.#outages = 0
    // A window size that is not used proves nothing.
    if (roomIn(this.#window, this.#share) === this.#window.size) this.#window = growWindow(this.#window)
    this.#pace.taken(elapsed)
  }

  /**
   * Stops everything on this host for Retry-After; one timer, with jitter, ends it. Returns whether the refusal
   * concerns the pace.
   */
  #coolDown({ kind, rate }: RequestReport, reportedMs: number, times: RequestTimes): boolean {
    const { elapsed } = times
    const isRefused = kind === 'refused'
    const isNew = elapsed >= this.#cooldownUntil
    // Requests in flight together belong to the same cooldown.
    if (isNew && !isRefused) this.#outages += 1
    const { random } = this.#ports
    const cooldownMs = isRefused ? retryDelayMs(reportedMs, random) : outageDelayMs(reportedMs, this.#outages, random)
    const isOfPace = isRefused && this.#pacer.refused(times, rate, cooldownMs)
    if (isNew) this.#cooldownSince = elapsed
    this.#cooldownUntil = Math.max(this.#cooldownUntil, elapsed + cooldownMs)
    for (const { leaveForCooldown } of Object.values(this.#queues).flat()) leaveForCooldown?.()
    // Set even if nothing is queued, because the end of the cooldown must be reported to the screen.
    this.#wakeIn(this.#cooldownUntil - elapsed)
    this.#ports.onChange()
    return isOfPace
  }

  #endLongRest(elapsed: number): void {
    if (elapsed >= this.#cooldownUntil || this.#cooldownUntil - this.#cooldownSince <= LONG_DELAY_MS) return
    this.#cooldownUntil = elapsed
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

  /** Returns the queue whose turn it is; `null` if it is too early, with a timer set if one is needed. */
  #nextQueue(): Queue | null {
    const queue = this.#mostAwaited()
    if (queue === null) return null
    const elapsed = this.#elapsed()
    const at = Math.max(
      this.#cooldownUntil,
      this.#pacer.nextAt(elapsed, queue === 'interactive' ? 'interactive' : 'others')
    )
    if (at <= elapsed) return queue
    this.#wakeIn(at - elapsed)
    return null
  }

  /**
   * Returns the queue with the highest priority. A create follows the interactive lane as soon as a slot is free,
   * because a user requested it too.
   */
  #mostAwaited(): Queue | null {
    const isFull = this.#inFlight >= roomIn(this.#window, this.#share)
    if (!isFull && this.#queues.interactive.length > 0) return 'interactive'
    if (this.#creating < CREATE_SLOTS && this.#queues.create.length > 0) return 'create'
    if (isFull) return null
    const isWaiting = (lane: Lane): boolean => this.#queues[lane].length > 0
    return chooseLane(isWaiting, { isFirstPassOpen: this.#firstPasses.size > 0, sincePull: this.#sincePull })
  }

  #wakeIn(ms: number): void {
    const wasCoolingDown = this.#cooldownUntil > this.#elapsed()
    // Rounded to whole ms, as measured in docs/governor.md; exact delays cause more 429s with buckets and other clients.
    this.#timer.set(Math.ceil(ms), () => {
      if (wasCoolingDown) this.#ports.onChange()
      this.#pump()
    })
  }
}
