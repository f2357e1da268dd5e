/**
 * Reads one record as it is now: by itself, unless the service failed to show it a moment ago; or, where a service cannot
 * show one, by the list page it stands on.
 */
import type { Failure } from '../../../shared/failure.ts'
import type { Clock } from '../domain/clock.ts'
import { isNumericId } from '../domain/compare-ids.ts'
import { isTroubled, type Outcome, shownBy } from '../domain/outcome.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { showImage } from '../service/images.ts'
import type { Answered } from '../service/service-client.ts'
import type { Parts } from './group-parts.ts'
import type { Ask } from './requests.ts'
import type { PushLane } from './push-line.ts'

/** The answer about one record; `askedAt`: `nextTick` when it was asked for, 0 where nothing was asked. */
export interface Shown {
  readonly outcome: Outcome<ServiceImage>
  readonly askedAt: number
}

export interface HowToShow extends Pick<Ask<Answered<unknown>>, 'lane' | 'isWatched'> {
  /** Hears of the answer before the turn ends, when the library has what it shows; not called where nothing was asked. */
  readonly heard?: (outcome: Outcome<ServiceImage>) => void
}

/**
 * What it shows is in the library when this settles; null = nothing may be asked now, or the disk does not take it. A
 * record that could not be shown a moment ago is not asked for, and fails as it did: its list page tells. What a person
 * looks at is asked for in any case, and not remembered.
 */
export async function showRecord(
  { client, requests, notShown, mirror }: Pick<Parts, 'client' | 'requests' | 'notShown' | 'mirror'>,
  id: string,
  { lane, isWatched = false, heard }: HowToShow
): Promise<Shown | null> {
  const known = isWatched ? null : notShown.failureOf(id)
  if (known !== null) return { outcome: { kind: 'retry', failure: known, countsAttempt: true }, askedAt: 0 }
  const taken = { is: true }
  const shown = await requests.run({
    lane,
    isWatched,
    way: 'read',
    about: 'record',
    send: () => showImage(client, { id }),
    heard: async ({ outcome, askedAt }) => {
      const image = shownBy(outcome)
      if (image !== null) taken.is = (await mirror.takePage({ records: [image] }, { askedAt, pass: null })) !== null
      heard?.(outcome)
    }
  })
  if (shown !== null && !isWatched && isTroubled(shown.outcome)) notShown.note(id, shown.outcome.failure)
  return taken.is ? shown : null
}

/**
 * `shown`: by itself, or by its list page, with the trouble that it has by itself. `gone`: the service's own word.
 * `refused`, `troubled`: it is not shown by itself, and stands on no page where it should.
 */
export type Looked =
  | { readonly kind: 'shown'; readonly image: ServiceImage; readonly askedAt: number; readonly trouble: Failure | null }
  | { readonly kind: 'gone' | 'refused' | 'troubled'; readonly failure: Failure }

/** null = nothing may be asked now, or no list came. `readPage`: reads the page on which it should stand. */
export async function lookAtRecord(
  ports: Parts,
  of: { readonly record: number; readonly serviceId: string },
  lane: PushLane,
  readPage = () => ports.finder.read(of.record, of.serviceId, lane)
): Promise<Looked | null> {
  const shown = await showRecord(ports, of.serviceId, { lane })
  if (shown === null) return null
  const { outcome, askedAt } = shown
  const image = shownBy(outcome)
  if (image !== null) return { kind: 'shown', image, askedAt, trouble: null }
  if (outcome.kind === 'gone') return outcome
  if (outcome.kind !== 'rejected' && !isTroubled(outcome)) return null
  const { kind, failure } = outcome
  const page = await readPage()
  if (page === null) return null
  const listed = page.images.find(({ id }) => id === of.serviceId)
  if (listed !== undefined) return { kind: 'shown', image: listed, askedAt: page.askedAt, trouble: failure }
  return { kind: kind === 'rejected' ? 'refused' : 'troubled', failure }
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
