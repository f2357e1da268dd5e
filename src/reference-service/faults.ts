/**
 * Faults between a request and its response, chosen for each request by a hook, so that crash and network tests can
 * express "the tenth update is done, but its response is lost".
 */
import type { Group } from '../shared/sync-status.ts'
import type { Row } from './dialects/write-record.ts'
import type { ServiceResponse, PageWindow } from './exchange.ts'
import type { FormMap } from './form.ts'
import type { Operation } from './routes.ts'

/** Changes to a request or its response at each stage. */
export interface Alteration {
  /** Operation to run instead of the requested one. */
  readonly operation?: Operation
  readonly form?: (form: FormMap) => FormMap
  readonly window?: (window: PageWindow) => PageWindow
  /** Changes the total, given the real total and the offset of the page. */
  readonly total?: (total: number, offset: number) => number
  /** Changes a record of a show, store, update or list. */
  readonly row?: (row: Row) => Row
  readonly rows?: (rows: readonly Row[]) => readonly unknown[]
  readonly response?: (response: ServiceResponse) => ServiceResponse
}

export type Fault =
  /** The connection ends before the request is handled. */
  | { readonly kind: 'drop-before' }
  /** The request is handled, then the connection ends without a response. */
  | { readonly kind: 'drop-after' }
  /** This status replaces the response. `isHandled`: the work was done (as behind a gateway that timed out). */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly isHandled?: boolean
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  /** A web page instead of JSON, not handled: a captive portal or a parked domain. The default status is 200. */
  | { readonly kind: 'html'; readonly status?: number; readonly body?: string }
  /** The real response after a delay. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The request is handled, then the connection ends in the middle of the body. */
  | { readonly kind: 'cut' }
  /** The request is handled, and the text of the response is invalid. */
  | { readonly kind: 'garbled'; readonly how: keyof typeof GARBLED }
  /** The request is handled with an alteration. */
  | { readonly kind: 'altered'; readonly alter: Alteration }

/** Changes of a body. A tolerant client can read `mark` and `warning`, no client can read `broken`. */
const GARBLED = {
  mark: (body: string): string => `\uFEFF\r\n${body}`,
  warning: (body: string): string => `\nWarning: Undefined variable $x in /srv/app/index.php on line 3\n${body}`,
  broken: (body: string): string => body.slice(0, Math.floor(body.length / 2))
} as const

export interface FaultSubject {
  /** 1 for the first API request since the service was created. */
  readonly number: number
  /** Time of arrival, ms since epoch. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly group: Group | null
  /** `null` for an unknown path or an unsupported method. */
  readonly operation: Operation | null
  readonly query: FormMap
  readonly form: FormMap
}

/** Chooses the fault of a request; `null` for none. */
export type FaultHook = (subject: FaultSubject) => Fault | null

/** Creates a hook that applies `faults` in order to the matching requests, then stops. */
export function faultsInOrder(faults: readonly Fault[], matches: (subject: FaultSubject) => boolean): FaultHook {
  const left = [...faults]
  return (subject) => (matches(subject) ? (left.shift() ?? null) : null)
}

/** Whether the operation runs under a fault. */
export function isHandledUnder(fault: Fault | null): boolean {
  if (fault === null) return true
  if (fault.kind === 'status') return fault.isHandled === true
  return fault.kind !== 'drop-before' && fault.kind !== 'html'
}

const PORTAL =
  '<!DOCTYPE html><html><head><title>Welcome</title></head><body>Please sign in to this network.</body></html>'

/**
 * Returns the response under a fault; `null` for none. `handled` is the real response, `null` if nothing was handled.
 */
export function respondUnder(fault: Fault | null, handled: ServiceResponse | null): ServiceResponse | null {
  if (fault?.kind === 'drop-before' || fault?.kind === 'drop-after') return null
  if (fault?.kind === 'garbled' && handled !== null) return { ...handled, body: GARBLED[fault.how](handled.body) }
  if (fault?.kind === 'altered' && handled !== null) return fault.alter.response?.(handled) ?? handled
  return (fault === null ? null : replacedResponse(fault)) ?? handled
}

/** Returns the response that replaces the real one; `null` if the fault does not replace it. */
function replacedResponse(fault: Fault): ServiceResponse | null {
  if (fault.kind === 'html') {
    return { status: fault.status ?? 200, headers: { 'content-type': 'text/html' }, body: fault.body ?? PORTAL }
  }
  if (fault.kind !== 'status') return null
  const body = fault.body ?? JSON.stringify({ message: 'A fault of the reference service.', status: fault.status })
  return { status: fault.status, headers: { 'content-type': 'application/json', ...fault.headers }, body }
}

// Faults of picture files: other bytes, another type, an error status.

export interface PictureResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** Declared length if it differs from the number of bytes. */
  readonly promised?: number
}

/** Changes the real response. */
export type PictureFault = (picture: PictureResponse) => PictureResponse
