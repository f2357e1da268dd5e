/** Hazards at work: which of them a request meets. */
import { chanceAt } from '../chance.ts'
import type { Fault, FaultHook } from '../faults.ts'
import type { WireFault } from '../front/play-wire.ts'
import type { PictureFault } from '../picture-fault.ts'
import type { Operation } from '../routes.ts'
import { type Hazard, ALL } from './hazard.ts'
import { hazardOf } from './hazards.ts'

export interface HazardPlay {
  readonly hazard: Hazard
  /** Played on these only; a subset of the hazard's own. */
  readonly operations: readonly Operation[]
  /** So many requests meet it, then no more; absent = all. */
  readonly times?: number
  /** One request in so many meets it, by a chance that is the same in each run; absent = each. */
  readonly oneIn?: number
}

/**
 * `html` on all its operations, `html-on-list` or `html-on-list-images` on some; `html-in-100` and
 * `html-on-list-in-100` on one request in a hundred.
 */
export type ReadPlay =
  | { readonly ok: true; readonly play: HazardPlay }
  /** A sentence without its end. */
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
  const word = text.slice(split + ON.length)
  const asked = ALL.filter((operation) => operation === word || operation.startsWith(`${word}-`))
  if (asked.length === 0) return { ok: false, problem: `There is no operation "${word}"` }
  const operations = asked.filter((operation) => hazard.operations.includes(operation))
  if (operations.length === 0) return { ok: false, problem: `The hazard "${id}" cannot happen to "${word}"` }
  return { ok: true, play: { hazard, operations } }
}

/** A hazard on all of its operations. */
export const playOf = (hazard: Hazard): HazardPlay => ({ hazard, operations: hazard.operations })

/** For `faults` of the service: the first hazard that fits a request is played on it. */
export function faultHook(plays: readonly HazardPlay[]): FaultHook {
  const counted = plays.map(counting)
  return (subject) => {
    for (const { play, take } of counted) {
      const { hazard } = play
      if (hazard.level !== 'answer' && hazard.level !== 'bytes') continue
      const fault: Fault | null = meets(play, subject.operation) ? hazard.fault(subject) : null
      if (fault !== null && take()) return fault
    }
    return null
  }
}

export type WireHook = (operation: Operation | null) => WireFault | null

/** For a front. A redirect has no number of times: it lets through what has gone its way. */
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

/** For `pictureFault` of the service; null when none of the hazards is about pictures. */
export function pictureFault(plays: readonly HazardPlay[]): PictureFault | null {
  const faults = plays.flatMap(({ hazard }) => (hazard.level === 'picture' ? [hazard.picture] : []))
  return faults[0] ?? null
}

const meets = ({ operations }: HazardPlay, operation: Operation | null): boolean =>
  operation !== null && operations.includes(operation)

/** `place` among the plays: two of them do not pick the same requests. */
function counting(play: HazardPlay, place: number): { readonly play: HazardPlay; readonly take: () => boolean } {
  const count = { left: play.times ?? Number.POSITIVE_INFINITY, met: 0 }
  const { oneIn = 1 } = play
  return { play, take: () => chanceAt(SEED, count.met++, place) * oneIn < 1 && count.left-- > 0 }
}
