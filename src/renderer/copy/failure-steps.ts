/** The one next step that is offered with each failure. Complete by type, as the sentences are. */
import type { FailureCode } from '../../shared/failure.ts'

/** What a button can do; `none` where time, or the place where it is said, does the rest. */
type FailureStep =
  | 'edit-address'
  | 'use-address'
  | 'enter-key'
  | 'unlock'
  | 'try-now'
  | 'open-page'
  | 'repair'
  | 'rebuild'
  | 'none'

const steps: Readonly<Record<FailureCode, FailureStep>> = {
  'address-invalid': 'edit-address',
  'address-has-password': 'edit-address',
  'address-insecure': 'edit-address',
  'key-missing': 'enter-key',
  'key-malformed': 'enter-key',
  'arguments-invalid': 'none',
  offline: 'try-now',
  'host-not-found': 'edit-address',
  'connection-refused': 'try-now',
  'host-unreachable': 'try-now',
  'tls-untrusted': 'try-now',
  'tls-expired': 'try-now',
  'tls-wrong-name': 'edit-address',
  'tls-failed': 'try-now',
  'proxy-failed': 'try-now',
  'timed-out': 'try-now',
  'connection-lost': 'try-now',
  'answer-too-large': 'edit-address',
  unauthorized: 'enter-key',
  forbidden: 'enter-key',
  blocked: 'open-page',
  'not-found': 'repair',
  'wrong-address': 'edit-address',
  'method-refused': 'repair',
  redirected: 'use-address',
  'refused-fields': 'repair',
  refused: 'repair',
  'rate-limited': 'none',
  'service-trouble': 'try-now',
  'not-json': 'open-page',
  'not-understood': 'try-now',
  'not-taken': 'repair',
  'changed-more': 'repair',
  'name-changed': 'repair',
  'create-not-found': 'repair',
  'create-ambiguous': 'repair',
  'project-still-there': 'repair',
  'project-others-gone': 'repair',
  'no-key-of-owner': 'enter-key',
  'owner-unclear': 'enter-key',
  'keychain-unavailable': 'enter-key',
  'keychain-locked': 'unlock',
  'keychain-denied': 'unlock',
  'keychain-timed-out': 'unlock',
  'no-connection': 'enter-key',
  'library-locked': 'try-now',
  'library-damaged': 'rebuild',
  'library-newer': 'none',
  'disk-full': 'try-now',
  'disk-read-only': 'try-now',
  'unknown-view': 'none',
  'unknown-selection': 'none',
  'unknown-batch': 'none',
  'unknown-record': 'none',
  cancelled: 'none',
  internal: 'try-now'
}

export const failureStep = (code: FailureCode): FailureStep => steps[code]

/** Of the steps that are called the same wherever they are offered. */
export const stepLabel: Readonly<Record<'edit-address' | 'use-address', string>> = {
  'edit-address': 'Edit address',
  'use-address': 'Use that address'
}
