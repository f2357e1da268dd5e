/** Counts of the selection by kind, as the library computes them, for the numbers on buttons. */
import { create } from 'zustand'
import type { Result } from '../../../shared/failure.ts'
import type { RecordTarget, TargetSummary } from '../../../shared/query.ts'
import { oneAtATime } from '../../pending-work.ts'
import { throttle } from '../../stores/facet-store.ts'

/** `null` if nothing is selected or not counted yet; buttons then show no number. */
export const useSummary = create<{ readonly summary: TargetSummary | null }>()(() => ({ summary: null }))

interface DescriberPorts {
  /** The selection as a target; `null` if nothing is selected. */
  readonly target: () => Promise<RecordTarget | null>
  readonly describe: (target: RecordTarget) => Promise<Result<TargetSummary>>
  readonly onSummary: (summary: TargetSummary | null) => void
  /** Runs the function after the pause (ms); returns a function that cancels it. */
  readonly after: (run: () => void, ms: number) => () => void
  /** ms, from any origin. */
  readonly now: () => number
}

/** A drag over twenty tiles causes one request. */
export const REQUEST_DELAY_MS = 40
/** Counts of an earlier target disappear after this time. */
export const STALE_MS = 150
/** Shortest interval between counts while a batch drains. */
export const MIN_INTERVAL_MS = 500

/**
 * Requests the summary of the target, one request at a time. Counts of an earlier target remain briefly, so that they
 * do not flicker with every click; counts of the same target remain until newer ones come.
 */
export class TargetDescriber {
  readonly #ports: DescriberPorts
  /** Incremented with every change of the target. */
  #target = 0
  #cancelRequest = () => {}
  #cancelExpiry = () => {}

  /** Recounts an unchanged target: soon after the first change, then at a limited rate. */
  readonly onLibraryChanged: () => void

  constructor(ports: DescriberPorts) {
    this.#ports = ports
    const run = (): void => void this.#ask()
    this.onLibraryChanged = throttle({ ...ports, run, delayMs: REQUEST_DELAY_MS, intervalMs: MIN_INTERVAL_MS })
  }

  /** Counts a new target; the old counts disappear soon. */
  onTargetChanged(): void {
    const { after, onSummary } = this.#ports
    this.#target += 1
    this.#cancelRequest()
    this.#cancelExpiry()
    this.#cancelRequest = after(() => void this.#ask(), REQUEST_DELAY_MS)
    this.#cancelExpiry = after(() => onSummary(null), STALE_MS)
  }

  readonly #ask = oneAtATime(async () => {
    const target = this.#target
    const summary = await this.#summarize()
    if (target !== this.#target) return
    this.#cancelExpiry()
    this.#ports.onSummary(summary)
  })

  async #summarize(): Promise<TargetSummary | null> {
    const target = await this.#ports.target()
    const answer = target === null ? null : await this.#ports.describe(target)
    return answer?.ok ? answer.value : null
  }
}
