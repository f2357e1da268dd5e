/**
 * Decides which record of the service an unconfirmed create has made, and when to look it up. Nothing is sent again
 * automatically, because a create costs money. Pure.
 */
import type { CreateForm } from '../../../shared/change.ts'
import { FACETS as FACET_NAMES } from '../../../shared/image.ts'
import { STORE_TIMEOUT_MS } from '../../../shared/limits.ts'
import { isWithin } from './clock.ts'
import { compareIds, isNumericId } from './compare-ids.ts'
import { isSameName } from './same-value.ts'
import type { ServiceImage } from './service-records.ts'

/** A create that was sent and not confirmed. Times are ms since epoch. */
export interface SentCreate {
  readonly form: CreateForm
  /** The highest id known when it was sent; `null` if none was known. */
  readonly highestId: string | null
  readonly sentAt: number
  /** Number of lookups that read far enough. */
  readonly lookups: number
  readonly lookedUpAt: number | null
}

/** Lookups before the user decides, and the time between two of them: three over ten minutes. */
const MAX_LOOKUPS = 3
export const LOOKUP_GAP_MS = 5 * 60_000

/** Returns when the next lookup is due (ms since epoch): not before the longest create could have ended; 0 = now. */
export function lookupDueAt(create: SentCreate, now: number): number {
  const { lookups, lookedUpAt, sentAt } = create
  const [since, wait] = lookups === 0 ? [sentAt, STORE_TIMEOUT_MS] : [lookedUpAt ?? sentAt, LOOKUP_GAP_MS]
  return isWithin(now, since, wait) ? since + wait : 0
}

/**
 * Returns whether a record is newer than the create, by the highest id known then; `null` if the ids are not numbers.
 */
export function isNewerById({ highestId }: Pick<SentCreate, 'highestId'>, id: string): boolean | null {
  // Stryker disable next-line ConditionalExpression: isNumericId of null is false as well; the condition is there for the compiler
  return highestId !== null && isNumericId(highestId) && isNumericId(id) ? compareIds(id, highestId) > 0 : null
}

/** What the library knows about a record. */
export interface Met {
  /** ms since epoch; `null` = not seen before. */
  readonly firstSeenAt: number | null
  /** True if the whole list had been read when the create was sent, so that an unknown record is newer. */
  readonly wasReadWhole: boolean
}

/** `unclear`: the record may be older than the create, and nothing decides it. */
export type Age = 'older' | 'newer' | 'unclear'

/**
 * Clocks and time zones differ, so only a date earlier by more than this proves that a record is older; no date proves
 * it newer.
 */
const DATES_DIFFER_MS = 24 * 3_600_000

/** Returns whether a record was created before or after the create was sent. */
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

/** Returns whether a record shows what the form requested. A field missing from the response is not compared. */
export function matchesForm(form: CreateForm, { fields }: ServiceImage): boolean {
  if (!isSameName(fields.name ?? '', form.name)) return false
  const isSame = (shown: string | null | undefined, desired: string | null): boolean =>
    shown === undefined || (shown ?? '') === (desired ?? '')
  return (
    FACET_NAMES.every((facet) => isSame(fields[facet], form[facet])) &&
    (typeof fields.description !== 'string' || isSameName(fields.description, form.description))
  )
}

export type LookupVerdict =
  | { readonly kind: 'adopt'; readonly image: ServiceImage }
  | { readonly kind: 'ambiguous'; readonly images: readonly ServiceImage[] }
  /** Not on the list after the last lookup: the user decides. */
  | { readonly kind: 'not-found' }
  | { readonly kind: 'lookup-again' }

export interface Candidate {
  readonly image: ServiceImage
  readonly age: Exclude<Age, 'older'>
}

/**
 * Returns the verdict of the current lookup, which it counts. `candidates` match the form, are not older and belong to
 * no other local record. A possibly older one is never adopted without the user, who decides if no newer one has
 * appeared.
 */
export function judgeLookup(create: Pick<SentCreate, 'lookups'>, candidates: readonly Candidate[]): LookupVerdict {
  const [first, ...others] = candidates
  const isLast = create.lookups + 1 >= MAX_LOOKUPS
  const ambiguous: LookupVerdict = { kind: 'ambiguous', images: candidates.map(({ image }) => image) }
  if (first === undefined) return isLast ? { kind: 'not-found' } : { kind: 'lookup-again' }
  if (candidates.every(({ age }) => age === 'unclear')) return isLast ? ambiguous : { kind: 'lookup-again' }
  return others.length === 0 ? { kind: 'adopt', image: first.image } : ambiguous
}
