/** The push between a library and the small service: what is claimed, and the outcome of every request. */
import assert from 'node:assert/strict'

import type { EntryResult, PushCreate, PushEntry } from '../../src/main/engine/domain/entry.ts'
import type { ServiceImage } from '../../src/main/engine/domain/service-records.ts'
import { claimCreate, nextCreates, unknownCreates } from '../../src/main/engine/storage/creates.ts'
import type { WriteDb } from '../../src/main/engine/storage/database.ts'
import { nextSequence } from '../../src/main/engine/storage/meta.ts'
import { nextEntries, unknownEntries } from '../../src/main/engine/storage/outbox.ts'
import { claimEntries, settleEntries } from '../../src/main/engine/storage/settle-entry.ts'
import type { Failure } from '../../src/shared/failure.ts'
import { REFUSED, SERVICE_ERROR } from './push-failures.ts'
import { isCreate, type VerbService } from './verb-service.ts'
import type { Answer } from './verb-steps.ts'

const NOT_FOUND: Failure = { code: 'not-found', status: 404 }

/** A request in flight, or one without a response; `did`: the service applied it. */
interface Flight {
  readonly entry: PushEntry | PushCreate
  did: ServiceImage | true | null
  /** `nextSequence` at that time. */
  requestSequence: number
}

interface Parts {
  readonly db: WriteDb
  readonly service: VerbService
  /** ms since epoch; its creator advances it. */
  readonly clock: { readonly now: number }
}

export class VerbPush {
  readonly #db: WriteDb
  readonly #service: VerbService
  readonly #clock: Parts['clock']
  readonly #flights = new Map<number, Flight>()

  constructor({ db, service, clock }: Parts) {
    this.#db = db
    this.#service = service
    this.#clock = clock
  }

  claim(lane: 'interactive' | 'batch', limit: number): void {
    const db = this.#db
    const { now } = this.#clock
    const entries = (['images', 'projects'] as const).flatMap((group) => nextEntries(db, { group, lane, limit, now }))
    for (const entry of entries) {
      // Claims one by one, because a claim can block another entry of the same record.
      if (claimEntries(db, { entries: [entry], instance: 'boot', now }).length === 0) continue
      const sql = `SELECT entry FROM entries WHERE record = ${entry.record} AND sent_revision > 0`
      assert.deepEqual(db.column<number>(sql), [entry.entry])
      this.#flights.set(entry.entry, { entry, did: null, requestSequence: 0 })
    }
    for (const create of nextCreates(db, { limit, now })) {
      if (claimCreate(db, { create, instance: 'boot', now, highestId: null })) {
        this.#flights.set(create.entry, { entry: create, did: null, requestSequence: 0 })
      }
    }
  }

  /** Resolves one request that is in flight or unknown; `at` is taken modulo their number. */
  answer(at: number, how: Answer): void {
    const open = this.#open()
    const number = open[at % Math.max(1, open.length)]
    if (number !== undefined) this.#answerOne(number, how)
  }

  /** Lets all requests in flight arrive, and looks up unknown ones. */
  answerAll(): void {
    for (const entry of this.#open()) this.#answerOne(entry, 'applied')
  }

  /** In flight according to the outbox. */
  #open(): number[] {
    return this.#db.column<number>('SELECT entry FROM entries WHERE sent_revision IS NOT NULL ORDER BY entry')
  }

  #answerOne(number: number, how: Answer): void {
    const flight = this.#flights.get(number)
    if (flight === undefined) throw new Error('the request is in flight only in the outbox')
    const state = this.#db.value<string>('SELECT state FROM entries WHERE entry = ?', [number])
    if (state === 'unknown') return this.#lookUp(flight)
    const { entry } = flight
    const id = isCreate(entry) ? null : entry.serviceId
    const isThere = id === null || (entry as PushEntry).group === 'projects' || this.#service.images.has(id)
    flight.requestSequence = nextSequence(this.#db)
    if (how === 'applied' || how === 'response-lost') flight.did = this.#service.take(entry)
    if (how === 'applied' && !isThere && (entry as PushEntry).kind !== 'delete') return this.#reject(flight, NOT_FOUND)
    const outcome = this.#outcomeOf(flight, how)
    const shown = how === 'applied' && id !== null ? this.#service.show(id) : undefined
    this.#write(flight, { outcome, shown })
  }

  #outcomeOf(flight: Flight, how: Answer): EntryResult['outcome'] {
    switch (how) {
      case 'applied':
        return flight.did !== null && flight.did !== true
          ? { kind: 'created', image: flight.did, requestSequence: flight.requestSequence }
          : { kind: 'acknowledged' }
      case 'response-lost':
      case 'lost':
        return { kind: 'unknown', failure: SERVICE_ERROR }
      case 'refused':
        return { kind: 'rejected', failure: REFUSED }
      case 'postponed':
        return { kind: 'postponed', notBefore: this.#clock.now, failure: SERVICE_ERROR, countsAttempt: true }
      default:
        return { kind: 'ready' }
    }
  }

  #reject(flight: Flight, failure: Failure): void {
    this.#write(flight, { outcome: { kind: 'rejected', failure }, shown: undefined })
  }

  #write(
    flight: Flight,
    answer: { outcome: EntryResult['outcome']; shown: ServiceImage | undefined; revision?: number }
  ): void {
    const { entry } = flight
    const { outcome, shown, revision = entry.revision } = answer
    const companion = isCreate(entry) || outcome.kind !== 'acknowledged' ? null : entry.companion
    const results: EntryResult[] = [{ entry: entry.entry, revision, outcome }]
    if (companion !== null) results.push({ ...companion, outcome: { kind: 'acknowledged' } })
    settleEntries(this.#db, {
      results,
      images: shown === undefined ? [] : [shown],
      now: this.#clock.now,
      sequence: nextSequence(this.#db)
    })
  }

  /** An unknown entry is read before anything is sent again. */
  #lookUp(flight: Flight): void {
    const { entry } = flight
    if (isCreate(entry)) return this.#lookUpCreate(flight, entry)
    const known = unknownEntries(this.#db, { group: entry.group, limit: 100, now: this.#clock.now })
    const newest = known.find((one) => one.entry === entry.entry)
    if (newest === undefined) throw new Error('an unknown entry is never looked up')
    const shown = this.#service.show(entry.serviceId)
    this.#write(flight, { outcome: this.#found(newest, shown), shown, revision: newest.revision })
  }

  #lookUpCreate(flight: Flight, create: PushCreate): void {
    const known = unknownCreates(this.#db, { limit: 100, now: this.#clock.now })
    if (!known.some((one) => one.entry === create.entry)) throw new Error('an unknown create is never looked up')
    const { did, requestSequence } = flight
    const isThere = did !== null && did !== true && this.#service.images.has(did.id)
    // Created, then deleted by another client: no lookup can find it.
    if (!isThere && did !== null) return this.#reject(flight, { code: 'create-not-found' })
    const outcome: EntryResult['outcome'] = isThere
      ? { kind: 'created', image: did, requestSequence }
      : { kind: 'ready' }
    this.#write(flight, { outcome, shown: undefined })
  }

  #found(entry: PushEntry, shown: ServiceImage | undefined): EntryResult['outcome'] {
    if (entry.kind === 'delete-project') {
      return this.#service.projects.has(entry.serviceId) ? { kind: 'ready' } : { kind: 'unchanged' }
    }
    if (entry.kind === 'delete') return shown === undefined ? { kind: 'unchanged' } : { kind: 'ready' }
    if (shown === undefined) return { kind: 'rejected', failure: NOT_FOUND }
    const isInPlace = entry.kind === 'name' ? shown.fields.name === entry.name : shown.fields.favorite === entry.want
    return isInPlace ? { kind: 'unchanged' } : { kind: 'ready' }
  }
}
