/** Why the computer's key store did not do what was asked. */
export type KeyStoreFault = 'locked' | 'denied' | 'timed-out' | 'unavailable'

/**
 * keytar hands over the operating system's words and no code, so here, at the process edge and nowhere else,
 * words are read. Seen on libsecret 0.20 and documented for Security.framework and Credential Manager; what is
 * not listed counts as "no key store", which asks for the key again and never loses one.
 */
const KNOWN_WORDS: readonly (readonly [RegExp, KeyStoreFault])[] = [
  [/locked collection|is locked|interaction is not allowed/i, 'locked'],
  [/dismissed|cancell?ed|denied|not authori[sz]ed|passphrase you entered|not correct/i, 'denied'],
  [/timed? ?out|NoReply/i, 'timed-out']
]

export function keyStoreFault(error: unknown): KeyStoreFault {
  const words = error instanceof Error ? error.message : String(error)
  return KNOWN_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'unavailable'
}
