/**
 * Faults: what may go wrong between a request and its answer, chosen for each request by a hook. Crash and network
 * tests need to say "the tenth update is done, but nobody hears of it".
 */
import type { Group } from '../shared/sync-status.ts'
import type { Row } from './dialects/write-record.ts'
import type { ServiceAnswer } from './exchange.ts'
import type { FormMap } from './form.ts'
import type { PageWindow } from './operation-result.ts'
import type { Operation } from './routes.ts'

/** What is changed on the way of a request and its answer, each part where it stands. */
export interface Alteration {
  /** Done in the place of the operation that was asked for. */
  readonly operation?: Operation
  readonly form?: (form: FormMap) => FormMap
  readonly window?: (window: PageWindow) => PageWindow
  /** How many match, from the true number and the place of the page. */
  readonly total?: (total: number, offset: number) => number
  /** One record of a show, store, update or list. */
  readonly row?: (row: Row) => Row
  readonly rows?: (rows: readonly Row[]) => readonly unknown[]
  readonly answer?: (answer: ServiceAnswer) => ServiceAnswer
}

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
  /** Handled in full, then the connection ends in the middle of the answer's body. */
  | { readonly kind: 'cut' }
  /** Handled in full, and the answer comes with something wrong about its text. */
  | { readonly kind: 'garbled'; readonly how: keyof typeof GARBLED }
  /** Handled, with something changed on the way. */
  | { readonly kind: 'altered'; readonly alter: Alteration }

/** What is made of a body. `mark` and `warning` can still be read by a tolerant client, `broken` by none. */
const GARBLED = {
  mark: (body: string): string => `\uFEFF\r\n${body}`,
  warning: (body: string): string => `\nWarning: Undefined variable $x in /srv/app/index.php on line 3\n${body}`,
  broken: (body: string): string => body.slice(0, Math.floor(body.length / 2))
} as const

export interface FaultSubject {
  /** 1 for the first API request since the service was made. */
  readonly number: number
  /** Arrival, ms since epoch. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly group: Group | null
  /** null when the request names none: an unknown path, a wrong method. */
  readonly operation: Operation | null
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
  return fault.kind !== 'drop-before' && fault.kind !== 'html'
}

const PORTAL =
  '<!DOCTYPE html><html><head><title>Welcome</title></head><body>Please sign in to this network.</body></html>'

/** What the caller gets under a fault; `handled` is the true answer, null when nothing was handled. null: no answer. */
export function answerUnder(fault: Fault | null, handled: ServiceAnswer | null): ServiceAnswer | null {
  if (fault?.kind === 'drop-before' || fault?.kind === 'drop-after') return null
  if (fault?.kind === 'garbled' && handled !== null) return { ...handled, body: GARBLED[fault.how](handled.body) }
  if (fault?.kind === 'altered' && handled !== null) return fault.alter.answer?.(handled) ?? handled
  return (fault === null ? null : replacedAnswer(fault)) ?? handled
}

/** The answer that stands in for the true one; null when the fault does not replace it. */
function replacedAnswer(fault: Fault): ServiceAnswer | null {
  if (fault.kind === 'html') {
    return { status: fault.status ?? 200, headers: { 'content-type': 'text/html' }, body: fault.body ?? PORTAL }
  }
  if (fault.kind !== 'status') return null
  const body = fault.body ?? JSON.stringify({ message: 'A fault of the reference service.', status: fault.status })
  return { status: fault.status, headers: { 'content-type': 'application/json', ...fault.headers }, body }
}
