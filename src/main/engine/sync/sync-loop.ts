/**
 * Keeps one open library in step with its service: two groups that know nothing of each other, one governor for each
 * host, the rule of the start, pause and resume.
 */
import type { LibraryChange } from '../../../shared/bridge.ts'
import type { Send, SendAnswer } from '../../../shared/send.ts'
import { GROUPS, type Group, type SyncStatus } from '../../../shared/sync-status.ts'
import type { Clock, Random } from '../domain/clock.ts'
import { runningBatches } from '../storage/batches.ts'
import type { WriteDb } from '../storage/database.ts'
import { readMeta, writeMeta } from '../storage/meta.ts'
import { releaseClaims } from '../storage/outbox.ts'
import { type GroupSettings, type SyncGroup, createGroup } from './create-group.ts'
import { Governor } from './governor.ts'
import type { WakeReason } from './group-loop.ts'
import { readStatus } from './status.ts'
import { turnReportOfAnswer } from './turn-report-of.ts'

export interface SyncPorts {
  readonly db: WriteDb
  readonly send: Send
  readonly clock: Clock
  readonly random: Random
  /** Different for each opening of a library: claims of any other one are those of a run that ended. */
  readonly bootId: string
  readonly onChange: (change: LibraryChange) => void
  /** The status differs, or may. */
  readonly onStatus: () => void
  readonly onKeyRefused: (group: Group) => void
}

export type BothGroups = Readonly<Record<Group, GroupSettings>>

/** A batch left behind for longer than this waits for a word of the person before it goes on. */
const OLD_BATCH_MS = 7 * 24 * 3_600_000
const PAUSED = 'paused'

export class SyncLoop {
  readonly #ports: SyncPorts
  readonly #governors = new Map<string, Governor>()
  readonly #pickedUp: ReadonlySet<number>
  readonly #retired: SyncGroup[] = []
  #groups: Record<Group, SyncGroup>
  #isPaused: boolean

  /** Applies the rule of the start: what an earlier run had handed over is unknown now, and is read first. */
  constructor(ports: SyncPorts, settings: BothGroups) {
    this.#ports = ports
    const { db, bootId } = ports
    releaseClaims(db, bootId)
    const left = runningBatches(db).filter((receipt) => receipt.waiting > 0)
    this.#pickedUp = new Set(left.map((receipt) => receipt.batch))
    this.#isPaused = readMeta(db, PAUSED) !== null
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
      this.#groups[group].retire()
      this.#retired.push(this.#groups[group])
      this.#groups[group] = this.#create(group, settings)
      this.#groups[group].loop.look()
    }
    this.#ports.onStatus()
  }

  /** The library put something into the outbox. */
  wakePush(): void {
    this.#ports.onStatus()
    this.#groups.images.loop.look()
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

  status(): SyncStatus {
    const { db, clock } = this.#ports
    const sources = { db, now: clock.now(), isPaused: this.#isPaused, pickedUp: this.#pickedUp }
    return readStatus({ ...sources, ...this.#groups })
  }

  /** Writes what was answered; what is on its way is looked up at the next start. */
  close(): void {
    for (const group of [...this.#retired, ...Object.values(this.#groups)]) group.close()
  }

  #create(group: Group, settings: BothGroups): SyncGroup {
    const governor = this.#governorOf(settings[group].address)
    const onSettled = (): void => this.#groups.images.loop.resume()
    const events = { onSettled, onOnline: () => this.#probeOthers(group) }
    return createGroup({ ...this.#ports, ...events, governor, isPaused: this.#isPaused }, group, settings[group])
  }

  /** What one group found out about the network, the other one need not wait minutes for: its probe goes now. */
  #probeOthers(group: Group): void {
    for (const other of GROUPS) if (other !== group) this.#groups[other].standing.hasten('hint')
  }

  #governorOf(address: string): Governor {
    const { clock, random, onStatus } = this.#ports
    const host = URL.parse(address)?.origin ?? address
    const governor = this.#governors.get(host) ?? new Governor({ clock, random, onChange: onStatus })
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
