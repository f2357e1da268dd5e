/**
 * Reads a group's whole list page by page, and stores its progress after each page, so that an interrupted pass resumes
 * where it stopped. One reading at a time.
 */
import type { IncompleteWhy } from '../../../shared/sync-status.ts'
import { type PassState, NEW_PASS, incompleteWhy, pageAt, stepPass } from '../domain/pass-step.ts'
import type { ReadDb, WriteDb } from '../storage/database.ts'
import { type Pass, type PassKind, countSeen, newestPass, notePass, openPass } from '../storage/passes.ts'
import type { Parts } from './group-parts.ts'
import type { HowToRead, PageRead } from './list-pages.ts'

type Order = Pass['order']

interface ListPassPorts extends Pick<Parts, 'db' | 'clock' | 'group' | 'waits'> {
  readonly kind: PassKind
  /** Order of a new pass; an open pass keeps its own. */
  readonly order: Order
  /** Reads one page into the mirror and reports every outcome; `null` if interrupted. */
  readonly readPage: (
    at: ReturnType<typeof pageAt> & { readonly sort: Order },
    turn: Required<Pick<HowToRead, 'pass' | 'answered'>>
  ) => Promise<PageRead<unknown> | null>
  readonly onProgress?: (progress: { readonly soFar: number; readonly total: number | null }) => void
  /** Called between two pages. Returns how many records it read that count as seen; `null` if interrupted. */
  readonly between?: (pass: number) => Promise<number | null>
  /**
   * Called at the end if fewer records were seen than reported, to read what arrived at the head since. Returns like
   * `between`.
   */
  readonly catchUp?: (pass: number) => Promise<number | null>
}

export type PassEnd =
  /** Everything was read: records that the service did not show seem removed. */
  | { readonly kind: 'complete'; readonly pass: number }
  /** Only presence is proved. */
  | { readonly kind: 'incomplete'; readonly pass: number }
  | { readonly kind: 'interrupted' }

const INTERRUPTED: PassEnd = { kind: 'interrupted' }

/** Runs the open pass of this kind, or a new one, to its end. */
export async function runListPass(ports: ListPassPorts): Promise<PassEnd> {
  const { db, clock, group, kind } = ports
  const open = newestPass(db, 'open', group, kind)
  const order = open?.order ?? ports.order
  const pass = open?.pass ?? openPass(db, { group, kind, order, startedAt: clock.now() })
  const ended = await readToEnd({ ...ports, order }, pass, open === null ? NEW_PASS : resumed(db, open))
  const more = ended === null || incompleteWhy(ended) === null ? 0 : await (ports.catchUp?.(pass) ?? 0)
  if (ended === null || more === null) return INTERRUPTED
  const last = { ...ended, seen: ended.seen + more }
  const why = incompleteWhy(last)
  note(db, pass, last, { why, endedAt: clock.now() })
  return { kind: why === null ? 'complete' : 'incomplete', pass }
}

/** Returns the state after the last page; `null` if interrupted. */
async function readToEnd(ports: ListPassPorts, pass: number, from: PassState): Promise<PassState | null> {
  let state = from
  for (;;) {
    ports.onProgress?.({ soFar: state.seen, total: state.total })
    const taken = await readPage(ports, pass, state)
    if (taken === null) return null
    const step = stepPass(state, taken)
    note(ports.db, pass, step.state)
    if (step.kind === 'end') return step.state
    const more = await (ports.between?.(pass) ?? 0)
    if (more === null) return null
    state = { ...step.state, seen: step.state.seen + more }
  }
}

/** Reads one page, unless it keeps failing and its backoff has not ended. */
async function readPage({ waits, ...ports }: ListPassPorts, pass: number, state: PassState) {
  const key = `${pass} ${state.cursor ?? state.page ?? 1}`
  if (!waits.isDue(key)) return null
  const at = { sort: ports.order, ...pageAt(state) }
  return ports.readPage(at, { pass, answered: (outcome) => waits.note(key, outcome) })
}

function note(db: WriteDb, pass: number, state: PassState, end?: { why: IncompleteWhy | null; endedAt: number }): void {
  const { page, cursor, total, seen, flaw } = state
  notePass(db, pass, { nextPage: page, nextCursor: cursor, total, seen, why: flaw, ...end })
}

/**
 * Resumes one page earlier, and further back while pages show new records, because records may have moved across the
 * border since. Counts the marks again, because a kill may fall between a page and its progress. A flaw stays.
 */
function resumed(db: ReadDb, { pass, nextPage, nextCursor, total, why }: Pass): PassState {
  const page = nextPage === null ? null : Math.max(1, nextPage - 1)
  return { ...NEW_PASS, page, cursor: nextCursor, total, seen: countSeen(db, pass), flaw: why, isResuming: true }
}
