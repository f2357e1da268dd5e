/** Applies the favorite filter of the list: which encoding a service accepts, and what to do if it accepts none. */
import { shownBy } from '../domain/outcome.ts'
import type { ServiceImage, ServicePage } from '../domain/service-records.ts'
import { otherWriting, type Dialect } from './dialect.ts'
import { type Answered, summed } from './service-client.ts'

/** `none`: not requested. */
export type FilterTaken = 'none' | 'taken' | 'ignored'

type Writing = 'digits' | 'words'
type PageAnswered = Answered<ServicePage<ServiceImage>>
type Filtered = PageAnswered & { readonly favoriteFilter: FilterTaken }

/**
 * Lists with the known encoding, or with 1/0 first and true/false once if the first has no effect or is refused. If
 * neither works, the page is filtered here.
 */
export async function filterTaken(
  dialect: Dialect,
  desired: boolean | null,
  list: (writing: Writing) => Promise<PageAnswered>
): Promise<Filtered> {
  const known = dialect.known('filter.boolean')
  const writing = known === 'words' ? 'words' : 'digits'
  const first = await list(writing)
  if (desired === null) return { ...first, favoriteFilter: 'none' }
  if (!isRefused(first) && (known !== null || !hasContradiction(first, desired))) {
    if (known !== 'ignored') learnShown(dialect, first, desired, writing)
    return narrowed(first, desired)
  }
  const other = otherWriting(writing)
  const second = await list(other)
  // Only a page whose rows contradict the filter proves that it has no effect; a failure proves nothing.
  if (hasContradiction(second, desired)) dialect.learn('filter.boolean', 'ignored')
  else if (known !== 'ignored') learnShown(dialect, second, desired, other)
  return narrowed({ ...second, facts: summed(first.facts, second.facts) }, desired)
}

/** Learns the encoding from a page with rows that prove it. */
function learnShown(dialect: Dialect, answered: PageAnswered, desired: boolean, writing: Writing): void {
  const rows = shownBy(answered.outcome)?.records ?? []
  const isProof = rows.some((image) => image.fields.favorite === desired) && !hasContradiction(answered, desired)
  if (isProof) dialect.learn('filter.boolean', writing)
}

/** Filters the page if the service did not. Rows without a favorite stay. */
function narrowed(answered: PageAnswered, desired: boolean): Filtered {
  const page = shownBy(answered.outcome)
  if (page === null || !hasContradiction(answered, desired)) return { ...answered, favoriteFilter: 'taken' }
  const records = page.records.filter((image) => !contradicts(image, desired))
  return { ...answered, outcome: { kind: 'applied', value: { ...page, records } }, favoriteFilter: 'ignored' }
}

function isRefused({ outcome }: PageAnswered): boolean {
  return outcome.kind === 'rejected' && Object.hasOwn(outcome.failure.fields ?? {}, 'favorite')
}

function hasContradiction(answered: PageAnswered, desired: boolean): boolean {
  return shownBy(answered.outcome)?.records.some((image) => contradicts(image, desired)) ?? false
}

function contradicts(image: ServiceImage, desired: boolean): boolean {
  return image.fields.favorite !== undefined && image.fields.favorite !== desired
}
