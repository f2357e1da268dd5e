/** Parses hazards and selects the ones that apply to a request. */
import { chanceAt } from '../chance.ts'
import type { Fault, FaultHook, PictureFault } from '../faults.ts'
import type { WireFault } from '../front/play-wire.ts'
import type { Operation } from '../routes.ts'
import { type Hazard, ALL } from './hazard.ts'
import { hazardOf } from './hazards.ts'

export interface HazardPlay {
  readonly hazard: Hazard
  /** Operations to play it on, a subset of the hazard's own. */
  readonly operations: readonly Operation[]
  /** Number of requests that get it; absent for all. */
  readonly times?: number
  /** Applies to one request in this many, with the same selection in each run; absent for every request. */
  readonly oneIn?: number
}

/**
 * Parsed hazard: `html` on all its operations, `html-on-list` or `html-on-list-images` on some; `html-in-100` and
 * `html-on-list-in-100` on one request in a hundred.
 */
export type ReadPlay =
  | { readonly ok: true; readonly play: HazardPlay }
  /** Sentence without a period. */
  | { readonly ok: false; readonly problem: string }

const ON = '-on-'
const IN = /-in-(\d{1,6})$/
const SEED = 1

export function readPlay(text: string): ReadPlay {
  const oneIn = Number(IN.exec(text)?.[1] ?? 1)
  const read = readAlways(text.replace(IN, ''))
  if (!read.ok || !IN.test(text)) return read
  const { id, level } = read.play.hazard
  if (level === 'picture' || level === 'certificate') return { ok: false, problem: `The hazard "${id}" happens always` }
  if (oneIn < 2) return { ok: false, problem: `"${id}" takes one request in 2 or more` }
  return { ok: true, play: { ...read.play, oneIn } }
}

function readAlways(text: string): ReadPlay {
  const split = text.lastIndexOf(ON)
  const id = split < 0 ? text : text.slice(0, split)
  const hazard = hazardOf(id)
  if (hazard === undefined) return { ok: false, problem: `There is no hazard "${id}"` }
  if (split < 0) return { ok: true, play: playOf(hazard) }
  const name = text.slice(split + ON.length)
  const named = ALL.filter((operation) => operation === name || operation.startsWith(`${name}-`))
  if (named.length === 0) return { ok: false, problem: `There is no operation "${name}"` }
  const operations = named.filter((operation) => hazard.operations.includes(operation))
  if (operations.length === 0) return { ok: false, problem: `The hazard "${id}" cannot happen to "${name}"` }
  return { ok: true, play: { hazard, operations } }
}

/** Plays a hazard on all of its operations. */
export const playOf = (hazard: Hazard): HazardPlay => ({ hazard, operations: hazard.operations })

/** Creates the hook for `faults` of the service, which plays the first matching hazard. */
export function faultHook(plays: readonly HazardPlay[]): FaultHook {
  const counted = plays.map(counting)
  return (subject) => {
    for (const { play, take } of counted) {
      const { hazard } = play
      if (hazard.level !== 'response' && hazard.level !== 'bytes') continue
      const fault: Fault | null = meets(play, subject.operation) ? hazard.fault(subject) : null
      if (fault !== null && take()) return fault
    }
    return null
  }
}

export type WireHook = (operation: Operation | null) => WireFault | null

/** Creates the hook for a front. A redirect has no number of times, because redirected requests are passed on. */
export function wireHook(plays: readonly HazardPlay[]): WireHook {
  const counted = plays.map(counting)
  return (operation) => {
    for (const { play, take } of counted) {
      const { hazard } = play
      if (hazard.level === 'wire' && meets(play, operation) && take()) return hazard.wire
    }
    return null
  }
}

/** Returns the `pictureFault` for the service; `null` without picture hazards. */
export function pictureFault(plays: readonly HazardPlay[]): PictureFault | null {
  const faults = plays.flatMap(({ hazard }) => (hazard.level === 'picture' ? [hazard.picture] : []))
  return faults[0] ?? null
}

const meets = ({ operations }: HazardPlay, operation: Operation | null): boolean =>
  operation !== null && operations.includes(operation)

/** Counts the requests of a play. `place` is its index, so that two plays select different requests. */
function counting(play: HazardPlay, place: number): { readonly play: HazardPlay; readonly take: () => boolean } {
  const count = { left: play.times ?? Number.POSITIVE_INFINITY, met: 0 }
  const { oneIn = 1 } = play
  return { play, take: () => chanceAt(SEED, count.met++, place) * oneIn < 1 && count.left-- > 0 }
}
