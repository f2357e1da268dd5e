/**
 * Looks up creates without a reliable response: newest first, down to the highest id known when each was sent. One
 * match is adopted. No match in three lookups over ten minutes, or several matches, need a decision by the user. Starts
 * when the longest create could have ended, and runs beside everything else.
 */
import { Timer } from '../domain/clock.ts'
import {
  ageOf,
  type Candidate,
  judgeLookup,
  LOOKUP_GAP_MS,
  lookupDueAt,
  matchesForm,
  isNewerById
} from '../domain/create-match.ts'
import type { EntryResult, UnknownCreate } from '../domain/entry.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { isMapped, noteLookup, unknownCreates } from '../storage/creates.ts'
import { nextSequence } from '../storage/meta.ts'
import { wasReadWhole } from '../storage/passes.ts'
import { findRecord, firstSeenAt } from '../storage/records.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import { SingleFlight } from './background.ts'
import type { Parts } from './group-parts.ts'
import { readImagePage } from './list-pages.ts'

/** What a lookup found, and `nextSequence` when it began. */
interface LookupResult<Found> {
  readonly images: readonly Found[]
  readonly requestSequence: number
}

/** Pages in one lookup; with non-numeric ids nothing tells how far back to read. */
const MAX_PAGES = 10
const AT_ONCE = 100
const MIN_DELAY_MS = 1_000

export class CreateLookup {
  readonly #ports: Parts
  readonly #flight = new SingleFlight()
  readonly #timer: Timer

  constructor(ports: Parts) {
    this.#ports = ports
    this.#timer = new Timer(ports.clock)
  }

  /** Looks up what is due now, and sets a timer for the others. */
  wake(): void {
    if (this.#flight.isRunning || !this.#ports.availability.may('read')) return
    const due = this.#due()
    if (due.length > 0) this.#ports.background.run(() => this.#flight.run(() => this.#lookUp(due)))
    else this.#wakeWhenDue()
  }

  #unknown(now: number): UnknownCreate[] {
    return unknownCreates(this.#ports.db, { limit: AT_ONCE, now })
  }

  #due(): UnknownCreate[] {
    const now = this.#ports.clock.now()
    return this.#unknown(now).filter((create) => lookupDueAt(create, now) <= now)
  }

  #wakeWhenDue(): void {
    const now = this.#ports.clock.now()
    const times = this.#unknown(Number.MAX_SAFE_INTEGER).map((create) => lookupDueAt(create, now))
    this.#timer.cancel()
    if (times.length === 0) return
    this.#timer.set(Math.max(MIN_DELAY_MS, Math.min(...times) - now), () => this.wake())
  }

  async #lookUp(creates: readonly UnknownCreate[]): Promise<void> {
    const { db, requests } = this.#ports
    // Everything that the lookup reads counts as requested at its start, because records may have changed since.
    const requestSequence = nextSequence(db)
    const images = await this.#readNewest(creates)
    if (requests.isOver) return
    // Still in the lookup, because writing some results wakes this, and must not start a lookup of the others.
    if (images !== null) this.#judge(creates, { images, requestSequence })
    // If nothing may be read now or no list came, a change of that wakes this again, as does the timer.
    this.#wakeWhenDue()
  }

  /** Reads everything newer than the oldest of the creates; `null` if it could not be read. */
  async #readNewest(creates: readonly UnknownCreate[]): Promise<ServiceImage[] | null> {
    const images = new Map<string, ServiceImage>()
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const read = await readImagePage(this.#ports, { sortBy: 'id', sort: 'desc', page }, { lane: 'pull', pass: null })
      if (read === null) return null
      const { records, listed, hasNext } = read.page
      for (const image of records) images.set(image.id, image)
      const last = records.at(-1)
      const isFarEnough = last !== undefined && creates.every((create) => isNewerById(create, last.id) === false)
      if (isFarEnough || listed === 0 || hasNext === false) break
    }
    return [...images.values()]
  }

  #judge(creates: readonly UnknownCreate[], { images, requestSequence }: LookupResult<ServiceImage>): void {
    const found = creates.map((create) => ({ create, candidates: this.#candidates(create, images) }))
    // An image that several creates could have made is assigned only by the user.
    const claims = found.flatMap(({ candidates }) => candidates.map(({ image }) => image.id))
    const isShared = ({ image }: Candidate): boolean => claims.filter((id) => id === image.id).length > 1
    for (const { create, candidates } of found) {
      const isDisputed = candidates.some(isShared)
      const outcome = isDisputed
        ? this.#ambiguous(candidates.map(({ image }) => image))
        : this.#outcomeOf(create, { images: candidates, requestSequence })
      if (outcome === null) this.#noteLookup(create)
      else this.#ports.acknowledgements.settle(create, outcome)
    }
    this.#ports.acknowledgements.flush()
  }

  /**
   * Returns images that match the form, may be newer than the create, and were not created by another request of this
   * library.
   */
  #candidates(create: UnknownCreate, images: readonly ServiceImage[]): Candidate[] {
    const { db } = this.#ports
    const isWhole = wasReadWhole(db, 'images', create.sentAt)
    const matching = images.filter((image) => matchesForm(create.form, image) && !isMapped(db, image.id))
    return matching.flatMap((image) => {
      const age = ageOf(create, image, { firstSeenAt: firstSeenAt(db, image.id), wasReadWhole: isWhole })
      return age === 'older' ? [] : [{ image, age }]
    })
  }

  /** Returns the result of one create; `null` to look it up again. */
  #outcomeOf(
    create: UnknownCreate,
    { images, requestSequence }: LookupResult<Candidate>
  ): EntryResult['outcome'] | null {
    const verdict = judgeLookup(create, images)
    if (verdict.kind === 'lookup-again') return null
    if (verdict.kind === 'adopt') return { kind: 'created', image: verdict.image, requestSequence }
    if (verdict.kind === 'ambiguous') return this.#ambiguous(verdict.images)
    return { kind: 'rejected', failure: { code: 'create-not-found' } }
  }

  #ambiguous(images: readonly ServiceImage[]): EntryResult['outcome'] {
    const records = images.map((image) => findRecord(this.#ports.db, 'images', image.id))
    const choices = records.filter((record) => record !== null)
    return { kind: 'rejected', failure: { code: 'create-ambiguous', choices } }
  }

  #noteLookup({ entry }: UnknownCreate): void {
    const { db, clock, availability } = this.#ports
    const now = clock.now()
    const noted = tryStorage(() => noteLookup(db, { entry, now, nextAt: now + LOOKUP_GAP_MS }))
    if (!noted.ok) availability.stop('stopped', noted.failure)
  }
}
