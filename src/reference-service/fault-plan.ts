/**
 * Plans faults for a share of all requests, of the kinds that such services and their networks are known to have. The
 * fault depends on the seed and the request (method, path, number of its repetition), not on the order of arrival, so
 * that a run can be repeated.
 */
import { chanceAt, weightedAt } from './chance.ts'
import type { Fault, FaultHook } from './faults.ts'

export interface PlannedFault {
  readonly name: string
  /** Relative frequency. */
  readonly weight: number
  readonly fault: Fault
  /** Whether the work is done, so that a create with this fault has created and charged an image. */
  readonly isDone: boolean
}

const status = (code: number, more: Omit<Extract<Fault, { kind: 'status' }>, 'kind' | 'status'> = {}): Fault => ({
  kind: 'status',
  status: code,
  ...more
})
const HTML = { 'content-type': 'text/html; charset=UTF-8' }
const TRACE = `<!DOCTYPE html><title>ErrorException</title><pre>${'#0 /srv/app/Kernel.php(201)\n'.repeat(400)}</pre>`

/** Faults with their frequencies. Chromium sends a request again after `reset` or `lost` on a reused connection. */
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
  // Rare, because it stops all writes until a read succeeds, which is attempted once a minute.
  { name: 'portal', weight: 0.3, fault: { kind: 'html' }, isDone: false }
]

const PURPOSE = { meets: 61, which: 62 }
const WEIGHTS = PLANNED_FAULTS.map(({ weight }) => weight)

export interface FaultPlan {
  readonly hook: FaultHook
  /** Number of occurrences so far, by name. */
  readonly met: ReadonlyMap<string, number>
}

/** Creates a plan for a share of all requests, 0 to 1. */
export function planFaults({ share, seed }: { readonly share: number; readonly seed: number }): FaultPlan {
  const met = new Map<string, number>()
  const made = new Map<number, number>()
  const hook: FaultHook = ({ method, path }) => {
    const hash = hashOf(`${method} ${path}`)
    const count = (made.get(hash) ?? 0) + 1
    made.set(hash, count)
    const index = hash ^ Math.imul(count, 0x9e3779b1)
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
