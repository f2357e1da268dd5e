/**
 * Expected outcomes cross process borders as data with a stable code, never as thrown errors or by message text.
 * `Error` is for bugs.
 */

/** All failure codes. Each has a text in src/copy/en. */
export const FAILURE_CODES = [
  // Input of the user
  'address-invalid',
  'address-has-password',
  'address-insecure',
  'key-missing',
  'key-malformed',
  'arguments-invalid',
  // Network failures before anything was sent
  'offline',
  'host-not-found',
  'connection-refused',
  'host-unreachable',
  'tls-untrusted',
  'tls-expired',
  'tls-wrong-name',
  'tls-failed',
  'proxy-failed',
  // Network failures after which the request may have been sent
  'timed-out',
  'connection-lost',
  'response-too-large',
  // Responses of the service
  'unauthorized',
  'forbidden',
  'blocked',
  'not-found',
  'wrong-address',
  'method-refused',
  'redirected',
  'refused-fields',
  'refused',
  'rate-limited',
  'service-error',
  'not-json',
  'not-understood',
  'not-taken',
  'changed-more',
  // Results of a lookup
  'name-changed',
  'create-not-found',
  'create-ambiguous',
  'project-still-there',
  'project-others-gone',
  'no-key-of-owner',
  'owner-unclear',
  // This computer
  'keychain-unavailable',
  'keychain-locked',
  'keychain-denied',
  'keychain-timed-out',
  'no-connection',
  'library-locked',
  'library-damaged',
  'library-newer',
  'disk-full',
  'disk-read-only',
  'unknown-view',
  'unknown-selection',
  'unknown-batch',
  'unknown-record',
  'canceled',
  'internal'
] as const

export type FailureCode = (typeof FAILURE_CODES)[number]

/** Field of a record with its value before and after as text; `null` for none. */
export interface FieldChange {
  /** Name as the service sends it, or the name used in Proofsheet. */
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** Expected outcome other than success. Contains no secrets, because it is shown and logged. */
export interface Failure {
  readonly code: FailureCode
  /** HTTP status, if there was a response. */
  readonly status?: number
  /** Host (name and port) that responded or could not be reached. */
  readonly host?: string
  /** Target of a redirect (origin and path, no query). */
  readonly location?: string
  /** Messages of the service for each field (422). */
  readonly fields?: Readonly<Record<string, readonly string[]>>
  /** Up to 300 characters of the message of the service or system, with key-like strings masked. */
  readonly detail?: string
  /** `not-understood`: what the response lacks. */
  readonly missing?: 'list' | 'record'
  /** `name-changed`: current name on the service. */
  readonly theirs?: string
  /** `create-ambiguous`: numbers of the records that may be the created one. */
  readonly choices?: readonly number[]
  /** `project-others-gone`: names of projects that disappeared together with the deleted one. */
  readonly others?: readonly string[]
  /** `changed-more`: fields that an update changed unexpectedly. */
  readonly changes?: readonly FieldChange[]
  /** Set for a sent change that was neither confirmed nor rejected. */
  readonly isUnconfirmed?: true
  /** Milliseconds before the next request (Retry-After). */
  readonly retryAfterMs?: number
}

/** Result of every call across a process border. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

export const succeed = <T>(value: T): Result<T> => ({ ok: true, value })

export const fail = (code: FailureCode, more: Omit<Failure, 'code'> = {}): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { code, ...more }
})
