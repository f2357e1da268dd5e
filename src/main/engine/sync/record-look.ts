/** Reads one record as it is now: by itself, or, where a service cannot show one, by the list page it stands on. */
import { isTroubled } from '../domain/outcome.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { showImage } from '../service/images.ts'
import type { Answered, ServiceClient } from '../service/service-client.ts'
import type { Mirror } from './mirror.ts'
import type { PageFinder } from './page-finder.ts'
import type { PushLane } from './push-line.ts'
import { type Shown, type ShowPorts, showRecord } from './show-record.ts'

export interface RecordLookPorts extends ShowPorts {
  readonly mirror: Mirror
  readonly finder: PageFinder
}

/**
 * `gone`: the service's own word. `absent`: it cannot be shown, and stands on no page where it should.
 * `troubled`: no usable answer came, and no page shows it. null: nothing may be asked now, or no list came.
 */
export type Looked = ServiceImage | 'gone' | 'absent' | 'troubled' | null

export class RecordLook {
  readonly #ports: RecordLookPorts
  #canShow = true

  constructor(ports: RecordLookPorts) {
    this.#ports = ports
  }

  async read(of: { readonly record: number; readonly serviceId: string }, lane: PushLane): Promise<Looked> {
    const shown = this.#canShow ? await this.#show(of.serviceId, lane) : 'absent'
    if (shown !== 'absent' && shown !== 'troubled') return shown
    const found = await this.#ports.finder.read(of.record, of.serviceId, lane)
    if (found === null) return null
    return found.images.find(({ id }) => id === of.serviceId) ?? shown
  }

  async #show(id: string, lane: PushLane): Promise<Looked> {
    const taken = { is: false }
    const heard = async (shown: Shown): Promise<void> => {
      taken.is = await this.#ports.mirror.takeShown(shown)
    }
    const shown = await showRecord(this.#ports, id, { lane, heard, ask: (client) => this.#ask(client, id) })
    if (shown === null) return null
    const { outcome } = shown
    if (outcome.kind === 'applied') return taken.is ? outcome.value : null
    if (outcome.kind === 'gone') return 'gone'
    if (outcome.kind === 'rejected') return 'absent'
    return isTroubled(outcome) ? 'troubled' : null
  }

  /** A service that shows no single records (404 or 405 of its web server) is none that stopped. */
  async #ask(client: ServiceClient, id: string): Promise<Answered<ServiceImage>> {
    const answered = await showImage(client, { id })
    const { outcome } = answered
    if (!('failure' in outcome) || !isNoShow(outcome)) return answered
    this.#canShow = false
    return { ...answered, outcome: { kind: 'rejected', failure: outcome.failure } }
  }
}

function isNoShow({ kind, failure }: { readonly kind: string; readonly failure: { readonly code: string } }): boolean {
  if (kind === 'stopped') return failure.code === 'wrong-address'
  return kind === 'rejected' && failure.code === 'method-refused'
}
