/**
 * Reads a record just before its new name is sent: the update must carry its favorite and results, and a name that
 * somebody else gave it meanwhile must not be overwritten.
 */
import { type Clock, isWithin } from '../domain/clock.ts'
import type { PushEntry } from '../domain/entry.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { showImage } from '../service/images.ts'
import type { Answered, ServiceClient } from '../service/service-client.ts'
import type { WriteDb } from '../storage/database.ts'
import { nextTick } from '../storage/meta.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import type { Mirror } from './mirror.ts'
import type { PushLane } from './push-line.ts'
import type { Requests } from './requests.ts'

export const NAME_FRESH_MS = 60_000
/** Read ahead of their turns at most this many: what waits longer must be read again. */
const AT_ONCE = 3
/** Forgotten, a record is read once more. */
const MAX_REMEMBERED = 1_000

export interface NameReadPorts {
  readonly db: WriteDb
  readonly client: ServiceClient
  readonly clock: Clock
  readonly requests: Requests
  readonly mirror: Mirror
  readonly acknowledgements: Acknowledgements
}

export class NameRead {
  readonly #ports: NameReadPorts
  readonly #underWay = new Set<number>()
  /** When the record of an entry was read for it, ms since epoch. A page that happened to show it is not enough. */
  readonly #readAt = new Map<number, number>()

  constructor(ports: NameReadPorts) {
    this.#ports = ports
  }

  isFresh(entry: PushEntry): boolean {
    const readAt = this.#readAt.get(entry.entry)
    if (entry.kind !== 'name') return true
    return readAt !== undefined && isWithin(this.#ports.clock.now(), readAt, NAME_FRESH_MS)
  }

  /** The entries whose records should be read now. */
  wanted(entries: readonly PushEntry[]): PushEntry[] {
    const room = AT_ONCE - this.#underWay.size
    const stale = entries.filter((entry) => !this.isFresh(entry) && !this.#underWay.has(entry.entry))
    return stale.slice(0, Math.max(0, room))
  }

  /** Reads the record of an entry; false when nothing was learned of it. */
  async read(entry: PushEntry, lane: PushLane): Promise<boolean> {
    this.#underWay.add(entry.entry)
    return this.#read(entry, lane).finally(() => this.#underWay.delete(entry.entry))
  }

  async #read(entry: PushEntry, lane: PushLane): Promise<boolean> {
    const { db, client, requests } = this.#ports
    const asked = { at: 0 }
    const learned = { is: false }
    await requests.run<Answered<ServiceImage>>({
      lane,
      way: 'read',
      about: 'record',
      send: () => {
        asked.at = nextTick(db)
        return showImage(client, { id: entry.serviceId })
      },
      heard: async ({ outcome }) => {
        learned.is = await this.#take(entry, outcome, asked.at)
      }
    })
    return learned.is
  }

  async #take(entry: PushEntry, outcome: Answered<ServiceImage>['outcome'], askedAt: number): Promise<boolean> {
    const { mirror, acknowledgements } = this.#ports
    if (outcome.kind === 'applied' && outcome.value !== null) {
      this.#note(entry)
      return (await mirror.takeImage(outcome.value, askedAt)) !== null
    }
    if (outcome.kind !== 'gone' && outcome.kind !== 'rejected') return false
    const rejected = { kind: 'rejected', failure: outcome.failure } as const
    acknowledgements.add([{ entry: entry.entry, revision: entry.revision, outcome: rejected }], null)
    return acknowledgements.flush()
  }
  #note({ entry }: PushEntry): void {
    if (this.#readAt.size >= MAX_REMEMBERED) this.#readAt.clear()
    this.#readAt.set(entry, this.#ports.clock.now())
  }
}
