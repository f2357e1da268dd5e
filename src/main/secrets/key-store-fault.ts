/** Reason for a failed call of the computer's keychain. */
export type KeyStoreFault = 'locked' | 'denied' | 'timed-out' | 'unavailable'

/**
 * Messages of the operating system, because keytar provides no error codes. Observed with libsecret 0.20 and documented
 * for Security.framework and Credential Manager. Any other message counts as `unavailable`, for which the user enters
 * the key again and no key is lost.
 */
const KNOWN_MESSAGES: readonly (readonly [RegExp, KeyStoreFault])[] = [
  [/locked collection|is locked|interaction is not allowed/i, 'locked'],
  [/dismissed|cancell?ed|denied|not authori[sz]ed|passphrase you entered|not correct/i, 'denied'],
  [/timed? ?out|NoReply/i, 'timed-out']
]

export function keyStoreFault(error: unknown): KeyStoreFault {
  const message = error instanceof Error ? error.message : String(error)
  return KNOWN_MESSAGES.find(([pattern]) => pattern.test(message))?.[1] ?? 'unavailable'
}
