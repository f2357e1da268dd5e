/**
 * The end of a kill loop: everything that was ordered is sent, and what was lost on the way is looked for, in as many
 * starts of the program as that takes. What a person alone can decide is given up.
 */
import type { LibraryFacts } from './kill-library.ts'
import { readLibrary } from './kill-library.ts'
import type { Life } from './kill-life.ts'
import type { Look, Order } from './kill-orders.ts'

export interface DrainPorts {
  readonly file: string
  readonly next: () => Promise<Life>
  readonly open: () => Order
  /** Lets time go by, in ms of the machine. */
  readonly pass: (ms: number) => void
}

/** Three looks take ten minutes; a start of the program comes after each of them. */
const STARTS = 8
/** ms of the machine: far more than anything here takes, also on a busy one. */
const PATIENCE_MS = 45_000
const BEAT_MS = 20
/** Longer than the wait for a look, by the clock of the machine. */
const LATER_MS = 5_500

const beat = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, BEAT_MS))

/** Answers what is stuck; nothing is when all is well. */
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
    if (life.troubles.length > 0) return life.troubles
    if (end !== 'later') return end
    ports.pass(LATER_MS)
  }
  return waitingOf(readLibrary(ports.file))
}

/** `later`: nothing is left but looks whose time has not come. */
async function drainOnce(life: Life, file: string): Promise<string[] | 'later'> {
  await letGo(life, readLibrary(file))
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    await beat()
    const answer = await life.order({ do: 'look' })
    if (answer?.ok !== true) return [`no status: ${JSON.stringify(answer)}`]
    // The value of this order.
    const { status, waiting, needsYou } = answer.value as Look
    if (needsYou > 0) await giveUp(life, readLibrary(file))
    if (waiting > 0 && isOnlyLooking(readLibrary(file))) return 'later'
    const isRead = status.images.state === 'up-to-date' && status.projects.state === 'up-to-date'
    if (waiting + needsYou === 0 && isRead) return []
  }
  return waitingOf(readLibrary(file), 'after 45 s')
}

async function letGo(life: Life, { batches }: LibraryFacts): Promise<void> {
  await life.order({ do: 'ask', name: 'setPaused', args: { isPaused: false } })
  for (const { batch, isHeld } of batches) {
    if (isHeld === 1) await life.order({ do: 'ask', name: 'setBatchHeld', args: { batch, isHeld: false } })
  }
}

/** Creates that made nothing, and deletions of projects that are still there. */
async function giveUp(life: Life, { outbox }: LibraryFacts): Promise<void> {
  const entries = outbox.filter(({ state }) => state === 'refused').map(({ entry }) => entry)
  const args = { target: { kind: 'entries', entries }, remedy: 'discard', choice: null }
  await life.order({ do: 'ask', name: 'repairChanges', args })
}

/** Creates that are looked for, and what waits for them. */
function isOnlyLooking({ outbox }: LibraryFacts): boolean {
  const unborn = new Set(
    outbox.filter(({ kind, state }) => kind === 'create' && state === 'unknown').map(({ record }) => record)
  )
  return outbox.every(({ record, state }) => unborn.has(record) || state === 'refused')
}

const waitingOf = ({ outbox, batches }: LibraryFacts, when = ''): string[] => [
  ...batches.flatMap(({ batch, hold }) => (hold === null ? [] : [`batch ${batch} is held: ${hold}`])),
  ...outbox.map(
    ({ entry, kind, state, why }) => `entry ${entry} (${kind}) is still ${state} ${when}: ${why ?? 'never tried'}`
  )
]
