/** Keeps the current keys in memory, each bound to the address for which it was entered. */
import type { KeySlot } from '../../shared/send.ts'
import type { Secret } from '../secrets/secret.ts'

export interface HeldKey {
  readonly key: Secret
  /** Base address without /api/v1; the key is sent nowhere else. */
  readonly address: string
}

export interface KeySlots {
  /** Sets the key of a slot; `null` clears it. */
  put(slot: KeySlot, key: HeldKey | null): void
  get(slot: KeySlot): HeldKey | null
}

export function createKeySlots(): KeySlots {
  const keys = new Map<KeySlot, HeldKey>()
  return {
    put: (slot, key) => {
      if (key === null) keys.delete(slot)
      else keys.set(slot, key)
    },
    get: (slot) => keys.get(slot) ?? null
  }
}

/** Path of the API under a base address. */
const API_PATH = '/api/v1/'

/**
 * Whether the URL is under the API of the base address: same origin, no user name or password, and a path that still
 * starts there after the parser has resolved every `..`, `\` and percent-encoded dot.
 */
export function liesUnder(url: string, address: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(address)) return false
  const target = new URL(url)
  const base = new URL(address)
  const root = base.pathname.replace(/\/$/, '') + API_PATH
  const hasLogin = target.username !== '' || target.password !== ''
  return target.origin === base.origin && !hasLogin && target.pathname.startsWith(root)
}
