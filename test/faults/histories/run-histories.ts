/** Plays histories one after the other, and shortens and reports failing ones. */
import { drawHistory } from './draw.ts'
import { type HistoryPlan, worldText } from './plan.ts'
import { playHistory, type Breaking } from './play-history.ts'
import { shrink } from './shrink.ts'

export interface Failed {
  readonly seed: number
  readonly invariant: string
  /** A complete report: the seed, the broken invariant, the shortened history. */
  readonly lines: readonly string[]
}

export interface HistoriesAsk {
  readonly seeds: Iterable<number>
  /** Called before each history. */
  readonly mayGoOn?: () => boolean
  readonly onHistory?: (seed: number, failed: Failed | null) => void
}

/** Returns the number of played histories, and the failing ones. */
export async function runHistories({
  seeds,
  mayGoOn,
  onHistory
}: HistoriesAsk): Promise<{ count: number; failed: Failed[] }> {
  const failed: Failed[] = []
  let count = 0
  for (const seed of seeds) {
    if (mayGoOn?.() === false) break
    const found = await tryHistory(drawHistory(seed))
    count += 1
    if (found !== null) failed.push(found)
    onHistory?.(seed, found)
  }
  return { count, failed }
}

/** Returns `null` if no invariant is broken. */
export async function tryHistory(plan: HistoryPlan, breaking?: Breaking): Promise<Failed | null> {
  const { violation } = await playHistory(plan, breaking)
  if (violation === null) return null
  const { invariant, message } = violation
  const shrunk = await shrink(plan, async (tried) => {
    const { violation: other } = await playHistory(tried, breaking)
    return other?.invariant === invariant
  })
  const last = await playHistory(shrunk, breaking)
  const lines = [
    `history ${plan.seed}: ${invariant} is broken: ${message}`,
    ...(violation.cause instanceof Error ? [violation.cause.stack ?? ''] : []),
    `  ${shrunk.steps.length} of ${plan.steps.length} steps suffice, with ${worldText(shrunk.world)}:`,
    ...last.story.map((line) => `  ${line}`),
    `  ${last.violation?.message ?? ''}`,
    `  as data: ${JSON.stringify(shrunk)}`
  ]
  return { seed: plan.seed, invariant, lines }
}
