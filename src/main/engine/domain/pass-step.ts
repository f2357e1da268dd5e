/**
 * Reading a list from one end to the other: what one page proves, and which page comes next. Pure.
 * A pass is complete only when the service itself says that it ended; a page shorter than asked is never an end.
 */
import type { ServicePage } from './service-records.ts'

export interface PassPlace {
  /** Page to ask for, 1-based; null where the service pages by cursor. */
  readonly page: number | null
  readonly cursor: string | null
}

export interface PassState extends PassPlace {
  /** Records of the whole list as last told; null until the service told it. */
  readonly total: number | null
  /** Distinct records that this pass has read. */
  readonly seen: number
  /** Records without an id, or a page that was missed: presence is proved, completeness is not. */
  readonly isFlawed: boolean
  /** Ids of the page before, to notice a service that ignores the page asked for; empty at the start. */
  readonly lastIds: readonly string[]
}

export type PassStep =
  | { readonly kind: 'next'; readonly state: PassState }
  | { readonly kind: 'end'; readonly state: PassState }

/** A list that never ends is not read for ever. */
export const MAX_PAGES = 100_000

export const NEW_PASS: PassState = { page: 1, cursor: null, total: null, seen: 0, isFlawed: false, lastIds: [] }

interface PageRead {
  readonly page: ServicePage<unknown>
  readonly ids: readonly string[]
  /** How many of them this pass had not met before. */
  readonly newlySeen: number
}

/** The state after a page, and whether it was the last. */
export function stepPass(state: PassState, read: PageRead): PassStep {
  const { page, ids, newlySeen } = read
  const seen = state.seen + newlySeen
  const total = page.total ?? state.total
  const isFlawed = state.isFlawed || page.unreadable > 0
  const after: PassState = { ...state, seen, total, isFlawed, lastIds: ids }
  if (isRepeated(state, ids, newlySeen)) return { kind: 'end', state: { ...after, isFlawed: true } }
  const dropped = droppedPages(state, page)
  // Deletions shift later records onto pages already read: those are read again.
  if (dropped > 0 && state.page !== null) {
    return { kind: 'next', state: { ...after, page: Math.max(1, state.page - dropped), lastIds: [] } }
  }
  if (hasEnded(state, page)) return { kind: 'end', state: after }
  if ((state.page ?? 0) >= MAX_PAGES) return { kind: 'end', state: { ...after, isFlawed: true } }
  return { kind: 'next', state: { ...after, ...nextPlace(state, page) } }
}

/** Whether a pass that ended has read everything: no flaw, and as many records as were told. */
export function isWhole(state: PassState): boolean {
  return !state.isFlawed && (state.total === null || state.seen >= state.total)
}

/** The very ids of the page before, nothing new among them: the service ignores the page asked for. */
function isRepeated(state: PassState, ids: readonly string[], newlySeen: number): boolean {
  if (newlySeen > 0 || ids.length === 0 || ids.length !== state.lastIds.length) return false
  return ids.every((id, place) => id === state.lastIds[place])
}

function droppedPages(state: PassState, page: ServicePage<unknown>): number {
  if (state.total === null || page.total === null || (state.page ?? 1) <= 1) return 0
  const dropped = state.total - page.total
  const length = page.perPage ?? page.records.length
  return dropped <= 0 || length <= 0 ? 0 : Math.ceil(dropped / length)
}

/** Told so, or an empty page after the last one. */
function hasEnded(state: PassState, page: ServicePage<unknown>): boolean {
  if (page.records.length + page.unreadable === 0) return true
  if (page.hasNext !== null) return !page.hasNext
  return state.cursor !== null && page.nextCursor === null
}

function nextPlace(state: PassState, page: ServicePage<unknown>): PassPlace {
  if (page.nextCursor !== null && page.currentPage === null) return { page: null, cursor: page.nextCursor }
  return { page: (state.page ?? 1) + 1, cursor: null }
}
