import type { FailureCode } from '../../shared/failure.ts'

const KEEPING_CODES: ReadonlySet<FailureCode> = new Set([
  'keychain-unavailable',
  'keychain-locked',
  'keychain-denied',
  'keychain-timed-out'
])

/** Whether a key may be fine and only keeping it failed: then it can be kept until quit, if the person agrees. */
export function isKeepingFailed(code: FailureCode): boolean {
  return KEEPING_CODES.has(code)
}
