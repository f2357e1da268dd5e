/** Input about a connection: a new address, and a key. Pure. */
import { normalizeAddress } from '../../shared/address.ts'
import { cleanApiKey } from '../../shared/api-key-format.ts'
import type { Failure, FailureCode } from '../../shared/failure.ts'
import { MASK } from '../../shared/mask-secrets.ts'
import type { Group } from '../../shared/sync-status.ts'

// The effect of a typed address.

export type AddressChange =
  | { readonly kind: 'wrong'; readonly failure: Failure }
  /** The current address of the group. */
  | { readonly kind: 'same' }
  | {
      readonly kind: 'ready'
      readonly base: string
      /** The URL that requests use. */
      readonly display: string
      readonly isInsecure: boolean
      /** Another host that receives the key from then on; `null` for the same host with at least the same security. */
      readonly keyGoesTo: string | null
    }

/** Reads a typed address. `now`: the group’s current address, normalized. */
export function readAddressChange(text: string, group: Group, now: string): AddressChange {
  const read = normalizeAddress(text, group)
  if (!read.ok) return { kind: 'wrong', failure: read.failure }
  if (read.base === now) return { kind: 'same' }
  const before = new URL(now)
  const after = new URL(read.base)
  const isUpgrade = before.hostname === after.hostname && before.protocol === 'http:' && after.protocol === 'https:'
  const isSame = before.origin === after.origin || isUpgrade
  const { base, display, isInsecure } = read
  return { kind: 'ready', base, display, isInsecure, keyGoesTo: isSame ? null : after.host }
}

/** Returns the target of a redirect if it can be the address of this group’s service; `null` otherwise. */
export function proposedAddress(location: string | undefined, group: Group): string | null {
  // A masked part resembled a key, so the address is incomplete.
  if (location === undefined || location.includes(MASK)) return null
  const read = normalizeAddress(location, group)
  return read.ok ? read.base : null
}

/** Extracts a key from pasted text; `null` if it holds none, and the text stays as pasted. */
export function pastedKey(text: string): string | null {
  const cleaned = cleanApiKey(text)
  return cleaned.ok ? cleaned.value : null
}

const KEYCHAIN_CODES: ReadonlySet<FailureCode> = new Set([
  'keychain-unavailable',
  'keychain-locked',
  'keychain-denied',
  'keychain-timed-out'
])

/** Returns whether only storing the key failed, so that it can be kept until quit if the user agrees. */
export function isKeychainFailure(code: FailureCode): boolean {
  return KEYCHAIN_CODES.has(code)
}
