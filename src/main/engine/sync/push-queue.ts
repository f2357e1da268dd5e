/** Entries of one lane that wait for a turn, read from the outbox in batches. */
import type { PushEntry } from '../domain/entry.ts'
import type { Lane } from '../domain/shares.ts'
import { nextEntries } from '../storage/outbox.ts'
import type { Parts } from './group-parts.ts'

export type PushLane = Extract<Lane, 'interactive' | 'batch'>

const READ_AT_ONCE = 128
/** Refill threshold, so that no turn waits for a read. */
const LOW = 16

export interface PushQueuePorts extends Pick<Parts, 'db' | 'clock' | 'group'> {
  readonly lane: PushLane
  /** Returns whether the entry may be sent now: the data it carries was read recently enough, and nothing blocks it. */
  readonly isReady: (entry: PushEntry) => boolean
}

export class PushQueue {
  readonly #ports: PushQueuePorts
  #entries: PushEntry[] = []
  /** Records whose new name is in this queue. */
  #renamed: ReadonlySet<number> = new Set()
  #isDry = false
  /** When the outbox was last read, ms since epoch. */
  readAt = 0
  /** Turns requested and not ended. */
  asked = 0

  constructor(ports: PushQueuePorts) {
    this.#ports = ports
  }

  get entries(): readonly PushEntry[] {
    return this.#entries
  }

  /** Returns whether a new name of this record is in this queue. */
  renames(record: number): boolean {
    return this.#renamed.has(record)
  }

  /** Drops the entries, which may be outdated, and reads them again when needed. */
  forget(): void {
    this.#set([])
    this.#isDry = false
  }

  /** Allows another read although the queue ran dry. */
  readOn(): void {
    this.#isDry = false
  }

  refill(): void {
    if (this.#isDry || this.#entries.length >= LOW) return
    const { db, clock, lane, group } = this.#ports
    this.readAt = clock.now()
    this.#set(nextEntries(db, { limit: READ_AT_ONCE, now: this.readAt, lane, group }))
    this.#isDry = this.#entries.length < READ_AT_ONCE
  }

  readyCount(): number {
    return this.#entries.reduce((count, entry) => (this.#ports.isReady(entry) ? count + 1 : count), 0)
  }

  /** Removes the entries of a record that is being sent; they are read again after its response. */
  leaveOut(record: number): void {
    this.#set(this.#entries.filter((entry) => entry.record !== record))
  }

  /** Removes and returns the next ready entry; `null` if none is ready. */
  take(): PushEntry | null {
    this.refill()
    const place = this.#entries.findIndex((entry) => this.#ports.isReady(entry))
    return place < 0 ? null : (this.#entries.splice(place, 1)[0] ?? null)
  }

  #set(entries: PushEntry[]): void {
    this.#entries = entries
    this.#renamed = new Set(entries.filter((entry) => entry.kind === 'name').map((entry) => entry.record))
  }
}
