/**
 * Reads a record just before its new name is sent: the update must carry its favorite and results, and a name that
 * somebody else gave it meanwhile must not be overwritten.
 */
import type { Clock } from '../domain/clock.ts'
import type { PushEntry } from '../domain/entry.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { showImage } from '../service/images.ts'
import type { Answered, ServiceClient } from '../service/service-client.ts'
import type { WriteDb } from '../storage/database.ts'
import { nextTick } from '../storage/meta.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import type { Mirror } from './mirror.ts'
import type { PushLane } from './push-line.ts'
import { ReadAhead } from './read-ahead.ts'
import type { Requests } from './requests.ts'

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
  readonly #ahead: ReadAhead

  constructor(ports: NameReadPorts) {
    this.#ports = ports
    this.#ahead = new ReadAhead(ports.clock)
  }

  isFresh(entry: PushEntry): boolean {
    return this.#ahead.isFresh(entry)
  }

  /** The entries whose records should be read now. */
  wanted(entries: readonly PushEntry[]): PushEntry[] {
    return this.#ahead.wanted(entries)
  }

  /** Reads the record of an entry; false when nothing was learned of it. */
  read(entry: PushEntry, lane: PushLane): Promise<boolean> {
    return this.#ahead.during(entry, () => this.#read(entry, lane))
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
      this.#ahead.note(entry)
      return (await mirror.takeImage(outcome.value, askedAt)) !== null
    }
    if (outcome.kind !== 'gone' && outcome.kind !== 'rejected') return false
    const rejected = { kind: 'rejected', failure: outcome.failure } as const
    acknowledgements.add([{ entry: entry.entry, revision: entry.revision, outcome: rejected }], null)
    return acknowledgements.flush()
  }
}
