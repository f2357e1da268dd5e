/** The keys in use, each bound to the address it was given for. Memory only. */
import type { KeySlot } from '../../shared/send.ts'
import type { Secret } from '../secrets/secret.ts'

export interface HeldKey {
  readonly key: Secret
  /** Base address without /api/v1; the key goes nowhere else. */
  readonly address: string
}

export interface KeySlots {
  /** null empties the slot. */
  put(slot: KeySlot, held: HeldKey | null): void
  get(slot: KeySlot): HeldKey | null
}

export function createKeySlots(): KeySlots {
  const held = new Map<KeySlot, HeldKey>()
  return {
    put: (slot, key) => {
      if (key === null) held.delete(slot)
      else held.set(slot, key)
    },
    get: (slot) => held.get(slot) ?? null
  }
}

/** Where the interface lies under a base address. */
const API_PATH = '/api/v1/'

/**
 * Whether the parsed address lies under the base's API: same origin, no name or password in it, and a path that
 * still starts there after the parser has resolved every `..`, `\` and percent-encoded dot.
 */
export function liesUnder(url: string, address: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(address)) return false
  const asked = new URL(url)
  const base = new URL(address)
  const root = base.pathname.replace(/\/$/, '') + API_PATH
  const hasLogin = asked.username !== '' || asked.password !== ''
  return asked.origin === base.origin && !hasLogin && asked.pathname.startsWith(root)
}
