/**
 * Synchronizes one open library with its service: two independent groups, one governor for each host, recovery at the
 * start, pause and resume.
 */
import type { Diagnosis } from '../../../shared/diagnosis.ts'
import { type Result, succeed } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import { DELETE_HOLD_ONLINE_MS } from '../../../shared/limits.ts'
import type { ImageQuery, ServiceSearch } from '../../../shared/query.ts'
import type { SendResponse } from '../../../shared/send.ts'
import { GROUPS, type Group, type SyncStatus, SHARE_OF, type Pace } from '../../../shared/sync-status.ts'
import { runningBatches } from '../storage/batches.ts'
import { startGracePeriods } from '../storage/entries.ts'
import { readMeta, writeMeta } from '../storage/meta.ts'
import { releaseClaims } from '../storage/settle-entry.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import { Background } from './background.ts'
import { type GroupPorts, type GroupSettings, type SyncGroup, createGroup } from './create-group.ts'
import { diagnose } from './diagnose.ts'
import { Governor } from './governor.ts'
import type { WakeReason } from './group-loop.ts'
import { rememberOwner } from './key-owner.ts'
import { refreshImage, searchService } from './requested-reads.ts'
import { reportOfResponse } from './requests.ts'
import { readStatus } from './status.ts'

export interface SyncPorts extends Omit<GroupPorts, 'governor' | 'onSettled' | 'onOnline' | 'isPaused'> {
  /** Reports progress of a diagnosis. */
  readonly onDiagnosis: (diagnosis: Diagnosis) => void
}

export type BothGroups = Readonly<Record<Group, GroupSettings>>

/** A batch older than this starts paused, until the user resumes it. */
const OLD_BATCH_MS = 7 * 24 * 3_600_000
const PAUSED = 'paused'
const PACE = 'pace'

export class SyncLoop {
  readonly #ports: SyncPorts
  readonly #background: Background
  readonly #governors = new Map<string, Governor>()
  readonly #pickedUp: ReadonlySet<number>
  /** Groups of earlier settings whose last responses are still to come. */
  readonly #retired = new Set<SyncGroup>()
  #groups: Record<Group, SyncGroup>
  #isPaused: boolean
  #pace: Pace
  #diagnosis: { readonly controller: AbortController; readonly done: Promise<Diagnosis> } | null = null
  #diagnoses = 0

  /** Recovers from the last run: entries that it had claimed become unknown, and are looked up first. */
  constructor(ports: SyncPorts, settings: BothGroups) {
    this.#ports = ports
    const { db, instanceId, clock, onStatus } = ports
    // Results that an old group could not write are looked up at the next start.
    this.#background = new Background({ clock, onStuck: onStatus })
    releaseClaims(db, { instance: instanceId, now: ports.clock.now() })
    const left = runningBatches(db).filter((receipt) => receipt.waiting > 0)
    this.#pickedUp = new Set(left.map((receipt) => receipt.batch))
    this.#isPaused = readMeta(db, PAUSED) !== null
    this.#pace = readMeta(db, PACE) === 'share' ? 'share' : 'full'
    const oldest = Math.min(...left.map((receipt) => receipt.startedAt))
    if (ports.clock.now() - oldest > OLD_BATCH_MS) this.#keepPaused(true)
    this.#groups = { images: this.#create('images', settings), projects: this.#create('projects', settings) }
  }

  /** Starts push and pull. */
  start(): void {
    for (const group of GROUPS) this.#groups[group].loop.check()
  }

  /** Replaces each group whose address or key changed; the other one continues. */
  setGroups(settings: BothGroups): void {
    for (const group of GROUPS) {
      if (isSame(this.#groups[group].settings, settings[group])) continue
      const retired = this.#groups[group]
      this.#background.run(() => this.#retire(retired))
      this.#groups[group] = this.#create(group, settings)
      this.#groups[group].loop.check()
    }
    this.#ports.onStatus()
  }

  /** Handles new entries in the outbox. */
  wakePush(): void {
    this.#ports.onStatus()
    for (const group of GROUPS) this.#groups[group].loop.check()
  }

  wake(why: WakeReason): void {
    for (const group of GROUPS) this.#groups[group].loop.wake(why)
  }

  /** Counts a request sent without the governor, to a host that a group uses. */
  noteTest(url: string, response: SendResponse): void {
    const host = URL.parse(url)?.origin ?? ''
    this.#governors.get(host)?.note(reportOfResponse(response, this.#ports.clock.now()))
  }

  /** Pauses or resumes sync. Kept across restarts. */
  setPaused(isPaused: boolean): void {
    this.#keepPaused(isPaused)
    for (const group of GROUPS) this.#groups[group].availability.setPaused(isPaused)
    this.#ports.onStatus()
  }

  /** Sets the pace for every host of this library. Kept across restarts. */
  setPace(pace: Pace): void {
    writeMeta(this.#ports.db, PACE, pace === 'full' ? null : pace)
    this.#pace = pace
    for (const governor of this.#governors.values()) governor.setShare(SHARE_OF[pace])
    this.#ports.onStatus()
  }

  /** Stores the user's decision about a key's owner, if it was requested. Fails if the disk does. */
  answerOwner(group: Group, isSameOwner: boolean): Result<null> {
    const { availability, settings } = this.#groups[group]
    if (availability.owner !== 'undetermined') return succeed(null)
    const kept = tryStorage(() => rememberOwner({ ...this.#ports, group }, settings.keyHash ?? '', isSameOwner))
    if (!kept.ok) return kept
    // The owner is known from now on, and is found like that of any known key.
    availability.setOwner('unknown')
    return succeed(null)
  }

  /** Reads one image now, ahead of everything else. Fails like that read. */
  async refreshImage(record: RecordNumber): Promise<Result<null>> {
    return refreshImage(this.#groups.images, record)
  }

  /** Reads what matches at the service into the library. Fails like the first page. */
  async searchService(query: ImageQuery): Promise<Result<ServiceSearch>> {
    return searchService(this.#groups.images, query)
  }

  /** Checks whether the program can work with both services; callers share the run in progress. */
  diagnose(): Promise<Diagnosis> {
    this.#diagnosis ??= this.#beginDiagnosis()
    return this.#diagnosis.done
  }

  /** Stops the run in progress, if any: nothing more is requested or reported. */
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

  /** Writes the received results; requests in flight are looked up at the next start. */
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
      this.#delayDeletions(group)
      this.#probeOthers(group)
    }
    const events = { onSettled, onOnline }
    return createGroup({ ...this.#ports, ...events, governor, isPaused: this.#isPaused }, group, settings[group])
  }

  /** Probes the other group's network now, because this group found it working. */
  #probeOthers(group: Group): void {
    for (const other of GROUPS) if (other !== group) this.#groups[other].availability.probeSoon('hint')
  }

  /** Delays deletions made while offline, so that they can still be undone now that they would be sent. */
  #delayDeletions(group: Group): void {
    const { db, clock } = this.#ports
    const now = clock.now()
    // A full disk stops the group on its own; nothing is sent then.
    tryStorage(() => startGracePeriods(db, { group, now, until: now + DELETE_HOLD_ONLINE_MS }))
    this.#ports.onStatus()
  }

  /** Retires a group and closes it after its last response; until then it must be closed with the library. */
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
