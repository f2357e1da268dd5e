/** Reads, writes and erases keys in the computer's keychain. The only file that imports keytar. */
import type * as KeytarModule from 'keytar'
import { KEYCHAIN_TIMEOUT_MS } from '../../shared/limits.ts'
import { keyStoreFault, type KeyStoreFault } from './key-store-fault.ts'
import { Secret } from './secret.ts'
import { TIMED_OUT, createSingleFlight } from './single-flight.ts'

const SERVICE = 'Proofsheet'

/** `locked` also means a stored key that cannot be seen: see `read`. */
export type KeyRead =
  | { readonly kind: 'found'; readonly key: Secret }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly fault: KeyStoreFault }

export type KeyChange = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly fault: KeyStoreFault }

export interface ApiKeyStore {
  /**
   * Reads a key. `wasStored` is the marker of the connections file, because a locked keyring without a prompter behaves
   * as if there were no item.
   */
  read(account: string, wasStored: boolean): Promise<KeyRead>
  write(account: string, key: Secret): Promise<KeyChange>
  /** Erases a key; succeeds if there is none. */
  erase(account: string): Promise<KeyChange>
}

type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: KeyStoreFault }
type Keytar = typeof KeytarModule

/** Loads the native module at the first use, because the app must start on a computer without libsecret. */
const loadKeytar = async (): Promise<Keytar> => {
  const loaded: Keytar & { default?: Keytar } = await import('keytar')
  return loaded.default ?? loaded
}

/** Returns the name of a key's item, `<connection>/<group>`. */
export const keyAccount = (connection: string, group: string): string => `${connection}/${group}`

/**
 * Runs calls one at a time, each at most `limitMs`. Never uses `findCredentials`, which reads every item of the user.
 */
export function createApiKeyStore(limitMs: number = KEYCHAIN_TIMEOUT_MS): ApiKeyStore {
  const oneAtATime = createSingleFlight(limitMs)

  const attempt = async <T>(call: (keytar: Keytar) => Promise<T>): Promise<Attempt<T>> => {
    try {
      const value = await oneAtATime(async () => call(await loadKeytar()))
      return value === TIMED_OUT ? { ok: false, fault: 'timed-out' } : { ok: true, value }
    } catch (error) {
      return { ok: false, fault: keyStoreFault(error) }
    }
  }

  const change = async (call: (keytar: Keytar) => Promise<unknown>): Promise<KeyChange> => {
    const done = await attempt(call)
    return done.ok ? { kind: 'done' } : { kind: 'failed', fault: done.fault }
  }

  return {
    read: async (account, wasStored) => {
      const got = await attempt((keytar) => keytar.getPassword(SERVICE, account))
      if (!got.ok) return { kind: 'failed', fault: got.fault }
      if (got.value !== null) return { kind: 'found', key: new Secret(got.value) }
      return wasStored ? { kind: 'failed', fault: 'locked' } : { kind: 'absent' }
    },
    write: (account, key) => change((keytar) => keytar.setPassword(SERVICE, account, key.reveal())),
    erase: (account) => change((keytar) => keytar.deletePassword(SERVICE, account))
  }
}
