/**
 * Sends the outbox: what the hand just touched first, then batches in order. An entry is claimed on disk right before
 * its request is handed over, never earlier, and no transaction is open while a request is on its way.
 */
import type { BatchHold } from '../../../shared/batch.ts'
import { isDeletion } from '../../../shared/change.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Group } from '../../../shared/sync-status.ts'
import type { Clock } from '../domain/clock.ts'
import { copyOf } from '../domain/copy-of.ts'
import type { PushEntry } from '../domain/entry.ts'
import { companionResults, entryResults } from '../domain/entry-results.ts'
import { nameVerdict } from '../domain/same-name.ts'
import { RefusalStreaks } from '../domain/refusal-streak.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { findReceipt } from '../storage/batches.ts'
import { countNewResults, hasNewResults, holdBatch } from '../storage/batches.ts'
import { inIntentTransaction, inTransaction, type WriteDb } from '../storage/database.ts'
import { nextTick } from '../storage/meta.ts'
import { entryToSend, nextDueAt, nextLookAt, unknownEntries } from '../storage/outbox.ts'
import { claimEntries } from '../storage/settle-entry.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import type { Background } from './background.ts'
import type { EntryTroubles } from './entry-troubles.ts'
import type { Freshness } from './refresh.ts'
import { claimId } from './project-by-id.ts'
import { PushLine, type PushLane } from './push-line.ts'
import type { Requests } from './requests.ts'
import { sendWhile, withFreshResults } from './second-request.ts'
import { type EntryAnswered, sendEntry } from './send-entry.ts'
import type { Standing } from './standing.ts'
import type { Trying } from './trial.ts'

/** Finds out what became of entries without a trusted answer. Single flight. */
export interface LookingUp {
  readonly isRunning: boolean
  run(): Promise<void>
}

export interface PushPorts {
  readonly db: WriteDb
  readonly group: Group
  readonly client: ServiceClient
  readonly clock: Clock
  readonly background: Background
  readonly bootId: string
  /** Requests that may wait for their turns or be on their way at once, in each lane. */
  readonly atOnce: number
  readonly requests: Requests
  readonly standing: Standing
  readonly acknowledgements: Acknowledgements
  readonly lookup: LookingUp
  readonly freshness: Freshness
  readonly trial: Trying
  readonly troubles: EntryTroubles
  /** A batch was stopped: the person is asked. */
  readonly onHeld: () => void
}

/** An entry on its way, and the favorite that went along with a rename. */
interface Sent {
  readonly entry: PushEntry
  readonly companion: PushEntry['companion']
  /** `nextTick` when its last request was sent: an update may take two. */
  askedAt: number
  readonly copyOf: number | null
  /** What a project is deleted by instead of its name. */
  readonly projectId: string | null
}

const LEAST_WAIT_MS = 1_000
const PUSH_LANES: readonly PushLane[] = ['hand', 'batch']

export class Push {
  readonly #ports: PushPorts
  readonly #lines: Readonly<Record<PushLane, PushLine>>
  readonly #streaks = new RefusalStreaks()
  /** Asked of the outbox once for each group of answers, not for each turn. */
  #mayHaveUnknown = true
  #cancelTimer: (() => void) | null = null
  #isClosed = false

  constructor(ports: PushPorts) {
    this.#ports = ports
    const { db, clock, group } = ports
    const isReady = (entry: PushEntry): boolean => this.#isReady(entry)
    const line = (lane: PushLane): PushLine => new PushLine({ db, clock, lane, group, isReady })
    this.#lines = { hand: line('hand'), batch: line('batch') }
  }

  /** The outbox or what may be sent has changed: what was read of it may be out of date. */
  wake(): void {
    for (const lane of PUSH_LANES) this.#lines[lane].forget()
    this.resume()
  }

  /** Answers were written: wants behind them may go, and what is unknown is looked up. */
  resume(): void {
    for (const lane of PUSH_LANES) this.#lines[lane].readOn()
    this.#mayHaveUnknown = true
    this.#ports.trial.refresh()
    this.#fill()
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer?.()
    this.#ports.trial.close()
  }

  #isReady(entry: PushEntry): boolean {
    const { freshness, standing } = this.#ports
    // A deletion is no probe: when the network is back, it can be taken back for a while before it goes.
    if (isDeletion(entry.kind) && standing.isOffline) return false
    // A new name of its record takes a star along.
    if (entry.kind === 'favorite' && PUSH_LANES.some((lane) => this.#lines[lane].renames(entry.record))) return false
    return freshness.isFresh(entry) && this.#ports.trial.mayGo(entry)
  }

  #fill(): void {
    if (this.#isClosed) return
    const { standing } = this.#ports
    if (standing.may('read')) this.#lookUp()
    if (standing.may('write')) for (const lane of PUSH_LANES) this.#fillLine(lane)
    const isIdle = PUSH_LANES.every((lane) => this.#lines[lane].asked === 0)
    if (standing.may('read')) this.#ports.trial.see(isIdle)
    if (isIdle) this.#wakeWhenDue()
  }

  #lookUp(): void {
    const { db, group, clock, lookup, background } = this.#ports
    if (lookup.isRunning || !this.#mayHaveUnknown) return
    this.#mayHaveUnknown = unknownEntries(db, { group, limit: 1, now: clock.now() }).length > 0
    if (this.#mayHaveUnknown) background.run(() => lookup.run().then(() => this.wake()))
  }

  /** Asks for as many turns as there are entries ready to go, and for what the next ones need. */
  #fillLine(lane: PushLane): void {
    const line = this.#lines[lane]
    line.refill()
    this.#refreshFor(lane)
    const wanted = Math.min(this.#ports.atOnce, line.readyCount())
    for (let asked = line.asked; asked < wanted; asked += 1) this.#ports.background.run(() => this.#takeTurn(lane))
  }

  /** While nothing may be read nothing is asked for; the end of that looks at the outbox anew. */
  #refreshFor(lane: PushLane): void {
    const { standing, freshness, trial, background } = this.#ports
    if (!standing.may('read')) return
    const { entries } = this.#lines[lane]
    const wanted = [...freshness.wanted(entries, lane), ...trial.wanted(entries, lane)]
    for (const { read } of wanted) background.run(() => this.#refresh(read))
  }

  async #refresh(read: () => Promise<boolean>): Promise<void> {
    if (await read()) this.wake()
    // Asked to slow down, for instance: nothing else would ask for this again.
    else this.#fill()
  }

  async #takeTurn(lane: PushLane): Promise<void> {
    const line = this.#lines[lane]
    line.asked += 1
    await this.#send(line).finally(() => {
      line.asked -= 1
    })
    this.#fill()
  }

  async #send(line: PushLine): Promise<void> {
    const turn = { sent: null as Sent | null }
    await this.#ports.requests.run<EntryAnswered>({
      lane: line.lane,
      way: 'write',
      about: 'record',
      send: () => {
        turn.sent = this.#claimNext(line)
        if (turn.sent === null) return null
        const { entry, companion, projectId } = turn.sent
        return sendEntry(this.#clientFor(turn.sent), { entry, hasCompanion: companion !== null, projectId })
      },
      heard: (answered) => {
        if (turn.sent !== null) this.#settle(turn.sent, answered)
      }
    })
  }

  #clientFor(sent: Sent): ServiceClient {
    const client = this.#guardedClient(sent.entry)
    return {
      ...client,
      send: (request) => {
        sent.askedAt = nextTick(this.#ports.db)
        return client.send(request)
      }
    }
  }

  /** Deletions carry no results; saved values go back by a word of the person. */
  #guardedClient(entry: PushEntry): ServiceClient {
    const isUpdate = (entry.kind === 'favorite' || entry.kind === 'name') && entry.saved === null
    if (!isUpdate) return this.#ports.client
    const client = withFreshResults(this.#ports, entry)
    return { ...client, send: sendWhile(() => this.#ports.trial.mayAttempt(entry), client.send) }
  }

  /** What was read while it waited counts: the person's word, and what the service has told of its record. */
  #claimNext(line: PushLine): Sent | null {
    const { db, clock, group } = this.#ports
    for (let taken = line.take(); taken !== null; taken = line.take()) {
      for (const lane of PUSH_LANES) this.#lines[lane].leaveOut(taken.record)
      const entry = entryToSend(db, { entry: taken.entry, now: clock.now(), group })
      if (entry === null || this.#isAskedAbout(entry)) continue
      if (entry.kind !== 'name' || this.#isStillWanted(entry)) return this.#claim(line, entry)
    }
    return null
  }

  #claim(line: PushLine, entry: PushEntry): Sent | null {
    const { db, clock, bootId, standing, trial } = this.#ports
    const { companion } = entry
    const claim = { entries: [entry], along: companion, instance: bootId, now: clock.now() }
    // A power cut may undo a claim, and it is sent twice then: harmless, but for what is never repeated by itself.
    const write = entry.kind === 'delete-project' ? inIntentTransaction : inTransaction
    const claimed = tryStorage(() =>
      write(db, () => {
        const numbers = claimEntries(db, claim)
        if (numbers.includes(entry.entry)) trial.noteClaims(withCompanion(entry, numbers))
        return { numbers, projectId: claimId(this.#ports, entry) }
      })
    )
    if (!claimed.ok) standing.stop('stopped', claimed.failure)
    const isClaimed = claimed.ok && claimed.value.numbers.includes(entry.entry)
    // Changed since it was read: the line reads it again.
    if (!isClaimed) line.forget()
    if (!isClaimed) return null
    const { numbers, projectId } = claimed.value
    const goesAlong = companion !== null && numbers.includes(companion.entry)
    const copy = copyOf(entry, clock.now())
    return { entry, companion: goesAlong ? companion : null, askedAt: nextTick(db), copyOf: copy, projectId }
  }

  /** Whether a rename is to be sent; otherwise it is settled here, by what was read of its record. */
  #isStillWanted(entry: PushEntry): boolean {
    const verdict = nameVerdict(entry)
    // Saved values have to go back, although the name is there already.
    if (verdict.kind === 'send' || (verdict.kind === 'already-so' && entry.saved !== null)) return true
    const { entry: number, revision } = entry
    const failure: Failure | null = verdict.kind === 'changed' ? { code: 'name-changed', theirs: verdict.theirs } : null
    const outcome = failure === null ? ({ kind: 'already-so' } as const) : ({ kind: 'rejected', failure } as const)
    this.#ports.acknowledgements.add([{ entry: number, revision, outcome }], null)
    return false
  }

  #settle({ entry, companion, askedAt, copyOf: copy }: Sent, { outcome, along }: EntryAnswered): void {
    const { acknowledgements, troubles } = this.#ports
    const lookAt = troubles.lookAt(entry.entry, outcome)
    const sent = along === null ? null : { ...along, copyOf: copy }
    const results = entryResults({ ...entry, isSentOnce: entry.kind === 'delete-project', sent }, outcome, lookAt)
    if (companion !== null) results.push(...companionResults({ ...companion, sent }, outcome))
    const image = outcome.kind === 'applied' ? outcome.value : null
    acknowledgements.add(results, image === null ? null : { image, askedAt })
    if (outcome.kind === 'applied') this.#streaks.taken(entry.batch)
    const own = [entry.serviceId, entry.mirror.name, entry.name]
    // What goes once more is not refused yet.
    const isRefused = results.some((one) => one.outcome.kind === 'rejected')
    if (outcome.kind === 'rejected' && isRefused && this.#streaks.refused(entry.batch, outcome.failure, own))
      this.#stopBatch(entry.batch, (left) => ({ why: 'refusals', failure: outcome.failure, left }))
  }

  /** An image that got new results since its deletion was asked for goes with a word of the person only. */
  #isAskedAbout({ kind, batch, record }: PushEntry): boolean {
    const { db } = this.#ports
    if (kind !== 'delete' || !hasNewResults(db, { batch, record })) return false
    this.#stopBatch(batch, (left) => ({ why: 'new-results', count: countNewResults(db, batch), left }))
    return true
  }

  /** The rest waits for a word of the person: it was refused again and again alike, or is not what they saw. */
  #stopBatch(batch: number, holdWith: (left: number) => BatchHold): void {
    const { db, acknowledgements, onHeld } = this.#ports
    acknowledgements.flush()
    const left = findReceipt(db, batch)?.waiting ?? 0
    if (left === 0) return
    // A full disk that does not take the hold has stopped the group already.
    tryStorage(() => holdBatch(db, batch, holdWith(left)))
    for (const lane of PUSH_LANES) this.#lines[lane].forget()
    onHeld()
  }

  /** Nothing can be sent now: a timer for what was put off. */
  #wakeWhenDue(): void {
    const { db, group, clock, standing, lookup } = this.#ports
    // What was due when the lines were read, and did not go, waits for something else. A clock may have been set back.
    const readAt = Math.min(clock.now(), ...PUSH_LANES.map((lane) => this.#lines[lane].readAt))
    const sendAt = standing.may('write') ? nextDueAt(db, group, readAt) : null
    const lookAt = !lookup.isRunning && standing.may('read') ? nextLookAt(db, group) : null
    const dueAt = [sendAt, lookAt].filter((at) => at !== null)
    this.#cancelTimer?.()
    this.#cancelTimer = null
    if (dueAt.length === 0) return
    const wait = Math.max(LEAST_WAIT_MS, Math.min(...dueAt) - clock.now())
    this.#cancelTimer = clock.after(wait, () => this.wake())
  }
}

/** What goes in one request: an entry, and the favorite that a rename takes along. */
function withCompanion(entry: PushEntry, claimed: readonly number[]): readonly PushEntry[] {
  const { companion } = entry
  if (companion === null || !claimed.includes(companion.entry)) return [entry]
  return [entry, { ...entry, ...companion, kind: 'favorite', name: null }]
}
