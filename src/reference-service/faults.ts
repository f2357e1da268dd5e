/**
 * Faults: what may go wrong between a request and its answer, chosen for each request by a hook. Crash and network
 * tests need to say "the tenth update is done, but nobody hears of it".
 */
import type { ServiceAnswer } from './exchange.ts'
import type { FormMap } from './form.ts'
import type { Group } from '../shared/sync-status.ts'

export type Fault =
  /** The connection ends before anything is handled: nothing was done. */
  | { readonly kind: 'drop-before' }
  /** Handled in full, then the connection ends without an answer: done, and nobody knows. */
  | { readonly kind: 'drop-after' }
  /** This status instead of the answer. `isHandled`: the work was done all the same (a gateway that cut). */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly isHandled?: boolean
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  /** A page for people instead of JSON, not handled: a captive portal, a parked domain. Status 200 unless told. */
  | { readonly kind: 'html'; readonly status?: number; readonly body?: string }
  /** The true answer, that many ms later. */
  | { readonly kind: 'delay'; readonly ms: number }

export interface FaultSubject {
  /** 1 for the first API request since the service was made. */
  readonly number: number
  readonly method: string
  readonly path: string
  readonly group: Group | null
  readonly query: FormMap
  readonly form: FormMap
}

/** null = nothing goes wrong with this request. */
export type FaultHook = (subject: FaultSubject) => Fault | null

/** A hook that spends `faults` in order on the requests that match, then stops. */
export function faultsInOrder(faults: readonly Fault[], matches: (subject: FaultSubject) => boolean): FaultHook {
  const left = [...faults]
  return (subject) => (matches(subject) ? (left.shift() ?? null) : null)
}

/** Whether the operation runs although a fault is in play. */
export function isHandledUnder(fault: Fault | null): boolean {
  if (fault === null) return true
  if (fault.kind === 'status') return fault.isHandled === true
  return fault.kind === 'drop-after' || fault.kind === 'delay'
}

const PORTAL =
  '<!DOCTYPE html><html><head><title>Welcome</title></head><body>Please sign in to this network.</body></html>'

/** The answer that stands in for the true one; null when the fault does not replace it. */
export function replacedAnswer(fault: Fault): ServiceAnswer | null {
  if (fault.kind === 'html') {
    return { status: fault.status ?? 200, headers: { 'content-type': 'text/html' }, body: fault.body ?? PORTAL }
  }
  if (fault.kind !== 'status') return null
  const body = fault.body ?? JSON.stringify({ message: 'A fault of the reference service.', status: fault.status })
  return { status: fault.status, headers: { 'content-type': 'application/json', ...fault.headers }, body }
}
