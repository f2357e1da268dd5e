/** What the selection is made of, as the library counts it: the numbers on buttons before they are pressed. */
import { create } from 'zustand'
import type { Result } from '../../../shared/failure.ts'
import type { RecordTarget, TargetSummary } from '../../../shared/query.ts'

interface SummaryState {
  /** null = nothing selected, or not counted yet: buttons then name no number. */
  readonly summary: TargetSummary | null
}

export const useSummary = create<SummaryState>()(() => ({ summary: null }))

export interface DescriberPorts {
  /** The selection as a target; null = nothing is selected. */
  readonly target: () => Promise<RecordTarget | null>
  readonly describe: (target: RecordTarget) => Promise<Result<TargetSummary>>
  readonly onSummary: (summary: TargetSummary | null) => void
  /** Runs the function after the pause (ms) and returns what calls it off. */
  readonly after: (run: () => void, ms: number) => () => void
}

/** A drag over twenty tiles is one question. */
const ASK_PAUSE_MS = 40
/** An answer this late is not waited for with the old numbers standing. */
const STALE_MS = 150

/**
 * Returns `describe`: asks again after a pause, and only the latest answer counts. Old numbers stand for a moment,
 * so that they do not flicker with every click, and are taken away when the new ones are late.
 */
export function createDescriber(ports: DescriberPorts): () => void {
  const state = { asked: 0, callOffAsk: () => {}, callOffStale: () => {} }

  async function ask(mine: number): Promise<void> {
    const target = await ports.target()
    if (mine !== state.asked) return
    const answer = target === null ? null : await ports.describe(target)
    if (mine !== state.asked) return
    state.callOffStale()
    ports.onSummary(answer?.ok ? answer.value : null)
  }

  return () => {
    state.asked += 1
    const mine = state.asked
    state.callOffAsk()
    state.callOffStale()
    state.callOffAsk = ports.after(() => void ask(mine), ASK_PAUSE_MS)
    state.callOffStale = ports.after(() => ports.onSummary(null), STALE_MS)
  }
}
