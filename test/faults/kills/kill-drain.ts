/**
 * The end of a kill loop: sends all orders and looks up lost ones, in as many starts of the program as that takes.
 * Discards changes that only the user can decide.
 */
import type { LibraryFacts } from './kill-library.ts'
import { readLibrary } from './kill-library.ts'
import type { Life } from './kill-life.ts'
import type { Inspection, Order } from './kill-orders.ts'

export interface DrainPorts {
  readonly file: string
  readonly next: () => Promise<Life>
  readonly open: () => Order
  /** Advances the time, in ms of the machine. */
  readonly pass: (ms: number) => void
}

/** Three lookups take ten minutes; the program restarts after each of them. */
const STARTS = 8
/** ms of the machine: far longer than anything here takes, even on a busy one. */
const PATIENCE_MS = 45_000
const BEAT_MS = 20
/** Longer than the delay before a lookup, by the clock of the machine. */
const LATER_MS = 5_500

const beat = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, BEAT_MS))

/** Returns descriptions of stuck entries; empty if there are none. */
export async function drainLibrary(ports: DrainPorts): Promise<string[]> {
  for (let start = 0; start < STARTS; start += 1) {
    const life = await ports.next()
    const opened = await life.order(ports.open())
    if (opened?.ok !== true) return [`the library does not open: ${JSON.stringify(opened)}`]
    const began = performance.now()
    const end = await drainOnce(life, ports.file)
    ports.pass(performance.now() - began)
    await life.order({ do: 'stop' })
    await life.kill()
    if (life.problems.length > 0) return life.problems
    if (end !== 'later') return end
    ports.pass(LATER_MS)
  }
  return waitingOf(readLibrary(ports.file))
}

/** `later`: only lookups that are not due yet are left. */
async function drainOnce(life: Life, file: string): Promise<string[] | 'later'> {
  await resumeBatches(life, readLibrary(file))
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    await beat()
    const answer = await life.order({ do: 'inspect' })
    if (answer?.ok !== true) return [`no status: ${JSON.stringify(answer)}`]
    // The value type of this order.
    const { status, waiting, needsAttention } = answer.value as Inspection
    if (needsAttention > 0) await discardRefused(life, readLibrary(file))
    if (waiting > 0 && isOnlyLookups(readLibrary(file))) return 'later'
    const isRead = status.images.state === 'up-to-date' && status.projects.state === 'up-to-date'
    if (waiting + needsAttention === 0 && isRead) return []
  }
  return waitingOf(readLibrary(file), 'after 45 s')
}

async function resumeBatches(life: Life, { batches }: LibraryFacts): Promise<void> {
  await life.order({ do: 'ask', name: 'setPaused', args: { isPaused: false } })
  for (const { batch, isBatchPaused } of batches) {
    if (isBatchPaused === 1) await life.order({ do: 'ask', name: 'setBatchPaused', args: { batch, isPaused: false } })
  }
}

/** Discards creates that failed, and deletions of projects that still exist. */
async function discardRefused(life: Life, { outbox }: LibraryFacts): Promise<void> {
  const entries = outbox.filter(({ state }) => state === 'refused').map(({ entry }) => entry)
  const args = { target: { kind: 'entries', entries }, repairAction: 'discard', choice: null }
  await life.order({ do: 'ask', name: 'repairChanges', args })
}

/** Only creates that are being looked up, and entries that wait for them, are left. */
function isOnlyLookups({ outbox }: LibraryFacts): boolean {
  const lookedUp = new Set(
    outbox.filter(({ kind, state }) => kind === 'create' && state === 'unknown').map(({ record }) => record)
  )
  return outbox.every(({ record, state }) => lookedUp.has(record) || state === 'refused')
}

const waitingOf = ({ outbox, batches }: LibraryFacts, when = ''): string[] => [
  ...batches.flatMap(({ batch, pause }) => (pause === null ? [] : [`batch ${batch} is on hold: ${pause}`])),
  ...outbox.map(
    ({ entry, kind, state, why }) => `entry ${entry} (${kind}) is still ${state} ${when}: ${why ?? 'never sent'}`
  )
]
