/** Entries of one lane that wait for a turn, read from the outbox a few at a time. */
import type { PushEntry } from '../domain/entry.ts'
import type { Lane } from '../domain/shares.ts'
import { nextEntries } from '../storage/outbox.ts'
import type { Parts } from './group-parts.ts'

export type PushLane = Extract<Lane, 'hand' | 'batch'>

const READ_AT_ONCE = 128
/** Below this the line is read on, so that no turn waits for it. */
const LOW = 16

export interface PushLinePorts extends Pick<Parts, 'db' | 'clock' | 'group'> {
  readonly lane: PushLane
  /** Whether it may leave now: what it must carry was read lately enough, and nothing holds it. */
  readonly isReady: (entry: PushEntry) => boolean
}

export class PushLine {
  readonly #ports: PushLinePorts
  #entries: PushEntry[] = []
  /** Records with a new name among them. */
  #renamed: ReadonlySet<number> = new Set()
  #isDry = false
  /** When it was last read from the outbox, ms since epoch. */
  readAt = 0
  /** Turns asked for and not ended. */
  asked = 0

  constructor(ports: PushLinePorts) {
    this.#ports = ports
  }

  get entries(): readonly PushEntry[] {
    return this.#entries
  }

  /** Whether a new name of this record waits here. */
  renames(record: number): boolean {
    return this.#renamed.has(record)
  }

  /** What was read may be out of date: it is read again when it is needed. */
  forget(): void {
    this.#hold([])
    this.#isDry = false
  }

  /** There may be more to read than when the line ran dry. */
  readOn(): void {
    this.#isDry = false
  }

  refill(): void {
    if (this.#isDry || this.#entries.length >= LOW) return
    const { db, clock, lane, group } = this.#ports
    this.readAt = clock.now()
    this.#hold(nextEntries(db, { limit: READ_AT_ONCE, now: this.readAt, lane, group }))
    this.#isDry = this.#entries.length < READ_AT_ONCE
  }

  readyCount(): number {
    return this.#entries.reduce((count, entry) => (this.#ports.isReady(entry) ? count + 1 : count), 0)
  }

  /** Something about this record leaves now: what else waits for it is read again behind the answer. */
  leaveOut(record: number): void {
    this.#hold(this.#entries.filter((entry) => entry.record !== record))
  }

  /** The next entry whose turn it is, out of the line; null when none is ready. */
  take(): PushEntry | null {
    this.refill()
    const place = this.#entries.findIndex((entry) => this.#ports.isReady(entry))
    return place < 0 ? null : (this.#entries.splice(place, 1)[0] ?? null)
  }

  #hold(entries: PushEntry[]): void {
    this.#entries = entries
    this.#renamed = new Set(entries.filter((entry) => entry.kind === 'name').map((entry) => entry.record))
  }
}
