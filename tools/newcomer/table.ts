/** What is printed: a line for each step, then the goal. Pure. */

export interface StepResult {
  readonly name: string
  /** null = not tried, because one before it failed. */
  readonly seconds: number | null
  readonly isOk: boolean
  /** What was seen, or why it failed. */
  readonly note: string
}

const GOAL_SECONDS = 300
const NAME_WIDTH = 44

/** "first start, until pictures are on screen        93 s   ok      3,120 colors". */
export function stepLine({ name, seconds, isOk, note }: StepResult): string {
  const time = seconds === null ? '–' : `${seconds.toFixed(1)} s`
  const word = isOk ? 'ok' : seconds === null ? 'not tried' : 'FAILED'
  return `${name.padEnd(NAME_WIDTH)} ${time.padStart(8)}  ${word.padEnd(9)}  ${note}`.trimEnd()
}

export interface Verdict {
  readonly line: string
  readonly isReached: boolean
}

/** From the clone to a screen with pictures; null = there never was one. */
export function goalVerdict(seconds: number | null): Verdict {
  const goal = `(goal ${GOAL_SECONDS} s)`
  if (seconds === null) return { line: `from clone to a screen with pictures: never ${goal}`, isReached: false }
  return {
    line: `from clone to a screen with pictures: ${Math.round(seconds)} s ${goal}`,
    isReached: seconds <= GOAL_SECONDS
  }
}
