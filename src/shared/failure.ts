/**
 * Expected outcomes cross processes as data with a stable code, never as thrown errors and never to be
 * told apart by message text. `Error` is for bugs.
 */

/** The closed list of codes. Every one has a sentence in the copy file. */
export const FAILURE_CODES = [
  // What the person gave us
  'address-invalid',
  'address-has-password',
  'address-insecure',
  'key-missing',
  'key-malformed',
  'arguments-invalid',
  // The network, nothing was sent
  'offline',
  'host-not-found',
  'connection-refused',
  'host-unreachable',
  'tls-untrusted',
  'tls-expired',
  'tls-wrong-name',
  'tls-failed',
  'proxy-failed',
  // The network, perhaps something was sent
  'timed-out',
  'connection-lost',
  'answer-too-large',
  // What the service said
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
  'service-trouble',
  'not-json',
  'not-understood',
  'not-taken',
  'changed-more',
  // What looking a change up has shown
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
  'cancelled',
  'internal'
] as const

export type FailureCode = (typeof FAILURE_CODES)[number]

/** A field of a record with its value before and after, as text; null = none. */
export interface FieldChange {
  /** Name as the service sends it, or as this program calls it. */
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** An expected outcome that is not success. Holds nothing secret: it is shown and logged. */
export interface Failure {
  readonly code: FailureCode
  /** HTTP status, where an answer came. */
  readonly status?: number
  /** Host (name and port) that answered or could not be reached. */
  readonly host?: string
  /** Where a redirect pointed (origin and path, no query). */
  readonly location?: string
  /** Messages for each field, as the service worded them (422). */
  readonly fields?: Readonly<Record<string, readonly string[]>>
  /** Up to 300 characters of what the service or system said, key-like strings masked. */
  readonly detail?: string
  /** `not-understood`: what was looked for in the answer, and is not there. */
  readonly missing?: 'list' | 'record'
  /** `name-changed`: the name that the service has now. */
  readonly theirs?: string
  /** `create-ambiguous`: record numbers of those that may be the one. */
  readonly choices?: readonly number[]
  /** `project-others-gone`: names of projects that left the list with the one that was deleted. */
  readonly others?: readonly string[]
  /** `changed-more`: fields that an update changed and should not have. */
  readonly changes?: readonly FieldChange[]
  /** Of a change that was sent: nothing has told whether it was done. */
  readonly mayHaveArrived?: true
  /** Milliseconds to wait before asking again (Retry-After). */
  readonly retryAfterMs?: number
}

/** What every call across a process border answers. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

export const succeed = <T>(value: T): Result<T> => ({ ok: true, value })

export const fail = (code: FailureCode, more: Omit<Failure, 'code'> = {}): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { code, ...more }
})
