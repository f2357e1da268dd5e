/**
 * What each list is asked: a second page, a page as large as sync reads, and one past the last. The answers are judged by
 * the rules of a pass, so that a diagnosis finds what a reading of the list would come to.
 */
import type { Finding, FindingKind } from '../../../../shared/diagnosis.ts'
import type { IncompleteWhy } from '../../../../shared/sync-status.ts'
import { shownBy } from '../../domain/outcome.ts'
import { incompleteWhy, NEW_PASS, type PassStep, stepPass } from '../../domain/pass-step.ts'
import type { ServicePage } from '../../domain/service-records.ts'
import type { PerPage } from '../list-query.ts'
import type { Answered, ServiceClient } from '../service-client.ts'
import { failedAs, type Ask } from './ask-service.ts'

export interface Listing<R> {
  readonly client: ServiceClient
  readonly ask: Ask
  readonly idOf: (record: R) => string
  readonly list: (at: {
    readonly perPage: PerPage
    readonly page?: number
    readonly cursor?: string
  }) => Promise<Answered<ServicePage<R>>>
}

/** null = nothing more can be asked now. */
export type Found = readonly Finding[] | null

/** A service may be slow: as little as it can be asked for. */
export const SMALL = 10
/** As sync asks for. */
const LARGE = 100
/** Where nothing tells how many pages there are, no library has this one. */
const FAR_PAGE = 10_001

/** How pages follow each other, and the total. `first`: the first page of `SMALL`. */
export async function askPaging<R>(listing: Listing<R>, first: ServicePage<R>): Promise<Found> {
  const { client, ask, list } = listing
  const total = { kind: first.total === null ? 'total.untold' : 'total.told' } as const
  const begun = stepOf(listing, [first])
  if (begun.kind === 'end') return [{ kind: TROUBLES[whyOf(begun)] ?? 'paging.one-page' }, total]
  const { page, cursor } = begun.state
  const at = cursor === null ? { page: page ?? 1 } : { cursor }
  const answered = await ask('record', () => list({ perPage: SMALL, ...at }))
  if (answered === null) return null
  const second = shownBy(answered.outcome)
  if (second === null) return [failedAs('paging.failed', answered.outcome)]
  const next = stepOf(listing, [first, second])
  const trouble = TROUBLES[whyOf(next)]
  if (trouble !== undefined) return [{ kind: trouble }, total]
  if (second.listed === 0) return [{ kind: 'paging.one-page' }, total]
  const isFromZero = client.dialect.get('page.first') === 'zero'
  return [{ kind: cursor !== null ? 'paging.by-cursor' : isFromZero ? 'paging.from-zero' : 'paging.from-one' }, total]
}

/** Records without an id have a finding of their own. */
const TROUBLES: Readonly<Partial<Record<IncompleteWhy | 'none', FindingKind>>> = {
  'no-paging': 'paging.same',
  'page-refused': 'paging.refused',
  'fewer-than-told': 'paging.short'
}

/** A pass that goes on is known to be incomplete only by a flaw. */
const whyOf = ({ kind, state }: PassStep): IncompleteWhy | 'none' =>
  (kind === 'end' ? incompleteWhy(state) : state.flaw) ?? 'none'

/** Where a pass stands behind these pages. */
function stepOf<R>({ idOf }: Listing<R>, pages: readonly [ServicePage<R>, ...ServicePage<R>[]]): PassStep {
  const seen = new Set<string>()
  let step: PassStep = { kind: 'next', state: NEW_PASS }
  for (const page of pages) {
    const ids = page.records.map(idOf)
    const newlySeen = ids.filter((id) => !seen.has(id)).length
    for (const id of ids) seen.add(id)
    step = stepPass(step.state, { page, ids, newlySeen })
  }
  return step
}

/** The largest page, and the end of a list that is paged by number. */
export async function askSizeAndEnd<R>(listing: Listing<R>): Promise<Found> {
  const { ask, list } = listing
  const answered = await ask('record', () => list({ perPage: LARGE, page: 1 }))
  if (answered === null) return null
  const large = shownBy(answered.outcome)
  if (large === null) return [failedAs('per-page.failed', answered.outcome)]
  if (large.nextCursor !== null) return [sizeOf(large)]
  const last = lastPageOf(large)
  const past = await ask('record', () => list({ perPage: LARGE, page: (last ?? FAR_PAGE - 1) + 1 }))
  if (past === null) return null
  const page = shownBy(past.outcome)
  if (page?.records.length === 0) return [sizeOf(large), { kind: 'end.found' }]
  // Nobody reads behind a page that says itself that it is the last.
  if (large.hasNext !== null) return [sizeOf(large), { kind: 'end.told' }]
  return [sizeOf(large), page === null ? failedAs('end.failed', past.outcome) : { kind: 'end.records' }]
}

/** Fewer are as many as asked for, where there are no more. */
function sizeOf({ perPage, listed, total, hasNext }: ServicePage<unknown>): Finding {
  const size = perPage ?? listed
  const isAll = perPage === null && (total === null ? hasNext !== true : listed >= total)
  return size === LARGE || isAll ? { kind: 'per-page.obeyed' } : { kind: 'per-page.other', count: size }
}

function lastPageOf({ lastPage, total, perPage, listed }: ServicePage<unknown>): number | null {
  if (lastPage !== null) return lastPage
  const size = perPage ?? listed
  return total === null || size === 0 ? null : Math.max(1, Math.ceil(total / size))
}
