/**
 * Which record of the service is the one that a create without a trusted answer has made, and when to look for it.
 * Nothing is sent again by itself: a create costs money. Pure.
 */
import type { CreateForm } from '../../../shared/change.ts'
import { STORE_TIMEOUT_MS } from '../../../shared/limits.ts'
import { isWithin } from './clock.ts'
import { compareIds, isNumericId } from './compare-ids.ts'
import { isSameName } from './same-name.ts'
import type { ServiceImage } from './service-records.ts'

/** A create that was sent and not confirmed. Times are ms since epoch. */
export interface SentCreate {
  readonly form: CreateForm
  /** The highest id known when it was sent; null = none was known. */
  readonly highestId: string | null
  readonly sentAt: number
  /** Looks that read far enough. */
  readonly looks: number
  readonly lookedAt: number | null
}

/** Looks before the person is asked, and the time between two: three over ten minutes. */
export const LOOKS = 3
export const LOOK_GAP_MS = 5 * 60_000

/** When to look (again), ms since epoch: not before the longest create could have ended. */
export function lookDueAt(create: SentCreate, now: number): number {
  const { looks, lookedAt, sentAt } = create
  const [since, wait] = looks === 0 ? [sentAt, STORE_TIMEOUT_MS] : [lookedAt ?? sentAt, LOOK_GAP_MS]
  return isWithin(now, since, wait) ? since + wait : 0
}

/** Whether a record of the list may be newer than the create: told by the highest id known then, where ids are numbers. */
export function mayBeNewer(create: Pick<SentCreate, 'highestId'>, id: string): boolean {
  const { highestId } = create
  if (highestId === null || !isNumericId(highestId) || !isNumericId(id)) return true
  return compareIds(id, highestId) > 0
}

/** Whether a record shows what was asked for. A field that the answer does not have says nothing. */
export function matchesForm(form: CreateForm, { fields }: ServiceImage): boolean {
  if (!isSameName(fields.name ?? '', form.name)) return false
  const isSame = (shown: string | null | undefined, wanted: string | null): boolean =>
    shown === undefined || (shown ?? '') === (wanted ?? '')
  return (
    isSame(fields.resolution, form.resolution) &&
    isSame(fields.style, form.style) &&
    isSame(fields.medium, form.medium) &&
    isSame(fields.filter, form.filter) &&
    (typeof fields.description !== 'string' || isSameName(fields.description, form.description))
  )
}

export type LookVerdict =
  | { readonly kind: 'adopt'; readonly image: ServiceImage }
  | { readonly kind: 'ambiguous'; readonly images: readonly ServiceImage[] }
  /** Not on the list after the last look: the person decides. */
  | { readonly kind: 'not-found' }
  | { readonly kind: 'look-again' }

/** `candidates`: records that match and belong to no other record here. Counts the look that found them. */
export function judgeLook(create: Pick<SentCreate, 'looks'>, candidates: readonly ServiceImage[]): LookVerdict {
  const [image, ...others] = candidates
  if (image !== undefined)
    return others.length === 0 ? { kind: 'adopt', image } : { kind: 'ambiguous', images: candidates }
  return create.looks + 1 >= LOOKS ? { kind: 'not-found' } : { kind: 'look-again' }
}
