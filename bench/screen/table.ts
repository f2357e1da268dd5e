/** Prints the figures as a table. */
import type { Step } from './measure.ts'

/** A task of this length delays a user action noticeably, ms. */
const LONG_MS = 50

const ms = (value: number): string => `${value.toFixed(0)} ms`
const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

export interface JumpFigures {
  readonly name: string
  readonly jumps: number
  /** Jumps with a task of more than 50 ms, and the longest of these tasks; 0 if there is none. */
  readonly long: number
  readonly longest: number
  readonly blank: number
  readonly forgotten: number
  /** Medians, ms. */
  readonly work: number
  readonly shownAfter: number
}

/** Summarizes this many jumps. */
export function figuresOf(name: string, steps: readonly Step[]): JumpFigures {
  const tasks = steps.map(({ longTasks }) => Math.max(0, ...longTasks))
  const sum = (of: (step: Step) => number): number => steps.reduce((total, step) => total + of(step), 0)
  return {
    name,
    jumps: steps.length,
    long: tasks.filter((task) => task > LONG_MS).length,
    longest: Math.max(...tasks),
    blank: sum(({ blank }) => blank),
    forgotten: sum(({ forgotten }) => forgotten),
    work: middle(steps.map(({ work }) => work)),
    shownAfter: middle(steps.flatMap(({ shownAfter }) => shownAfter ?? []))
  }
}

/** Prints one line per kind of jump. */
export function printJumps(all: readonly JumpFigures[]): void {
  const columns = (one: JumpFigures) => ({
    jumps: one.jumps,
    'with a task > 50 ms': one.long,
    longest: one.longest === 0 ? '-' : ms(one.longest),
    'blank frames': one.blank,
    'pictures lost': one.forgotten,
    'work a jump': ms(one.work),
    'shown after': ms(one.shownAfter)
  })
  console.table(Object.fromEntries(all.map((one) => [one.name, columns(one)])))
}

/** Prints our figure divided by that of the peer. */
export function printRatio(own: JumpFigures, peer: JumpFigures): void {
  const ratio = (of: (figures: JumpFigures) => number): string => `${(of(own) / of(peer)).toFixed(2)} x`
  console.log(
    `${own.name} : ${peer.name} = ${ratio(({ work }) => work)} the work, ${ratio(({ shownAfter }) => shownAfter)} the time until it is shown`
  )
}

/** Prints the frames of one step. */
export function printFrames(name: string, { frames, longTasks }: Step): void {
  const longest = Math.max(...frames)
  const late = frames.filter((frame) => frame > LONG_MS).length
  console.log(
    `${name}: longest frame ${ms(longest)} of ${frames.length}, ${late} over ${LONG_MS} ms, ${longTasks.length} tasks over ${LONG_MS} ms`
  )
}

export function printStar(count: number, took: readonly number[]): void {
  console.log(
    `star on ${count.toLocaleString('en')} selected: median ${ms(middle(took))}, longest ${ms(Math.max(...took))} of ${took.length} (at most 100 ms)`
  )
}
