/**
 * Sends creates, two at a time and each once, because a create costs money and may take minutes. A create without a
 * reliable response is never sent again from here; create-lookup.ts finds its outcome.
 */
import { STORE_TIMEOUT_MS } from '../../../shared/limits.ts'
import type { EntryResult, PushCreate } from '../domain/entry.ts'
import type { Outcome } from '../domain/outcome.ts'
import { CREATE_SLOTS } from '../domain/shares.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { storeImage } from '../service/images.ts'
import type { ServiceResult } from '../service/service-client.ts'
import { brokenCreates, claimCreate, nextCreates } from '../storage/creates.ts'
import { highestKnownId } from '../storage/images.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import { CreateLookup } from './create-lookup.ts'
import type { Sender } from './group-loop.ts'
import type { Parts } from './group-parts.ts'

export class CreatePush implements Sender {
  readonly #ports: Parts
  readonly #lookups: CreateLookup
  /** Turns requested and not ended. */
  #turns = 0
  /** Turns whose response is processed here but not yet by the governor, which may start a cooldown. */
  #ending = 0

  constructor(ports: Parts) {
    this.#ports = ports
    this.#lookups = new CreateLookup(ports)
  }

  /** Handles a change of the outbox or of the availability. Safe to call at any time, any number of times. */
  wake(): void {
    const { requests, availability, background } = this.#ports
    if (requests.isOver) return
    this.#rejectBroken()
    this.#lookups.wake()
    if (this.#ending > 0 || !availability.may('create')) return
    // A turn that finds nothing to send is given back.
    const free = Math.min(CREATE_SLOTS - this.#turns, this.#next(CREATE_SLOTS).length)
    for (let turn = 0; turn < free; turn += 1) background.run(() => this.#takeTurn())
  }

  /**
   * Rejects creates whose form is damaged in the file and cannot be sent, so that the user sees them and the others
   * continue.
   */
  #rejectBroken(): void {
    const { db, acknowledgements } = this.#ports
    const failure = { code: 'library-damaged', detail: 'create form' } as const
    const results = brokenCreates(db).map((create) => ({ ...create, outcome: { kind: 'rejected', failure } as const }))
    if (results.length === 0) return
    acknowledgements.add(results)
    acknowledgements.flush()
  }

  #next(limit: number): PushCreate[] {
    const { db, clock } = this.#ports
    return nextCreates(db, { limit, now: clock.now() })
  }

  async #takeTurn(): Promise<void> {
    const { requests, client } = this.#ports
    const turn = { create: null as PushCreate | null, isEnding: false }
    this.#turns += 1
    const running = requests.run<ServiceResult<ServiceImage>>({
      lane: 'create',
      requestClass: 'create',
      about: 'record',
      send: () => {
        turn.create = this.#claimNext()
        return turn.create === null ? null : storeImage(client, turn.create.form)
      },
      onResponse: ({ outcome, requestSequence }) => {
        turn.isEnding = true
        this.#ending += 1
        if (turn.create !== null) this.#settle(turn.create, outcome, requestSequence)
      }
    })
    const answered = await running.finally(() => {
      this.#turns -= 1
      if (turn.isEnding) this.#ending -= 1
    })
    // A turn that was given back found nothing to send; whatever changes that wakes this again.
    if (answered !== null) this.wake()
  }

  #claimNext(): PushCreate | null {
    const { db, clock, instanceId, availability } = this.#ports
    const [create] = this.#next(1)
    if (create === undefined) return null
    const highestId = highestKnownId(db, 'images')
    const claimed = tryStorage(() => claimCreate(db, { create, instance: instanceId, now: clock.now(), highestId }))
    if (!claimed.ok) availability.stop('stopped', claimed.failure)
    return claimed.ok && claimed.value ? create : null
  }

  #settle(create: PushCreate, outcome: Outcome<ServiceImage>, requestSequence: number): void {
    const { acknowledgements, clock } = this.#ports
    const lookupAt = clock.now() + STORE_TIMEOUT_MS
    for (const result of resultsOf(outcome, { lookupAt, requestSequence })) acknowledgements.settle(create, result)
    // The next create of the same form, and an edit of it, depend on this result.
    acknowledgements.flush()
  }
}

function resultsOf(
  outcome: Outcome<ServiceImage>,
  { lookupAt, requestSequence }: { readonly lookupAt: number; readonly requestSequence: number }
): EntryResult['outcome'][] {
  switch (outcome.kind) {
    case 'applied':
      // The outcome table has no applied create without an image.
      return outcome.value === null ? [] : [{ kind: 'created', image: outcome.value, requestSequence }]
    case 'rejected':
    case 'gone':
      return [{ kind: 'rejected', failure: outcome.failure }]
    case 'unknown':
      return [
        { kind: 'unknown', failure: outcome.failure },
        { kind: 'postponed', notBefore: lookupAt, failure: outcome.failure, countsAttempt: true }
      ]
    default:
      return [{ kind: 'ready' }]
  }
}
