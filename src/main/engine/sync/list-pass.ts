/**
 * Reads a group's whole list, page by page, and notes its progress on disk after each page, so that a pass that was
 * interrupted anywhere goes on where it stopped. One reading at a time.
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
  /** Of a new one; a pass that is open goes on in its own. */
  readonly order: Order
  /** Reads one page into the mirror, and has every answer noted; null = interrupted. */
  readonly readPage: (
    at: ReturnType<typeof pageAt> & { readonly sort: Order },
    turn: Required<Pick<HowToRead, 'pass' | 'answered'>>
  ) => Promise<PageRead<unknown> | null>
  readonly onProgress?: (progress: { readonly soFar: number; readonly total: number | null }) => void
  /** Called between two pages; answers how many records it read that count as seen, null = interrupted. */
  readonly between?: (pass: number) => Promise<number | null>
  /** Called at the end when fewer were seen than told: reads what came in at the head meanwhile. As `between`. */
  readonly catchUp?: (pass: number) => Promise<number | null>
}

export type PassEnd =
  /** Everything that the service holds was read: what it did not show seems gone. */
  | { readonly kind: 'complete'; readonly pass: number }
  /** Presence is proved, and nothing else. */
  | { readonly kind: 'incomplete'; readonly pass: number }
  | { readonly kind: 'interrupted' }

const INTERRUPTED: PassEnd = { kind: 'interrupted' }

/** Runs the pass of this kind that is open, or a new one, to its end. */
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

/** The state behind the last page; null when interrupted. */
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

/** A page that fails each time is left alone for a while. */
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
 * One page back, and further back while pages show something new: records may have moved across the border while
 * nobody looked. The marks are counted again: a kill may lie between a page and the note of it. A flaw stays.
 */
function resumed(db: ReadDb, { pass, nextPage, nextCursor, total, why }: Pass): PassState {
  const page = nextPage === null ? null : Math.max(1, nextPage - 1)
  return { ...NEW_PASS, page, cursor: nextCursor, total, seen: countSeen(db, pass), flaw: why, isResuming: true }
}
