/**
 * Reads a group's whole list, page by page, and notes its progress on disk after each page, so that a pass that was
 * interrupted anywhere goes on where it stopped. One reading at a time.
 */
import type { Outcome } from '../domain/outcome.ts'
import { type PassState, NEW_PASS, incompleteWhy, pageAt, stepPass } from '../domain/pass-step.ts'
import type { ServicePage } from '../domain/service-records.ts'
import { inTransaction, type WriteDb } from '../storage/database.ts'
import {
  type Pass,
  type PassKind,
  advancePass,
  countSeen,
  endPass,
  findOpenPass,
  openPass,
  setFlawed
} from '../storage/passes.ts'
import type { Parts } from './group-parts.ts'

export interface PageTaken {
  readonly page: ServicePage<unknown>
  readonly ids: readonly string[]
  /** How many of its records this pass had not met before. */
  readonly newlySeen: number
}

/** What a page of a pass is read with: every answer is noted. */
export interface PageTurn {
  readonly pass: number
  readonly answered: (outcome: Outcome<unknown>) => void
}

export interface ListPassPorts extends Pick<Parts, 'db' | 'clock' | 'group' | 'waits'> {
  readonly kind: PassKind
  readonly order: 'asc' | 'desc'
  /** Reads one page into the mirror; null = interrupted. */
  readonly readPage: (at: ReturnType<typeof pageAt>, turn: PageTurn) => Promise<PageTaken | null>
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
  const { db, clock, group, kind, order } = ports
  const open = findOpenPass(db, group, kind)
  const pass = open?.pass ?? openPass(db, { group, kind, order, startedAt: clock.now() })
  const ended = await readToEnd(ports, pass, open === null ? NEW_PASS : resumed(db, open))
  const more = ended === null || incompleteWhy(ended) === null ? 0 : await (ports.catchUp?.(pass) ?? 0)
  if (ended === null || more === null) return INTERRUPTED
  const last = { ...ended, seen: ended.seen + more }
  const why = incompleteWhy(last)
  note(db, pass, last)
  endPass(db, pass, { isComplete: why === null, endedAt: clock.now(), why })
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
async function readPage({ waits, ...ports }: ListPassPorts, pass: number, state: PassState): Promise<PageTaken | null> {
  const key = `${pass} ${state.cursor ?? state.page ?? 1}`
  if (!waits.isDue(key)) return null
  return ports.readPage(pageAt(state), { pass, answered: (outcome) => waits.note(key, outcome) })
}

function note(db: WriteDb, pass: number, state: PassState): void {
  const { page, cursor, total, seen, flaw } = state
  inTransaction(db, () => {
    advancePass(db, pass, { nextPage: page, nextCursor: cursor, total, seen })
    if (flaw !== null) setFlawed(db, pass, flaw)
  })
}

/**
 * One page back, and further back while pages show something new: records may have moved across the border while
 * nobody looked. The marks are counted again: a kill may lie between a page and the note of it. A flaw stays.
 */
function resumed(db: WriteDb, pass: Pass): PassState {
  const page = pass.nextPage === null ? null : Math.max(1, pass.nextPage - 1)
  const flaw = pass.isFlawed ? (pass.why ?? 'fewer-than-told') : null
  const seen = countSeen(db, pass.pass)
  return { ...NEW_PASS, page, cursor: pass.nextCursor, total: pass.total, seen, flaw, isResuming: true }
}
