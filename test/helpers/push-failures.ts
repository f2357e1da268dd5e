/** Failures of a push in tests. */
import type { Failure } from '../../src/shared/failure.ts'

/** A retry may succeed. */
export const SERVICE_ERROR: Failure = { code: 'service-error', status: 503 }
/** Needs a decision by the user. */
export const REFUSED = {
  code: 'refused-fields',
  status: 422,
  detail: 'The name is too long.'
} as const satisfies Failure
