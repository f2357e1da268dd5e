/**
 * Reads a list from one end to the other: what one page proves, and which page comes next. Pure. A pass ends if the
 * service reports no next page, returns an empty page, or refuses one. A refused page completes it only if as many
 * records were read as the service reports, or the page before was shorter than the longest one. A page shorter than
 * requested is never an end on its own.
 */
import type { IncompleteWhy } from '../../../shared/sync-status.ts'
import type { ServicePage } from './service-records.ts'

export interface PassPosition {
  /** Page to request, 1-based; `null` if the service pages by cursor. */
  readonly page: number | null
  readonly cursor: string | null
}

/** Returns the position as an argument of a list request. */
export const pageAt = ({ page, cursor }: PassPosition): { readonly page: number } | { readonly cursor: string } =>
  cursor === null ? { page: page ?? 1 } : { cursor }

export interface PassState extends PassPosition {
  /** Last reported total of the whole list; `null` until the service reported one. */
  readonly total: number | null
  /** Distinct records that this pass has read. */
  readonly seen: number
  /** Why this pass proves presence only, whatever follows: records without an id, or a page that was missed. */
  readonly flaw: IncompleteWhy | null
  /** True if the pass was interrupted: rows may have moved since, so it steps back until a page shows nothing new. */
  readonly isResuming: boolean
  /** Steps back in a row, for a total that fell, without anything new; many mean that the total is unreliable. */
  readonly fruitless: number
  /** Records that the service lists as deleted: gone, although its total may include them. */
  readonly deleted: ReadonlySet<string>
  /** Ids of the page before, to detect a service that ignores the requested page; empty at the start. */
  readonly lastIds: readonly string[]
  /** Rows of the page before, and of the longest one. */
  readonly rows: { readonly last: number; readonly most: number }
  /** True if the page before reported this one. */
  readonly isPromised: boolean
}

export type PassStep =
  | { readonly kind: 'next'; readonly state: PassState }
  | { readonly kind: 'end'; readonly state: PassState }

/** Limits a list that never ends. */
const MAX_PAGES = 100_000
/** Limits steps back, because replicas may report different totals in turn. */
const MAX_FRUITLESS = 20

export const NEW_PASS: PassState = {
  page: 1,
  cursor: null,
  total: null,
  seen: 0,
  flaw: null,
  isResuming: false,
  fruitless: 0,
  deleted: new Set(),
  lastIds: [],
  rows: { last: 0, most: 0 },
  isPromised: false
}

interface PageRead {
  readonly page: ServicePage<unknown>
  readonly ids: readonly string[]
  /** How many of them are new in this pass. */
  readonly newlySeen: number
}

/** Returns the state after a page, and whether it was the last one. */
export function stepPass(state: PassState, read: PageRead): PassStep {
  const { page, ids, newlySeen } = read
  const seen = state.seen + newlySeen
  const total = page.total ?? state.total
  const flaw = state.flaw ?? (page.unreadable > 0 ? 'unreadable' : null)
  const fruitless = newlySeen > 0 ? 0 : state.fruitless
  const deleted = page.deleted.length === 0 ? state.deleted : new Set([...state.deleted, ...page.deleted])
  const after: PassState = { ...state, seen, total, flaw, fruitless, deleted, isResuming: false, lastIds: ids }
  if (isRepeated(state, ids, newlySeen)) return { kind: 'end', state: { ...after, flaw: flaw ?? 'no-paging' } }
  const back = pagesBack(state, read)
  if (back > 0 && fruitless < MAX_FRUITLESS) {
    const isResuming = state.isResuming && newlySeen > 0
    const before = { page: Math.max(1, pageOf(state) - back), fruitless: fruitless + 1 }
    return { kind: 'next', state: { ...after, ...before, isResuming, lastIds: [] } }
  }
  return forward(state, back > 0 ? { ...after, flaw: flaw ?? 'fewer-than-reported' } : after, page)
}

/** Continues with the next page, if there is one. */
function forward(state: PassState, after: PassState, page: ServicePage<unknown>): PassStep {
  const rows = { last: page.listed, most: Math.max(state.rows.most, page.listed) }
  const next = { ...after, rows, isPromised: page.hasNext === true }
  if (page.isRefused === true && !isReportedEnd(state, after)) return refused(state, { ...next, isPromised: false })
  if (hasEnded(state, page)) return { kind: 'end', state: after }
  if (pageOf(state) >= MAX_PAGES) return { kind: 'end', state: { ...after, flaw: after.flaw ?? 'fewer-than-reported' } }
  return { kind: 'next', state: { ...next, ...nextPosition(state, page) } }
}

/** A single refused page inside a list of known length does not hide the pages behind it; two in a row end the pass. */
function refused(state: PassState, after: PassState): PassStep {
  const { page, rows, isPromised } = state
  const flawed: PassState = { ...after, flaw: after.flaw ?? 'page-refused' }
  if (page === null || rows.last === 0) return { kind: 'end', state: flawed }
  const isInside = isPromised || page * rows.most < (after.total ?? 0)
  return isInside ? { kind: 'next', state: { ...flawed, page: page + 1 } } : { kind: 'end', state: flawed }
}

/**
 * Returns whether a refused page is the end: the reported total was read, or the page before it was a short one. A total
 * that is below what was read is none.
 */
function isReportedEnd({ isPromised, rows }: PassState, { total, seen, deleted }: PassState): boolean {
  if (isPromised) return false
  // No comparison with NaN is true.
  const reported = total ?? Number.NaN
  return reported >= seen ? seen + deleted.size >= reported : rows.last < rows.most
}

/** Returns why a pass that ended is incomplete; `null` if it is complete: no flaw, and the reported total was read. */
export function incompleteWhy(state: PassState): IncompleteWhy | null {
  if (state.flaw !== null) return state.flaw
  return state.seen + state.deleted.size >= (state.total ?? 0) ? null : 'fewer-than-reported'
}

/** The page number; a list that is paged by cursor stays on 1, because it never steps back. */
const pageOf = ({ page }: PassState): number => page ?? 1

/** Deletions shift later records onto pages already read, so those are read again. */
function pagesBack(state: PassState, { page, newlySeen }: PageRead): number {
  const dropped = droppedPages(state, page)
  const isShifted = state.isResuming && newlySeen > 0 && pageOf(state) > 1
  return Math.max(dropped, isShifted ? 1 : 0)
}

/** The same ids as on the page before, none of them new, mean that the service ignores the requested page. */
function isRepeated(state: PassState, ids: readonly string[], newlySeen: number): boolean {
  if (newlySeen > 0 || ids.length === 0 || ids.length !== state.lastIds.length) return false
  return ids.every((id, place) => id === state.lastIds[place])
}

/** Negative if the total rose. */
function droppedPages(state: PassState, page: ServicePage<unknown>): number {
  if (page.total === null || pageOf(state) <= 1) return 0
  const dropped = (state.total ?? page.total) - page.total
  const length = page.perPage ?? Math.max(page.records.length, state.rows.most)
  return length <= 0 ? 0 : Math.ceil(dropped / length)
}

/** Returns whether the service reported the end, or the page is empty and thus behind the last one. */
function hasEnded(state: PassState, page: ServicePage<unknown>): boolean {
  if (page.listed === 0) return true
  if (page.hasNext !== null) return !page.hasNext
  return state.cursor !== null && page.nextCursor === null
}

function nextPosition(state: PassState, page: ServicePage<unknown>): PassPosition {
  if (page.nextCursor !== null && page.currentPage === null) return { page: null, cursor: page.nextCursor }
  return { page: pageOf(state) + 1, cursor: null }
}
