/** Failures that a push meets in tests. */
import type { Failure } from '../../src/shared/failure.ts'

/** It may go better later. */
export const TROUBLE: Failure = { code: 'service-trouble', status: 503 }
/** It needs the person. */
export const REFUSED = {
  code: 'refused-fields',
  status: 422,
  detail: 'The name is too long.'
} as const satisfies Failure
