/**
 * A plan of troubled days: a share of all requests meets a fault of the known ways in which services of this kind and
 * the networks before them fail. What a request meets depends on the seed and on the request itself (its method, its
 * path, how often it was made), not on the order in which requests arrive: a run can be repeated.
 */
import { chanceAt, weightedAt } from './chance.ts'
import type { Fault, FaultHook } from './faults.ts'

export interface PlannedFault {
  readonly name: string
  /** How often among the others. */
  readonly weight: number
  readonly fault: Fault
  /** The work is done all the same: a create that meets this has made, and cost, something. */
  readonly isDone: boolean
}

const status = (code: number, more: Omit<Extract<Fault, { kind: 'status' }>, 'kind' | 'status'> = {}): Fault => ({
  kind: 'status',
  status: code,
  ...more
})
const HTML = { 'content-type': 'text/html; charset=UTF-8' }
const TRACE = `<!DOCTYPE html><title>ErrorException</title><pre>${'#0 /srv/app/Kernel.php(201)\n'.repeat(400)}</pre>`

/** On a socket that was kept alive, `reset` and `lost` are what Chromium sends again by itself. */
export const PLANNED_FAULTS: readonly PlannedFault[] = [
  { name: 'reset', weight: 12, fault: { kind: 'drop-before' }, isDone: false },
  { name: 'lost', weight: 12, fault: { kind: 'drop-after' }, isDone: true },
  { name: 'cut', weight: 8, fault: { kind: 'cut' }, isDone: true },
  { name: 'broken', weight: 6, fault: { kind: 'garbled', how: 'broken' }, isDone: true },
  { name: 'mark', weight: 6, fault: { kind: 'garbled', how: 'mark' }, isDone: true },
  { name: 'warning', weight: 6, fault: { kind: 'garbled', how: 'warning' }, isDone: true },
  { name: 'late', weight: 12, fault: { kind: 'delay', ms: 400 }, isDone: true },
  { name: '408', weight: 4, fault: status(408), isDone: false },
  { name: '500', weight: 8, fault: status(500), isDone: false },
  { name: '500 trace', weight: 3, fault: status(500, { headers: HTML, body: TRACE }), isDone: false },
  { name: '500 done', weight: 4, fault: status(500, { isHandled: true }), isDone: true },
  { name: '502', weight: 6, fault: status(502, { headers: HTML, body: '<h1>502 Bad Gateway</h1>' }), isDone: false },
  { name: '503', weight: 5, fault: status(503), isDone: false },
  { name: '503 later', weight: 4, fault: status(503, { headers: { 'retry-after': '1' } }), isDone: false },
  { name: '504 done', weight: 5, fault: status(504, { isHandled: true }), isDone: true },
  { name: '429', weight: 4, fault: status(429, { headers: { 'retry-after': '1' } }), isDone: false },
  // Stops what is written until a read succeeds, which is tried once a minute: rare, or the plan is about waiting.
  { name: 'portal', weight: 0.3, fault: { kind: 'html' }, isDone: false }
]

const PURPOSE = { meets: 61, which: 62 }
const WEIGHTS = PLANNED_FAULTS.map(({ weight }) => weight)

export interface FaultPlan {
  readonly hook: FaultHook
  /** How often each was met so far, by name. */
  readonly met: ReadonlyMap<string, number>
}

/** `share`: of all requests, 0 to 1. */
export function planFaults({ share, seed }: { readonly share: number; readonly seed: number }): FaultPlan {
  const met = new Map<string, number>()
  const made = new Map<number, number>()
  const hook: FaultHook = ({ method, path }) => {
    const place = hashOf(`${method} ${path}`)
    const count = (made.get(place) ?? 0) + 1
    made.set(place, count)
    const index = place ^ Math.imul(count, 0x9e3779b1)
    if (chanceAt(seed, index, PURPOSE.meets) >= share) return null
    const planned = PLANNED_FAULTS[weightedAt(WEIGHTS, chanceAt(seed, index, PURPOSE.which))]
    if (planned === undefined) return null
    met.set(planned.name, (met.get(planned.name) ?? 0) + 1)
    return planned.fault
  }
  return { hook, met }
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash
}
