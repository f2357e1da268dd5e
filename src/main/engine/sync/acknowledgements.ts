/**
 * Writes results of entries in groups: up to 64, or all within 100 ms, in one transaction. Until then the entries stay
 * claimed, so a kill in between costs a lookup at the next start and loses nothing.
 */
import { Timer } from '../domain/clock.ts'
import type { EntryResult } from '../domain/entry.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { nextSequence } from '../storage/meta.ts'
import { type Settled, type ShownImage, settleEntries } from '../storage/settle-entry.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import type { Parts } from './group-parts.ts'
import { changing } from './mirror.ts'

const GROUP_SIZE = 64
const GROUP_MS = 100
/** Delay before a full disk is tried again; no result is dropped meanwhile. */
const RETRY_MS = 5_000

type Shown = { readonly image: ServiceImage; readonly requestSequence: number } | null

/** Ports of the acknowledgements; `onStuck` is called if the disk rejects a write, which is then retried. */
export interface AcknowledgementsPorts extends Pick<Parts, 'db' | 'clock' | 'onStuck'> {
  /** Called after a group is written, with the resulting revision. */
  readonly onSettled: (settled: Settled & { readonly revision: number }) => void
}

export class Acknowledgements {
  readonly #ports: AcknowledgementsPorts
  #results: EntryResult[] = []
  #images: ShownImage[] = []
  readonly #timer: Timer
  #isClosed = false

  constructor(ports: AcknowledgementsPorts) {
    this.#ports = ports
    this.#timer = new Timer(ports.clock)
  }

  /** Adds the result of one entry, like `add`. */
  settle({ entry, revision }: Omit<EntryResult, 'outcome'>, outcome: EntryResult['outcome'], shown?: Shown): void {
    this.add([{ entry, revision, outcome }], shown)
  }

  /**
   * Adds results. `shown`: the image in the response and the sequence number of its request, so that older data never
   * overwrites newer data.
   */
  add(results: readonly EntryResult[], shown: Shown = null): void {
    this.#results.push(...results)
    if (shown !== null) this.#images.push({ ...shown.image, requestSequence: shown.requestSequence })
    if (this.#isClosed) return
    if (this.#results.length >= GROUP_SIZE) this.flush()
    else if (this.#results.length > 0 && !this.#timer.isSet) this.#timer.set(GROUP_MS, () => this.flush())
  }

  /** Writes the pending results. Returns false if the disk rejects them or the library is closed. */
  flush(): boolean {
    if (this.#isClosed) return false
    this.#timer.cancel()
    if (this.#results.length === 0) return true
    const { db, clock, onSettled, onStuck } = this.#ports
    const args = { results: this.#results, images: this.#images, now: clock.now(), sequence: nextSequence(db) }
    const written = tryStorage(() => changing(db, () => settleEntries(db, args)))
    if (!written.ok) {
      this.#timer.set(RETRY_MS, () => this.flush())
      onStuck(written.failure)
      return false
    }
    this.#results = []
    this.#images = []
    onSettled({ ...written.value.done, revision: written.value.revision })
    return true
  }

  /** Writes the remaining results; those that cannot be written are looked up at the next start. */
  close(): void {
    this.flush()
    this.#isClosed = true
    this.#timer.cancel()
  }
}
