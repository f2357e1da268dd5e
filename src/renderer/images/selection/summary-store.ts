/** What the selection is made of, as the library counts it: the numbers on buttons before they are pressed. */
import { create } from 'zustand'
import type { Result } from '../../../shared/failure.ts'
import type { RecordTarget, TargetSummary } from '../../../shared/query.ts'
import { oneAtATime } from '../../pending-work.ts'
import { atWalkingPace } from '../../stores/facet-store.ts'

/** null = nothing selected, or not counted yet: buttons then name no number. */
export const useSummary = create<{ readonly summary: TargetSummary | null }>()(() => ({ summary: null }))

interface DescriberPorts {
  /** The selection as a target; null = nothing is selected. */
  readonly target: () => Promise<RecordTarget | null>
  readonly describe: (target: RecordTarget) => Promise<Result<TargetSummary>>
  readonly onSummary: (summary: TargetSummary | null) => void
  /** Runs the function after the pause (ms) and returns what calls it off. */
  readonly after: (run: () => void, ms: number) => () => void
  /** ms, from any beginning. */
  readonly now: () => number
}

/** A drag over twenty tiles is one question. */
export const ASK_PAUSE_MS = 40
/** Numbers of an earlier target do not stand longer than this. */
export const STALE_MS = 150
/** While a batch drains it is counted no more often than this. */
export const REST_MS = 500

/**
 * Asks what the target is made of, one question at a time. Numbers of an earlier target stand for a moment, so that
 * they do not flicker with every click; numbers of the same target stand until newer ones come.
 */
export class TargetDescriber {
  readonly #ports: DescriberPorts
  /** Rises with every change of the target. */
  #target = 0
  #callOffAsk = () => {}
  #callOffStale = () => {}

  /** The same target, perhaps with other numbers: soon, then at a walking pace. */
  readonly onLibraryChanged: () => void

  constructor(ports: DescriberPorts) {
    this.#ports = ports
    const run = (): void => void this.#ask()
    this.onLibraryChanged = atWalkingPace({ ...ports, run, soonMs: ASK_PAUSE_MS, restMs: REST_MS })
  }

  /** Another target: old numbers are soon untrue. */
  onTargetChanged(): void {
    const { after, onSummary } = this.#ports
    this.#target += 1
    this.#callOffAsk()
    this.#callOffStale()
    this.#callOffAsk = after(() => void this.#ask(), ASK_PAUSE_MS)
    this.#callOffStale = after(() => onSummary(null), STALE_MS)
  }

  readonly #ask = oneAtATime(async () => {
    const asked = this.#target
    const summary = await this.#summarize()
    if (asked !== this.#target) return
    this.#callOffStale()
    this.#ports.onSummary(summary)
  })

  async #summarize(): Promise<TargetSummary | null> {
    const target = await this.#ports.target()
    const answer = target === null ? null : await this.#ports.describe(target)
    return answer?.ok ? answer.value : null
  }
}
