/** Takes steps one after the other, times each, and tells of it as soon as it is done. */
import type { Step } from './story.ts'
import type { StepResult } from './table.ts'

export interface Taken {
  readonly areAllOk: boolean
  /** Of the steps that count; null when one of them failed. */
  readonly seconds: number | null
}

/** A failed step fails the run; those behind one that is needed are not tried. */
export async function takeSteps(steps: readonly Step[], tell: (result: StepResult) => void): Promise<Taken> {
  const sum = { areAllOk: true, seconds: 0 as number | null, isOver: false }
  for (const step of steps) {
    const result = sum.isOver ? notTried(step) : await take(step)
    tell(result)
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

const notTried = ({ name }: Step): StepResult => ({ name, seconds: null, isOk: false, note: '' })

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
