/** Entries of one lane that wait for a turn, read from the outbox a few at a time. */
import type { Clock } from '../domain/clock.ts'
import type { PushEntry } from '../domain/entry.ts'
import type { Lane } from '../domain/shares.ts'
import type { ReadDb } from '../storage/database.ts'
import { nextEntries } from '../storage/outbox.ts'

export type PushLane = Extract<Lane, 'hand' | 'batch'>

const READ_AT_ONCE = 128
/** Below this the line is read on, so that no turn waits for it. */
const LOW = 16

export interface PushLinePorts {
  readonly db: ReadDb
  readonly clock: Clock
  readonly lane: PushLane
  /** Whether what an update must carry was read lately enough. */
  readonly isFresh: (entry: PushEntry) => boolean
}

export class PushLine {
  readonly #ports: PushLinePorts
  #entries: PushEntry[] = []
  #isDry = false
  /** Turns asked for and not ended. */
  asked = 0

  constructor(ports: PushLinePorts) {
    this.#ports = ports
  }

  get entries(): readonly PushEntry[] {
    return this.#entries
  }

  /** What was read may be out of date: it is read again when it is needed. */
  forget(): void {
    this.#entries = []
    this.#isDry = false
  }

  /** There may be more to read than when the line ran dry. */
  readOn(): void {
    this.#isDry = false
  }

  refill(): void {
    if (this.#isDry || this.#entries.length >= LOW) return
    const { db, clock, lane } = this.#ports
    this.#entries = nextEntries(db, { limit: READ_AT_ONCE, now: clock.now(), lane })
    this.#isDry = this.#entries.length < READ_AT_ONCE
  }

  freshCount(): number {
    return this.#entries.reduce((count, entry) => (this.#ports.isFresh(entry) ? count + 1 : count), 0)
  }

  /** The next entry whose turn it is, out of the line; null when none is ready. */
  take(): PushEntry | null {
    this.refill()
    const place = this.#entries.findIndex((entry) => this.#ports.isFresh(entry))
    return place < 0 ? null : (this.#entries.splice(place, 1)[0] ?? null)
  }
}
