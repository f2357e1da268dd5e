/**
 * Reads one record as it is now: by itself, unless the service failed to show it a moment ago; or, where a service cannot
 * show one, by the list page it stands on.
 */
import type { Failure } from '../../../shared/failure.ts'
import type { Clock } from '../domain/clock.ts'
import { isNumericId } from '../domain/compare-ids.ts'
import { isTroubled, type Outcome } from '../domain/outcome.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { showImage } from '../service/images.ts'
import type { Answered, ServiceClient } from '../service/service-client.ts'
import type { Parts } from './group-parts.ts'
import type { Ask } from './requests.ts'
import type { PushLane } from './push-line.ts'

/** The answer about one record; `askedAt`: `nextTick` when it was asked for, 0 where nothing was asked. */
export interface Shown {
  readonly outcome: Outcome<ServiceImage>
  readonly askedAt: number
}

export interface HowToShow extends Pick<Ask<Answered<unknown>>, 'lane' | 'isWatched'> {
  /** Takes the answer in before the turn ends; not called where nothing was asked. */
  readonly heard?: (shown: Shown) => void | Promise<void>
  readonly ask?: (client: ServiceClient, args: { readonly id: string }) => Promise<Answered<ServiceImage>>
}

/**
 * null = nothing may be asked now. A record that could not be shown a moment ago is not asked for, and fails as it did:
 * its list page tells. What a person looks at is asked for in any case, and not remembered.
 */
export async function showRecord(
  { client, requests, notShown }: Pick<Parts, 'client' | 'requests' | 'notShown'>,
  id: string,
  { lane, isWatched = false, heard, ask = showImage }: HowToShow
): Promise<Shown | null> {
  const known = isWatched ? null : notShown.failureOf(id)
  if (known !== null) return { outcome: { kind: 'retry', failure: known, countsAttempt: true }, askedAt: 0 }
  const shown = await requests.run({
    lane,
    isWatched,
    way: 'read',
    about: 'record',
    send: () => ask(client, { id }),
    heard
  })
  if (shown !== null && !isWatched && isTroubled(shown.outcome)) notShown.note(id, shown.outcome.failure)
  return shown
}

/** For numeric ids, whose list page can be found and tells the same as `show`. */
const KEPT_MS = 10 * 60_000
/** For other ids only `show` is sure to find the record, so it is asked again soon; the callers' backoff spaces it. */
const KEPT_UNGUESSED_MS = 1_000
/** Forgotten, a record is asked for once more. */
const MAX_KEPT = 1_000

export interface NotShownPorts {
  readonly clock: Pick<Clock, 'elapsed'>
  /** Reads of the group rest: the next one decides whether they go on. */
  readonly isResting: () => boolean
}

/**
 * Records that the service failed to show a moment ago. For a while their list pages are asked in the place of `show`:
 * asked for again and again, one such record would be the probe that fails whenever reads rest.
 */
export class NotShown {
  readonly #ports: NotShownPorts
  /** By service id; monotonic ms. */
  readonly #known = new Map<string, { readonly until: number; readonly failure: Failure }>()

  constructor(ports: NotShownPorts) {
    this.#ports = ports
  }

  note(id: string, failure: Failure): void {
    if (this.#known.size >= MAX_KEPT) this.#known.clear()
    const keptMs = isNumericId(id) ? KEPT_MS : KEPT_UNGUESSED_MS
    this.#known.set(id, { until: this.#ports.clock.elapsed() + keptMs, failure })
  }

  /** Why it was not shown; null when it may be asked for. */
  failureOf(id: string): Failure | null {
    const known = this.#known.get(id)
    if (known === undefined || this.#ports.clock.elapsed() < known.until) return known?.failure ?? null
    // A list page as the probe tells of the service, whatever becomes of this record.
    if (this.#ports.isResting()) return known.failure
    this.#known.delete(id)
    return null
  }
}

/**
 * `gone`: the service's own word. `absent`: it cannot be shown, and stands on no page where it should.
 * `troubled`: no usable answer came, and no page shows it. null: nothing may be asked now, or no list came.
 */
export type Looked = ServiceImage | 'gone' | 'absent' | 'troubled' | null

export class RecordLook {
  readonly #ports: Parts
  #canShow = true

  constructor(ports: Parts) {
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
