/**
 * Sends the outbox: what the hand just touched first, then batches in order. An entry is claimed on disk right before
 * its request is handed over, never earlier, and no transaction is open while a request is on its way.
 */
import { MAX_REQUESTS_PER_HOST } from '../../../shared/limits.ts'
import { backoffMs } from '../domain/backoff.ts'
import type { Clock, Random } from '../domain/clock.ts'
import type { PushEntry } from '../domain/entry.ts'
import { type EntryTrouble, entryResults, isParked } from '../domain/entry-results.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { updateImage } from '../service/update-image.ts'
import type { WriteDb } from '../storage/database.ts'
import { claimEntries, countOutbox, nextDueAt, unknownEntries } from '../storage/outbox.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import type { Lookup } from './lookup.ts'
import { PushLine, type PushLane } from './push-line.ts'
import type { Refresh } from './refresh.ts'
import type { Requests } from './requests.ts'
import type { Standing } from './standing.ts'

export interface PushPorts {
  readonly db: WriteDb
  readonly client: ServiceClient
  readonly clock: Clock
  readonly random: Random
  readonly bootId: string
  readonly requests: Requests
  readonly standing: Standing
  readonly acknowledgements: Acknowledgements
  readonly lookup: Lookup
  readonly refresh: Refresh
}

const LEAST_WAIT_MS = 1_000
const PUSH_LANES: readonly PushLane[] = ['hand', 'batch']

export class Push {
  readonly #ports: PushPorts
  readonly #lines: Readonly<Record<PushLane, PushLine>>
  readonly #troubles = new Map<number, EntryTrouble>()
  /** Asked of the outbox once for each group of answers, not for each turn. */
  #mayHaveUnknown = true
  #lastThroughAt: number | null = null
  #cancelTimer: (() => void) | null = null
  #isClosed = false

  constructor(ports: PushPorts) {
    this.#ports = ports
    const { db, clock, refresh } = ports
    const isFresh = (entry: PushEntry): boolean => refresh.isFresh(entry)
    this.#lines = {
      hand: new PushLine({ db, clock, lane: 'hand', isFresh }),
      batch: new PushLine({ db, clock, lane: 'batch', isFresh })
    }
  }

  /** The outbox or what may be sent has changed: what was read of it may be out of date. */
  wake(): void {
    for (const lane of PUSH_LANES) this.#lines[lane].forget()
    this.resume()
  }

  /** Answers were written: wants behind them may go, and what is unknown is looked up. */
  resume(): void {
    for (const lane of PUSH_LANES) this.#lines[lane].readOn()
    this.#mayHaveUnknown = true
    this.#fill()
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer?.()
  }

  #fill(): void {
    if (this.#isClosed) return
    const { standing } = this.#ports
    if (standing.may('read')) this.#lookUp()
    if (standing.may('write')) for (const lane of PUSH_LANES) this.#fillLine(lane)
    if (PUSH_LANES.every((lane) => this.#lines[lane].asked === 0)) this.#wakeWhenDue()
  }

  #lookUp(): void {
    const { db, clock, lookup } = this.#ports
    if (lookup.isRunning || !this.#mayHaveUnknown) return
    this.#mayHaveUnknown = unknownEntries(db, 1, clock.now()).length > 0
    if (this.#mayHaveUnknown) void lookup.run().then(() => this.wake())
  }

  /** Asks for as many turns as there are entries ready to go, and for the pages that the next ones need. */
  #fillLine(lane: PushLane): void {
    const line = this.#lines[lane]
    line.refill()
    this.#refreshFor(lane)
    const wanted = Math.min(MAX_REQUESTS_PER_HOST, line.freshCount())
    for (let asked = line.asked; asked < wanted; asked += 1) void this.#takeTurn(lane)
  }

  /** While nothing may be read no page is asked for; the end of that looks at the outbox anew. */
  #refreshFor(lane: PushLane): void {
    if (!this.#ports.standing.may('read')) return
    for (const entry of this.#ports.refresh.wanted(this.#lines[lane].entries)) void this.#refresh(entry, lane)
  }

  async #refresh(entry: PushEntry, lane: PushLane): Promise<void> {
    if (await this.#ports.refresh.read(entry, lane)) this.wake()
    // Asked to slow down, for instance: nothing else would ask for this page again.
    else this.#fill()
  }

  async #takeTurn(lane: PushLane): Promise<void> {
    const line = this.#lines[lane]
    line.asked += 1
    const sent = { entry: null as PushEntry | null }
    await this.#ports.requests.run({
      lane,
      way: 'write',
      about: 'record',
      send: () => {
        sent.entry = this.#claimNext(line)
        return sent.entry === null ? null : this.#send(sent.entry)
      },
      heard: ({ outcome }) => {
        if (sent.entry !== null) this.#settle(sent.entry, outcome)
      }
    })
    line.asked -= 1
    this.#fill()
  }

  #claimNext(line: PushLine): PushEntry | null {
    const { db, clock, bootId, standing } = this.#ports
    const entry = line.take()
    if (entry === null) return null
    const claim = { entries: [entry], boot: bootId, now: clock.now() }
    const claimed = tryStorage(() => claimEntries(db, claim))
    if (!claimed.ok) standing.stop('stopped', claimed.failure)
    // Changed since it was read: the line reads it again.
    if (!claimed.ok || claimed.value.length === 0) line.forget()
    return claimed.ok && claimed.value.length > 0 ? entry : null
  }

  #send(entry: PushEntry) {
    return updateImage(this.#ports.client, { id: entry.serviceId, favorite: entry.want, known: entry.mirror })
  }

  #settle(entry: PushEntry, outcome: Outcome<ServiceImage>): void {
    const { acknowledgements } = this.#ports
    const lookAt = outcome.kind === 'unknown' ? this.#noteTrouble(entry) : 0
    if (outcome.kind === 'applied' || outcome.kind === 'rejected') {
      this.#troubles.delete(entry.entry)
      this.#lastThroughAt = this.#ports.clock.elapsed()
    }
    acknowledgements.add(entryResults(entry, outcome, lookAt), outcome.kind === 'applied' ? outcome.value : null)
  }

  /** When to look the entry up: at once after its first trouble, later each time; null = it is parked. */
  #noteTrouble({ entry }: PushEntry): number | null {
    const { clock, random } = this.#ports
    const elapsed = clock.elapsed()
    const before = this.#troubles.get(entry)
    const count = (before?.count ?? 0) + 1
    const lookAt = count === 1 ? 0 : clock.now() + backoffMs(count - 1, random)
    const trouble = { count, since: before?.since ?? elapsed, lookAt }
    this.#troubles.set(entry, trouble)
    return isParked(trouble, { elapsed, lastThroughAt: this.#lastThroughAt }) ? null : lookAt
  }

  /** Nothing can be sent now: a timer for what was put off. */
  #wakeWhenDue(): void {
    const { db, clock } = this.#ports
    const dueAt = [nextDueAt(db), this.#nextLookAt()].filter((at) => at !== null)
    this.#cancelTimer?.()
    this.#cancelTimer = null
    if (dueAt.length === 0) return
    const wait = Math.max(LEAST_WAIT_MS, Math.min(...dueAt) - clock.now())
    this.#cancelTimer = clock.after(wait, () => this.wake())
  }

  /** When an unknown entry is due, ms since epoch. One put off by an earlier run has no time here: soon, then. */
  #nextLookAt(): number | null {
    const { db, lookup, standing } = this.#ports
    if (lookup.isRunning || !standing.may('read') || countOutbox(db).checking === 0) return null
    const times = [...this.#troubles.values()]
      .map((trouble) => trouble.lookAt)
      .filter((at) => at > this.#ports.clock.now())
    return times.length === 0 ? 0 : Math.min(...times)
  }
}
