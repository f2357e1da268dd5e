/**
 * Sends creates, two at a time and each once: a create costs money and may take minutes. One without an answer that
 * can be trusted is never sent again from here; create-looks.ts finds out what became of it.
 */
import { STORE_TIMEOUT_MS } from '../../../shared/limits.ts'
import type { EntryResult, PushCreate } from '../domain/entry.ts'
import type { Outcome } from '../domain/outcome.ts'
import { CREATE_SLOTS } from '../domain/shares.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { storeImage } from '../service/images.ts'
import type { Answered } from '../service/service-client.ts'
import { brokenCreates, claimCreate, nextCreates } from '../storage/creates.ts'
import { highestKnownId } from '../storage/images.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import { CreateLooks } from './create-looks.ts'
import type { Sender } from './group-loop.ts'
import type { Parts } from './group-parts.ts'

export class CreatePush implements Sender {
  readonly #ports: Parts
  readonly #looks: CreateLooks
  /** Turns asked for and not ended. */
  #turns = 0
  /** Turns whose answer is taken in here and not yet by the governor: it may be told to rest. */
  #ending = 0

  constructor(ports: Parts) {
    this.#ports = ports
    this.#looks = new CreateLooks(ports)
  }

  /** The outbox or what may be sent has changed. Safe to call at any time, any number of times. */
  wake(): void {
    const { requests, standing, background } = this.#ports
    if (requests.isOver) return
    this.#tellBroken()
    this.#looks.wake()
    if (this.#ending > 0 || !standing.may('create')) return
    // One that finds nothing to send is given back.
    const free = Math.min(CREATE_SLOTS - this.#turns, this.#next(CREATE_SLOTS).length)
    for (let turn = 0; turn < free; turn += 1) background.run(() => this.#takeTurn())
  }

  /** A form that is damaged in the file cannot be sent: the person is told, and everything else goes on. */
  #tellBroken(): void {
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
    const asking = requests.run<Answered<ServiceImage>>({
      lane: 'create',
      way: 'create',
      about: 'record',
      send: () => {
        turn.create = this.#claimNext()
        return turn.create === null ? null : storeImage(client, turn.create.form)
      },
      heard: ({ outcome, askedAt }) => {
        turn.isEnding = true
        this.#ending += 1
        if (turn.create !== null) this.#settle(turn.create, outcome, askedAt)
      }
    })
    const answered = await asking.finally(() => {
      this.#turns -= 1
      if (turn.isEnding) this.#ending -= 1
    })
    // A turn that was given back found nothing to send; who changes that wakes this again.
    if (answered !== null) this.wake()
  }

  #claimNext(): PushCreate | null {
    const { db, clock, bootId, standing } = this.#ports
    const [create] = this.#next(1)
    if (create === undefined) return null
    const highestId = highestKnownId(db, 'images')
    const claimed = tryStorage(() => claimCreate(db, { create, instance: bootId, now: clock.now(), highestId }))
    if (!claimed.ok) standing.stop('stopped', claimed.failure)
    return claimed.ok && claimed.value ? create : null
  }

  #settle(create: PushCreate, outcome: Outcome<ServiceImage>, askedAt: number): void {
    const { acknowledgements, clock } = this.#ports
    const lookAt = clock.now() + STORE_TIMEOUT_MS
    for (const result of resultsOf(outcome, { lookAt, askedAt })) acknowledgements.settle(create, result)
    // The next one of the same form, and whoever edits it, wait for what became of it.
    acknowledgements.flush()
  }
}

function resultsOf(
  outcome: Outcome<ServiceImage>,
  { lookAt, askedAt }: { readonly lookAt: number; readonly askedAt: number }
): EntryResult['outcome'][] {
  switch (outcome.kind) {
    case 'applied':
      // The table has no create that is applied and shows nothing.
      return outcome.value === null ? [] : [{ kind: 'created', image: outcome.value, askedAt }]
    case 'rejected':
    case 'gone':
      return [{ kind: 'rejected', failure: outcome.failure }]
    case 'unknown':
      return [
        { kind: 'unknown', failure: outcome.failure },
        { kind: 'postponed', notBefore: lookAt, failure: outcome.failure, countsAttempt: true }
      ]
    default:
      return [{ kind: 'ready' }]
  }
}
