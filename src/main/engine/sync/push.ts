/**
 * Sends the outbox: user actions first, then batches in order. An entry is claimed on disk right before its request is
 * sent, never earlier, and no transaction is open while a request is in flight.
 */
import type { BatchPause } from '../../../shared/batch.ts'
import { isDeletion } from '../../../shared/change.ts'
import { MAX_REQUESTS_PER_HOST } from '../../../shared/limits.ts'
import { Timer } from '../domain/clock.ts'
import { copyOf } from '../domain/copy-of.ts'
import type { EntryResult, PushEntry } from '../domain/entry.ts'
import { companionResults, entryResults } from '../domain/entry-results.ts'
import { nameVerdict } from '../domain/same-value.ts'
import { RefusalStreaks } from '../domain/refusal-streak.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { countNewResults, findReceipt, hasNewResults, pauseBatch } from '../storage/batches.ts'
import { inIntentTransaction, inTransaction } from '../storage/database.ts'
import { nextSequence } from '../storage/meta.ts'
import { entryToSend, nextDueAt, nextLookupAt, unknownEntries } from '../storage/outbox.ts'
import { claimEntries } from '../storage/settle-entry.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import { SingleFlight } from './background.ts'
import type { Sender } from './group-loop.ts'
import type { Parts } from './group-parts.ts'
import { Lookup } from './lookup.ts'
import { claimId, ProjectLookup } from './project-lookup.ts'
import { PushQueue, type PushLane } from './push-queue.ts'
import { Refresh, type NeededRead } from './refresh.ts'
import { type EntryResponse, type EntrySending, hasLastResults, sendEntry, sendWhile } from './send-entry.ts'
import { isUpdate, FirstUpdateCheck } from './first-update-check.ts'

/** An entry in flight, with the favorite sent together with a rename. */
interface Sent extends EntrySending {
  /** `nextSequence` when its last request was sent, because an update may need two. */
  requestSequence: number
  readonly copyOf: number | null
}

const MIN_DELAY_MS = 1_000
const PUSH_LANES: readonly PushLane[] = ['interactive', 'batch']

/**
 * Sends stars, names and deletions of images, or deletions of projects: those one at a time, without a read or a
 * first-update check.
 */
export class Push implements Sender {
  readonly #ports: Parts
  /** Determines the outcome of entries without a reliable response. */
  readonly #lookup: Lookup | ProjectLookup
  readonly #lookupFlight = new SingleFlight()
  readonly #refresh: Refresh | null
  readonly #firstUpdateCheck: FirstUpdateCheck | null
  /** Maximum number of requests queued or in flight, per lane. */
  readonly #atOnce: number
  readonly #lines: Readonly<Record<PushLane, PushQueue>>
  readonly #streaks = new RefusalStreaks()
  /** Queried once for each group of results, not for each turn. */
  #mayHaveUnknown = true
  readonly #timer: Timer

  constructor(ports: Parts) {
    this.#ports = ports
    this.#timer = new Timer(ports.clock)
    const isOfImages = ports.group === 'images'
    this.#lookup = isOfImages ? new Lookup(ports) : new ProjectLookup(ports)
    this.#refresh = isOfImages ? new Refresh(ports) : null
    this.#firstUpdateCheck = isOfImages ? new FirstUpdateCheck(ports, () => this.wake()) : null
    this.#atOnce = isOfImages ? MAX_REQUESTS_PER_HOST : 1
    const isReady = (entry: PushEntry): boolean => this.#isReady(entry)
    const line = (lane: PushLane): PushQueue => new PushQueue({ ...ports, lane, isReady })
    this.#lines = { interactive: line('interactive'), batch: line('batch') }
  }

  /** Handles a change of the outbox or of the availability; also starts lookups of unknown entries. */
  wake(why: 'changed' | 'answered' = 'changed'): void {
    for (const lane of PUSH_LANES) {
      if (why === 'changed') this.#lines[lane].forget()
      else this.#lines[lane].readOn()
    }
    this.#mayHaveUnknown = true
    this.#firstUpdateCheck?.refresh()
    this.#fill()
  }

  /** Whether pending changes wait until the service shows the earlier ones. */
  get isChecking(): boolean {
    return this.#firstUpdateCheck?.isChecking ?? false
  }

  #isReady(entry: PushEntry): boolean {
    // A deletion is never a probe: after the network is back it can be undone for a while before it is sent.
    if (isDeletion(entry.kind) && this.#ports.availability.isOffline) return false
    // A new name of its record takes a star along.
    if (entry.kind === 'favorite' && PUSH_LANES.some((lane) => this.#lines[lane].renames(entry.record))) return false
    return this.#refresh?.isFresh(entry) !== false && this.#firstUpdateCheck?.mayGo(entry) !== false
  }

  #fill(): void {
    const { availability, requests } = this.#ports
    if (requests.isOver) return
    if (availability.may('read')) this.#lookUp()
    if (availability.may('write')) for (const lane of PUSH_LANES) this.#fillLine(lane)
    const isIdle = PUSH_LANES.every((lane) => this.#lines[lane].asked === 0)
    if (availability.may('read')) this.#firstUpdateCheck?.see(isIdle)
    if (isIdle) this.#wakeWhenDue()
  }

  #lookUp(): void {
    const { db, group, clock, background } = this.#ports
    if (this.#lookupFlight.isRunning || !this.#mayHaveUnknown) return
    this.#mayHaveUnknown = unknownEntries(db, { group, limit: 1, now: clock.now() }).length > 0
    if (this.#mayHaveUnknown)
      background.run(() => this.#lookupFlight.run(() => this.#lookup.lookUpAll()).then(() => this.wake()))
  }

  /** Requests a turn for each ready entry, and the reads that the next entries need. */
  #fillLine(lane: PushLane): void {
    const line = this.#lines[lane]
    line.refill()
    this.#readFor(lane)
    const wanted = Math.min(this.#atOnce, line.readyCount())
    for (let asked = line.asked; asked < wanted; asked += 1) this.#ports.background.run(() => this.#takeTurn(lane))
  }

  /**
   * Starts the reads for the next entries. Nothing is requested while reads are unavailable; the end of that reads the
   * outbox again.
   */
  #readFor(lane: PushLane): void {
    const { availability, background } = this.#ports
    if (!availability.may('read')) return
    const { entries } = this.#lines[lane]
    const wanted = [
      ...(this.#refresh?.wanted(entries, lane) ?? []),
      ...(this.#firstUpdateCheck?.wanted(entries, lane) ?? [])
    ]
    for (const read of wanted) background.run(() => this.#read(read))
  }

  async #read(read: NeededRead): Promise<void> {
    if (await read()) this.wake()
    // If the read was rate-limited, for instance, nothing else would request it again.
    else this.#fill()
  }

  async #takeTurn(lane: PushLane): Promise<void> {
    const line = this.#lines[lane]
    const turn = { sent: null as Sent | null }
    line.asked += 1
    const running = this.#ports.requests.run<EntryResponse>({
      lane,
      requestClass: 'write',
      about: 'record',
      send: () => {
        turn.sent = this.#claimNext(line)
        return turn.sent === null ? null : sendEntry(this.#clientFor(turn.sent), turn.sent)
      },
      onResponse: (answered) => {
        if (turn.sent !== null) this.#settle(turn.sent, answered)
      }
    })
    await running.finally(() => {
      line.asked -= 1
    })
    this.#fill()
  }

  /** Returns a client that sends an update only while its results and form are still current. */
  #clientFor(sent: Sent): ServiceClient {
    const { client, db } = this.#ports
    const { entry } = sent
    const mayLeave = (): boolean =>
      !isUpdate(entry) || (this.#firstUpdateCheck?.mayAttempt(entry) !== false && hasLastResults(this.#ports, entry))
    const send = sendWhile(mayLeave, (request) => {
      sent.requestSequence = nextSequence(db)
      return client.send(request)
    })
    return { ...client, send }
  }

  /** Claims the next entry, as it is after the wait: with later decisions of the user and newer data of its record. */
  #claimNext(line: PushQueue): Sent | null {
    const { db, clock, group } = this.#ports
    for (let taken = line.take(); taken !== null; taken = line.take()) {
      for (const lane of PUSH_LANES) this.#lines[lane].leaveOut(taken.record)
      const entry = entryToSend(db, { entry: taken.entry, now: clock.now(), group })
      if (entry === null || this.#needsDecision(entry)) continue
      if (entry.kind !== 'name' || this.#isStillWanted(entry)) return this.#claim(line, entry)
    }
    return null
  }

  #claim(line: PushQueue, entry: PushEntry): Sent | null {
    const { db, clock, instanceId, availability } = this.#ports
    const claim = { entries: [entry], along: entry.companion, instance: instanceId, now: clock.now() }
    // A power cut may undo a claim, so the request is sent twice. That is harmless except for requests that must never
    // be repeated.
    const write = entry.kind === 'delete-project' ? inIntentTransaction : inTransaction
    const claimed = tryStorage(() =>
      write(db, () => {
        const count = claimEntries(db, claim).length
        if (count === 0) return null
        const companion = count > 1 ? entry.companion : null
        this.#firstUpdateCheck?.noteClaims(together(entry, companion))
        return { companion, projectId: claimId(this.#ports, entry) }
      })
    )
    if (!claimed.ok) availability.stop('stopped', claimed.failure)
    if (claimed.ok && claimed.value !== null)
      return { ...claimed.value, entry, requestSequence: nextSequence(db), copyOf: copyOf(entry, clock.now()) }
    // Changed since it was read, so the queue reads it again.
    line.forget()
    return null
  }

  /** Returns whether a rename is still to be sent; otherwise settles it by what was read of its record. */
  #isStillWanted(entry: PushEntry): boolean {
    const verdict = nameVerdict(entry)
    // Saved values have to be written back even if the name is already in place.
    if (verdict.kind === 'send' || (verdict.kind === 'unchanged' && entry.saved !== null)) return true
    const outcome: EntryResult['outcome'] =
      verdict.kind === 'changed'
        ? { kind: 'rejected', failure: { code: 'name-changed', theirs: verdict.theirs } }
        : { kind: 'unchanged' }
    this.#ports.acknowledgements.settle(entry, outcome)
    return false
  }

  #settle({ entry, companion, requestSequence, copyOf: copy }: Sent, { outcome, along }: EntryResponse): void {
    const { acknowledgements, failures } = this.#ports
    const lookupAt = failures.lookupAt(entry.entry, outcome)
    const sent = along === null ? null : { ...along, copyOf: copy }
    const results = entryResults({ ...entry, isSentOnce: entry.kind === 'delete-project', sent }, outcome, lookupAt)
    if (companion !== null) results.push(...companionResults({ ...companion, sent }, outcome))
    const image = outcome.kind === 'applied' ? outcome.value : null
    acknowledgements.add(results, image === null ? null : { image, requestSequence })
    if (outcome.kind === 'applied') this.#streaks.taken(entry.batch)
    const own = [entry.serviceId, entry.mirror.name, entry.name]
    // An entry that will be sent again is not rejected yet.
    const isRefused = results.some((one) => one.outcome.kind === 'rejected')
    if (outcome.kind === 'rejected' && isRefused && this.#streaks.refused(entry.batch, outcome.failure, own))
      this.#stopBatch(entry.batch, (left) => ({ why: 'refusals', failure: outcome.failure, left }))
  }

  /**
   * Returns whether the deletion needs a decision by the user, because the image got new results after it was
   * requested.
   */
  #needsDecision({ kind, batch, record }: PushEntry): boolean {
    const { db } = this.#ports
    if (kind !== 'delete' || !hasNewResults(db, { batch, record })) return false
    this.#stopBatch(batch, (left) => ({ why: 'new-results', count: countNewResults(db, batch), left }))
    return true
  }

  /**
   * Pauses the remaining changes of a batch until the user decides: they were rejected alike again and again, or are
   * not what the user saw.
   */
  #stopBatch(batch: number, holdWith: (left: number) => BatchPause): void {
    const { db, acknowledgements, onStatus } = this.#ports
    acknowledgements.flush()
    const left = findReceipt(db, batch)?.waiting ?? 0
    if (left === 0) return
    // A full disk that rejects the pause has already stopped the group.
    tryStorage(() => pauseBatch(db, batch, holdWith(left)))
    for (const lane of PUSH_LANES) this.#lines[lane].forget()
    onStatus()
  }

  /** Sets a timer for postponed entries, because nothing can be sent now. */
  #wakeWhenDue(): void {
    const { db, group, clock, availability } = this.#ports
    // An entry that was due at the last read and was not sent waits for something else. The clock may have been set
    // back.
    const readAt = Math.min(clock.now(), ...PUSH_LANES.map((lane) => this.#lines[lane].readAt))
    const sendAt = availability.may('write') ? nextDueAt(db, group, readAt) : null
    const lookupAt = !this.#lookupFlight.isRunning && availability.may('read') ? nextLookupAt(db, group) : null
    const dueAt = [sendAt, lookupAt].filter((at) => at !== null)
    this.#timer.cancel()
    if (dueAt.length === 0) return
    this.#timer.set(Math.max(MIN_DELAY_MS, Math.min(...dueAt) - clock.now()), () => this.wake())
  }
}

/** Returns the entries of one request: an entry, and the favorite that a rename takes along. */
const together = (entry: PushEntry, companion: PushEntry['companion']): readonly PushEntry[] =>
  companion === null ? [entry] : [entry, { ...entry, ...companion, kind: 'favorite', name: null }]
