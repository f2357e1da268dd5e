/**
 * Keeps one open library in step with its service: two groups that know nothing of each other, one governor for each
 * host, the rule of the start, pause and resume.
 */
import type { Diagnosis } from '../../../shared/diagnosis.ts'
import { type Result, succeed } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import { DELETE_HOLD_ONLINE_MS } from '../../../shared/limits.ts'
import { SHARE_OF, type Pace } from '../../../shared/pace.ts'
import type { ImageQuery, ServiceSearch } from '../../../shared/query.ts'
import type { SendAnswer } from '../../../shared/send.ts'
import { GROUPS, type Group, type SyncStatus } from '../../../shared/sync-status.ts'
import { runningBatches } from '../storage/batches.ts'
import { holdDeletions } from '../storage/entries.ts'
import { readMeta, writeMeta } from '../storage/meta.ts'
import { releaseClaims } from '../storage/settle-entry.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import { Background } from './background.ts'
import { type GroupPorts, type GroupSettings, type SyncGroup, createGroup } from './create-group.ts'
import { Governor } from './governor.ts'
import type { WakeReason } from './group-loop.ts'
import { rememberOwner } from './key-owner.ts'
import { diagnose } from './diagnose.ts'
import { refreshImage, searchService } from './asked-reads.ts'
import { readStatus } from './status.ts'
import { turnReportOfAnswer } from './requests.ts'

export interface SyncPorts extends Omit<GroupPorts, 'governor' | 'onSettled' | 'onOnline' | 'isPaused'> {
  /** A diagnosis goes on. */
  readonly onDiagnosis: (diagnosis: Diagnosis) => void
}

export type BothGroups = Readonly<Record<Group, GroupSettings>>

/** A batch left behind for longer than this waits for a word of the person before it goes on. */
const OLD_BATCH_MS = 7 * 24 * 3_600_000
const PAUSED = 'paused'
const PACE = 'pace'

export class SyncLoop {
  readonly #ports: SyncPorts
  readonly #background: Background
  readonly #governors = new Map<string, Governor>()
  readonly #pickedUp: ReadonlySet<number>
  /** Groups of earlier settings whose last answers are still to come. */
  readonly #retired = new Set<SyncGroup>()
  #groups: Record<Group, SyncGroup>
  #isPaused: boolean
  #pace: Pace
  #diagnosis: { readonly controller: AbortController; readonly done: Promise<Diagnosis> } | null = null
  #diagnoses = 0

  /** Applies the rule of the start: what an earlier run had handed over is unknown now, and is read first. */
  constructor(ports: SyncPorts, settings: BothGroups) {
    this.#ports = ports
    const { db, bootId, clock, onStatus } = ports
    // What an old group could not write is looked up at the next start.
    this.#background = new Background({ clock, onStuck: onStatus })
    releaseClaims(db, { instance: bootId, now: ports.clock.now() })
    const left = runningBatches(db).filter((receipt) => receipt.waiting > 0)
    this.#pickedUp = new Set(left.map((receipt) => receipt.batch))
    this.#isPaused = readMeta(db, PAUSED) !== null
    this.#pace = readMeta(db, PACE) === 'share' ? 'share' : 'full'
    const oldest = Math.min(...left.map((receipt) => receipt.startedAt))
    if (ports.clock.now() - oldest > OLD_BATCH_MS) this.#keepPaused(true)
    this.#groups = { images: this.#create('images', settings), projects: this.#create('projects', settings) }
  }

  /** Begins to push and to read. */
  start(): void {
    for (const group of GROUPS) this.#groups[group].loop.look()
  }

  /** Addresses or keys changed: a group whose settings differ begins anew, the other one is left alone. */
  setGroups(settings: BothGroups): void {
    for (const group of GROUPS) {
      if (isSame(this.#groups[group].settings, settings[group])) continue
      const retired = this.#groups[group]
      this.#background.run(() => this.#retire(retired))
      this.#groups[group] = this.#create(group, settings)
      this.#groups[group].loop.look()
    }
    this.#ports.onStatus()
  }

  /** The library put something into the outbox. */
  wakePush(): void {
    this.#ports.onStatus()
    for (const group of GROUPS) this.#groups[group].loop.look()
  }

  wake(why: WakeReason): void {
    for (const group of GROUPS) this.#groups[group].loop.wake(why)
  }

  /** Counts a request that was made past the governor, at a host that a group uses. */
  noteTest(url: string, answer: SendAnswer): void {
    const host = URL.parse(url)?.origin ?? ''
    this.#governors.get(host)?.note(turnReportOfAnswer(answer, this.#ports.clock.now()))
  }

  /** Kept across restarts. */
  setPaused(isPaused: boolean): void {
    this.#keepPaused(isPaused)
    for (const group of GROUPS) this.#groups[group].standing.setPaused(isPaused)
    this.#ports.onStatus()
  }

  /** Kept across restarts; counts for every host of this library. */
  setPace(pace: Pace): void {
    writeMeta(this.#ports.db, PACE, pace === 'full' ? null : pace)
    this.#pace = pace
    for (const governor of this.#governors.values()) governor.setShare(SHARE_OF[pace])
    this.#ports.onStatus()
  }

  /** The person's word on whose key a group has, where that was asked. Fails as the disk does. */
  answerOwner(group: Group, isSameOwner: boolean): Result<null> {
    const { standing, settings } = this.#groups[group]
    if (standing.owner !== 'asking') return succeed(null)
    const kept = tryStorage(() => rememberOwner({ ...this.#ports, group }, settings.keyHash ?? '', isSameOwner))
    if (!kept.ok) return kept
    // It is known from now on, and found as any known key is.
    standing.setOwner('unknown')
    return succeed(null)
  }

  /** Asks the service for one image now, ahead of everything else. Fails as that did. */
  async refreshImage(record: RecordNumber): Promise<Result<null>> {
    return refreshImage(this.#groups.images, record)
  }

  /** Reads what matches at the service into the library. Fails as the first page did. */
  async searchService(query: ImageQuery): Promise<Result<ServiceSearch>> {
    return searchService(this.#groups.images, query)
  }

  /** Asks both services what shows whether the program can live with them; callers share the run in progress. */
  diagnose(): Promise<Diagnosis> {
    this.#diagnosis ??= this.#beginDiagnosis()
    return this.#diagnosis.done
  }

  /** Nothing more is asked or told of the run in progress, if there is one. */
  cancelDiagnosis(): void {
    this.#diagnosis?.controller.abort()
    this.#diagnosis = null
  }

  status(): SyncStatus {
    const { db, clock } = this.#ports
    const now = clock.now()
    const sources = { db, now, isPaused: this.#isPaused, pace: this.#pace, pickedUp: this.#pickedUp }
    return readStatus({ ...sources, ...this.#groups })
  }

  /** Writes what was answered; what is on its way is looked up at the next start. */
  close(): void {
    this.cancelDiagnosis()
    const groups = [...this.#retired, ...Object.values(this.#groups)]
    this.#retired.clear()
    for (const group of groups) group.close()
  }

  #beginDiagnosis() {
    const { clock, onDiagnosis } = this.#ports
    const controller = new AbortController()
    this.#diagnoses += 1
    const done = diagnose({
      groups: this.#groups,
      run: this.#diagnoses,
      startedAt: clock.now(),
      signal: controller.signal,
      onProgress: onDiagnosis
    }).finally(() => {
      if (this.#diagnosis?.controller === controller) this.#diagnosis = null
    })
    return { controller, done }
  }

  #create(group: Group, settings: BothGroups): SyncGroup {
    const governor = this.#governorOf(settings[group].address)
    const onSettled = (): void => this.#groups[group].loop.resume()
    const onOnline = (): void => {
      this.#holdDeletions(group)
      this.#probeOthers(group)
    }
    const events = { onSettled, onOnline }
    return createGroup({ ...this.#ports, ...events, governor, isPaused: this.#isPaused }, group, settings[group])
  }

  /** What one group found out about the network, the other one need not wait minutes for: its probe goes now. */
  #probeOthers(group: Group): void {
    for (const other of GROUPS) if (other !== group) this.#groups[other].standing.hasten('hint')
  }

  /** What was deleted while the network was away can be taken back for a while, now that it would be sent. */
  #holdDeletions(group: Group): void {
    const { db, clock } = this.#ports
    const now = clock.now()
    // A full disk stops the group by itself; nothing is sent then.
    tryStorage(() => holdDeletions(db, { group, now, until: now + DELETE_HOLD_ONLINE_MS }))
    this.#ports.onStatus()
  }

  /** Dropped when its last answer is in; until then it must be told when the library closes. */
  async #retire(group: SyncGroup): Promise<void> {
    this.#retired.add(group)
    await group.retire()
    if (this.#retired.delete(group)) group.close()
  }

  #governorOf(address: string): Governor {
    const { clock, random, onStatus } = this.#ports
    const host = URL.parse(address)?.origin ?? address
    const governor = this.#governors.get(host) ?? new Governor({ clock, random, onChange: onStatus })
    governor.setShare(SHARE_OF[this.#pace])
    this.#governors.set(host, governor)
    return governor
  }

  #keepPaused(isPaused: boolean): void {
    this.#isPaused = isPaused
    writeMeta(this.#ports.db, PAUSED, isPaused ? '1' : null)
  }
}

function isSame(left: GroupSettings, right: GroupSettings): boolean {
  return left.address === right.address && left.hasKey === right.hasKey && left.keyHash === right.keyHash
}
