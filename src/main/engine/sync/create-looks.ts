/**
 * Looks for creates that got no answer that can be trusted: newest first, down to the highest id known when each was
 * sent. Found once: adopted. Not found three times over ten minutes, or found more than once: the person is asked.
 * Begins when the longest create could have ended, and goes on beside everything else.
 */
import { Timer } from '../domain/clock.ts'
import {
  ageOf,
  type Candidate,
  judgeLook,
  LOOK_GAP_MS,
  lookDueAt,
  matchesForm,
  isNewerById
} from '../domain/create-match.ts'
import type { EntryResult, UnknownCreate } from '../domain/entry.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { isMapped, noteLook, unknownCreates } from '../storage/creates.ts'
import { firstSeenAt } from '../storage/known-images.ts'
import { nextTick } from '../storage/meta.ts'
import { wasReadWhole } from '../storage/passes.ts'
import { findRecord } from '../storage/records.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import { SingleFlight } from './background.ts'
import type { Parts } from './group-parts.ts'
import { readImagePage } from './list-pages.ts'

/** What a look found, and `nextTick` when it began. */
interface Look<Found> {
  readonly images: readonly Found[]
  readonly askedAt: number
}

/** Pages in one look: where ids are no numbers nothing tells how far back to read. */
const MAX_PAGES = 10
const AT_ONCE = 100
const LEAST_WAIT_MS = 1_000

export class CreateLooks {
  readonly #ports: Parts
  readonly #flight = new SingleFlight()
  readonly #timer: Timer

  constructor(ports: Parts) {
    this.#ports = ports
    this.#timer = new Timer(ports.clock)
  }

  /** Looks now at what is due, and sets a timer for the rest. */
  wake(): void {
    if (this.#flight.isRunning || !this.#ports.standing.may('read')) return
    const due = this.#due()
    if (due.length > 0) this.#ports.background.run(() => this.#flight.run(() => this.#look(due)))
    else this.#wakeWhenDue()
  }

  #unknown(now: number): UnknownCreate[] {
    return unknownCreates(this.#ports.db, { limit: AT_ONCE, now })
  }

  #due(): UnknownCreate[] {
    const now = this.#ports.clock.now()
    return this.#unknown(now).filter((create) => lookDueAt(create, now) <= now)
  }

  #wakeWhenDue(): void {
    const now = this.#ports.clock.now()
    const times = this.#unknown(Number.MAX_SAFE_INTEGER).map((create) => lookDueAt(create, now))
    this.#timer.cancel()
    if (times.length === 0) return
    this.#timer.set(Math.max(LEAST_WAIT_MS, Math.min(...times) - now), () => this.wake())
  }

  async #look(creates: readonly UnknownCreate[]): Promise<void> {
    const { db, requests } = this.#ports
    // All that the look reads counts as asked for when it began: more may have happened to a record since.
    const askedAt = nextTick(db)
    const images = await this.#readNewest(creates)
    if (requests.isOver) return
    // Still looking: what is written of some of them wakes this, and must not begin a look for the others.
    if (images !== null) this.#judge(creates, { images, askedAt })
    // Nothing may be read now, or the answer was no list: what changes that wakes this again, and so does the timer.
    this.#wakeWhenDue()
  }

  /** Everything that is newer than the oldest of the creates; null when it could not be read. */
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

  #judge(creates: readonly UnknownCreate[], { images, askedAt }: Look<ServiceImage>): void {
    const found = creates.map((create) => ({ create, candidates: this.#candidates(create, images) }))
    // One that two of them could have made is nobody's without a word of the person.
    const claims = found.flatMap(({ candidates }) => candidates.map(({ image }) => image.id))
    const isShared = ({ image }: Candidate): boolean => claims.filter((id) => id === image.id).length > 1
    for (const { create, candidates } of found) {
      const isDisputed = candidates.some(isShared)
      const outcome = isDisputed
        ? this.#ask(candidates.map(({ image }) => image))
        : this.#outcomeOf(create, { images: candidates, askedAt })
      if (outcome === null) this.#noteLook(create)
      else this.#ports.acknowledgements.settle(create, outcome)
    }
    this.#ports.acknowledgements.flush()
  }

  /** Records that show what was asked for, may have come after it, and were not created here by another request. */
  #candidates(create: UnknownCreate, images: readonly ServiceImage[]): Candidate[] {
    const { db } = this.#ports
    const isWhole = wasReadWhole(db, 'images', create.sentAt)
    const matching = images.filter((image) => matchesForm(create.form, image) && !isMapped(db, image.id))
    return matching.flatMap((image) => {
      const age = ageOf(create, image, { firstSeenAt: firstSeenAt(db, image.id), wasReadWhole: isWhole })
      return age === 'older' ? [] : [{ image, age }]
    })
  }

  /** null = look again. */
  #outcomeOf(create: UnknownCreate, { images, askedAt }: Look<Candidate>): EntryResult['outcome'] | null {
    const verdict = judgeLook(create, images)
    if (verdict.kind === 'look-again') return null
    if (verdict.kind === 'adopt') return { kind: 'created', image: verdict.image, askedAt }
    if (verdict.kind === 'ambiguous') return this.#ask(verdict.images)
    return { kind: 'rejected', failure: { code: 'create-not-found' } }
  }

  #ask(images: readonly ServiceImage[]): EntryResult['outcome'] {
    const records = images.map((image) => findRecord(this.#ports.db, 'images', image.id))
    const choices = records.filter((record) => record !== null)
    return { kind: 'rejected', failure: { code: 'create-ambiguous', choices } }
  }

  #noteLook({ entry }: UnknownCreate): void {
    const { db, clock, standing } = this.#ports
    const now = clock.now()
    const noted = tryStorage(() => noteLook(db, { entry, now, nextAt: now + LOOK_GAP_MS }))
    if (!noted.ok) standing.stop('stopped', noted.failure)
  }
}
