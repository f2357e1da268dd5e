/**
 * Which record of the service is the one that a create without a trusted answer has made, and when to look for it.
 * Nothing is sent again by itself: a create costs money. Pure.
 */
import type { CreateForm } from '../../../shared/change.ts'
import { LOOKS as LOOK_NAMES } from '../../../shared/image.ts'
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

/** Whether a record is newer than the create by the highest id known then; null = ids that are no numbers do not tell. */
export function isNewerById({ highestId }: Pick<SentCreate, 'highestId'>, id: string): boolean | null {
  return highestId !== null && isNumericId(highestId) && isNumericId(id) ? compareIds(id, highestId) > 0 : null
}

/** What the library knew of a record. */
export interface Met {
  /** ms since epoch; null = not met yet. */
  readonly firstSeenAt: number | null
  /** The whole list had been read when the create was sent: what was not known then came later. */
  readonly wasReadWhole: boolean
}

/** `unclear`: it may have been there before the order, and nothing tells. */
export type Age = 'older' | 'newer' | 'unclear'

/** Clocks and time zones differ; a date of the service proves age by more than that, and never youth. */
const DATES_DIFFER_MS = 24 * 3_600_000

/** Whether a record came before or after the create was sent. */
export function ageOf(create: Pick<SentCreate, 'highestId' | 'sentAt'>, { id, fields }: ServiceImage, met: Met): Age {
  const { sentAt } = create
  const isNewer = isNewerById(create, id)
  if (isNewer !== null) return isNewer ? 'newer' : 'older'
  if (met.firstSeenAt !== null && met.firstSeenAt < sentAt) return 'older'
  if (met.wasReadWhole) return 'newer'
  return isDatedBefore(fields.createdAt, sentAt - DATES_DIFFER_MS) ? 'older' : 'unclear'
}

const isDatedBefore = (date: number | null | undefined, time: number): boolean =>
  (date ?? Number.POSITIVE_INFINITY) < time

/** Whether a record shows what was asked for. A field that the answer does not have says nothing. */
export function matchesForm(form: CreateForm, { fields }: ServiceImage): boolean {
  if (!isSameName(fields.name ?? '', form.name)) return false
  const isSame = (shown: string | null | undefined, wanted: string | null): boolean =>
    shown === undefined || (shown ?? '') === (wanted ?? '')
  return (
    LOOK_NAMES.every((look) => isSame(fields[look], form[look])) &&
    (typeof fields.description !== 'string' || isSameName(fields.description, form.description))
  )
}

export type LookVerdict =
  | { readonly kind: 'adopt'; readonly image: ServiceImage }
  | { readonly kind: 'ambiguous'; readonly images: readonly ServiceImage[] }
  /** Not on the list after the last look: the person decides. */
  | { readonly kind: 'not-found' }
  | { readonly kind: 'look-again' }

export interface Candidate {
  readonly image: ServiceImage
  readonly age: Exclude<Age, 'older'>
}

/**
 * `candidates`: records that match, are not older and belong to no other record here. Counts the look that found them.
 * What may be older is never adopted without the person, who is asked when no newer one has come.
 */
export function judgeLook(create: Pick<SentCreate, 'looks'>, candidates: readonly Candidate[]): LookVerdict {
  const [first, ...others] = candidates
  const isLast = create.looks + 1 >= LOOKS
  const ambiguous: LookVerdict = { kind: 'ambiguous', images: candidates.map(({ image }) => image) }
  if (first === undefined) return isLast ? { kind: 'not-found' } : { kind: 'look-again' }
  if (candidates.every(({ age }) => age === 'unclear')) return isLast ? ambiguous : { kind: 'look-again' }
  return others.length === 0 ? { kind: 'adopt', image: first.image } : ambiguous
}
