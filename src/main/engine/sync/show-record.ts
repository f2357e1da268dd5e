/** Reads one record as it is now: by `show`, unless that failed a moment ago; otherwise by its list page. */
import type { Failure } from '../../../shared/failure.ts'
import type { Clock } from '../domain/clock.ts'
import { isNumericId } from '../domain/compare-ids.ts'
import { isInconclusive, type Outcome, shownBy } from '../domain/outcome.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { showImage } from '../service/images.ts'
import type { ServiceResult } from '../service/service-client.ts'
import type { Parts } from './group-parts.ts'
import type { SyncRequest } from './requests.ts'
import type { PushLane } from './push-queue.ts'

/** The outcome for one record; `requestedAt`: `nextSequence` when it was requested, 0 if nothing was requested. */
export interface Shown {
  readonly outcome: Outcome<ServiceImage>
  readonly requestSequence: number
}

export interface HowToShow extends Pick<SyncRequest<ServiceResult<unknown>>, 'lane' | 'failFastOnCooldown'> {
  /** Called before the turn ends, after the record was stored; not called if nothing was requested. */
  readonly onResponse?: (outcome: Outcome<ServiceImage>) => void
}

/**
 * Shows a record, which the library contains when this settles; `null` if nothing may be requested now or the disk
 * rejects it. A record that could not be shown a moment ago is not requested and fails as before, so that its list page
 * decides. A read that a user watches is always sent and never remembered.
 */
export async function showRecord(
  { client, requests, notShown, mirror }: Pick<Parts, 'client' | 'requests' | 'notShown' | 'mirror'>,
  id: string,
  { lane, failFastOnCooldown = false, onResponse }: HowToShow
): Promise<Shown | null> {
  const known = failFastOnCooldown ? null : notShown.failureOf(id)
  if (known !== null) return { outcome: { kind: 'retry', failure: known, countsAttempt: true }, requestSequence: 0 }
  const taken = { is: true }
  const shown = await requests.run({
    lane,
    failFastOnCooldown,
    requestClass: 'read',
    about: 'record',
    send: () => showImage(client, { id }),
    onResponse: async ({ outcome, requestSequence }) => {
      const image = shownBy(outcome)
      if (image !== null)
        taken.is = (await mirror.takePage({ records: [image] }, { requestSequence, pass: null })) !== null
      onResponse?.(outcome)
    }
  })
  if (shown !== null && !failFastOnCooldown && isInconclusive(shown.outcome)) notShown.note(id, shown.outcome.failure)
  return taken.is ? shown : null
}

/**
 * `shown`: by `show`, or by its list page with the failure of `show`. `gone`: reported by the service itself.
 * `refused`, `inconclusive`: `show` failed, and the expected page does not contain it.
 */
export type FetchedRecord =
  | {
      readonly kind: 'shown'
      readonly image: ServiceImage
      readonly requestSequence: number
      readonly failure: Failure | null
    }
  | { readonly kind: 'gone' | 'refused' | 'inconclusive'; readonly failure: Failure }

/**
 * Looks a record up by `show`, then by its page; `null` if nothing may be requested now or no list came. `readPage`:
 * reads the page that should contain it.
 */
export async function fetchRecord(
  ports: Parts,
  of: { readonly record: number; readonly serviceId: string },
  lane: PushLane,
  readPage = () => ports.finder.read(of.record, of.serviceId, lane)
): Promise<FetchedRecord | null> {
  const shown = await showRecord(ports, of.serviceId, { lane })
  if (shown === null) return null
  const { outcome, requestSequence } = shown
  const image = shownBy(outcome)
  if (image !== null) return { kind: 'shown', image, requestSequence, failure: null }
  if (outcome.kind === 'gone') return outcome
  if (outcome.kind !== 'rejected' && !isInconclusive(outcome)) return null
  const { kind, failure } = outcome
  const page = await readPage()
  if (page === null) return null
  const listed = page.images.find(({ id }) => id === of.serviceId)
  if (listed !== undefined)
    return { kind: 'shown', image: listed, requestSequence: page.requestSequence, failure: failure }
  return { kind: kind === 'rejected' ? 'refused' : 'inconclusive', failure }
}

/** For numeric ids, whose list page can be found and shows the same as `show`. */
const KEPT_MS = 10 * 60_000
/**
 * For other ids only `show` is sure to find the record, so it is requested again soon; the callers' backoff spaces the
 * requests.
 */
const UNESTIMATED_KEPT_MS = 1_000
/** Maximum number of records; a forgotten one is requested again. */
const MAX_KEPT = 1_000

export interface UnreadableRecordsPorts {
  readonly clock: Pick<Clock, 'elapsed'>
  /** Returns whether reads of the group are down, so that the next one is the probe. */
  readonly isUnresponsive: () => boolean
}

/**
 * Records that the service failed to show a moment ago. For a while their list pages are read instead, because such a
 * record would otherwise be the probe that fails whenever reads are down.
 */
export class UnreadableRecords {
  readonly #ports: UnreadableRecordsPorts
  /** Failures by service id; `until` in monotonic ms. */
  readonly #known = new Map<string, { readonly until: number; readonly failure: Failure }>()

  constructor(ports: UnreadableRecordsPorts) {
    this.#ports = ports
  }

  note(id: string, failure: Failure): void {
    if (this.#known.size >= MAX_KEPT) this.#known.clear()
    const keptMs = isNumericId(id) ? KEPT_MS : UNESTIMATED_KEPT_MS
    this.#known.set(id, { until: this.#ports.clock.elapsed() + keptMs, failure })
  }

  /** Returns why the record was not shown; `null` if it may be requested. */
  failureOf(id: string): Failure | null {
    const known = this.#known.get(id)
    if (known === undefined || this.#ports.clock.elapsed() < known.until) return known?.failure ?? null
    // A list page is the better probe, because it tests the service independently of this record.
    if (this.#ports.isUnresponsive()) return known.failure
    this.#known.delete(id)
    return null
  }
}
