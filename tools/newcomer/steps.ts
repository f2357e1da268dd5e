/** Performs and times steps, and formats their results. */
import type { Step } from './story.ts'

/** Skips the steps after a failed one that is needed. */
export async function takeSteps(steps: readonly Step[], report: (result: StepResult) => void) {
  const sum = {
    areAllOk: true,
    /** Total of the steps that count; `null` if one of them failed. */
    seconds: 0 as number | null,
    isOver: false
  }
  for (const step of steps) {
    const result = sum.isOver ? skipped(step) : await take(step)
    report(result)
    if (result.isOk) {
      if (step.counts && sum.seconds !== null) sum.seconds += result.seconds ?? 0
      continue
    }
    sum.areAllOk = false
    if (step.counts) sum.seconds = null
    if (step.isNeeded) sum.isOver = true
  }
  return sum
}

const skipped = ({ name }: Step): StepResult => ({ name, seconds: null, isOk: false, note: '' })

async function take({ name, take: run }: Step): Promise<StepResult> {
  const from = performance.now()
  const seconds = (): number => (performance.now() - from) / 1000
  try {
    const note = await run()
    return { name, seconds: seconds(), isOk: true, note }
  } catch (error) {
    return { name, seconds: seconds(), isOk: false, note: error instanceof Error ? error.message : String(error) }
  }
}

export interface StepResult {
  readonly name: string
  /** `null` if it was skipped. */
  readonly seconds: number | null
  readonly isOk: boolean
  /** A note, or why it failed. */
  readonly note: string
}

const GOAL_SECONDS = 300
const NAME_WIDTH = 44

/** Formats a result: "first start, until pictures are on screen        93 s   ok      3,120 colors". */
export function stepLine({ name, seconds, isOk, note }: StepResult): string {
  const time = seconds === null ? '–' : `${seconds.toFixed(1)} s`
  const word = isOk ? 'ok' : seconds === null ? 'skipped' : 'FAILED'
  return `${name.padEnd(NAME_WIDTH)} ${time.padStart(8)}  ${word.padEnd(9)}  ${note}`.trimEnd()
}

/** Compares the seconds until pictures appear with the goal; `null` for never. */
export function goalVerdict(seconds: number | null) {
  const goal = `(goal ${GOAL_SECONDS} s)`
  if (seconds === null) return { line: `from clone to a screen with pictures: never ${goal}`, isReached: false }
  return {
    line: `from clone to a screen with pictures: ${Math.round(seconds)} s ${goal}`,
    isReached: seconds <= GOAL_SECONDS
  }
}
