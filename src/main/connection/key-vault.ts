/** The keys of the connection in use: in the computer's key store or until quit, and in the slots that send. */
import type { ConnectionSummary, KeyState } from '../../shared/connection.ts'
import { fail, succeed, type FailureCode, type Result } from '../../shared/failure.ts'
import { GROUPS, type Group } from '../../shared/sync-status.ts'
import type { KeySlots } from '../http/key-slots.ts'
import { keyAccount, type ApiKeyStore, type KeyChange, type KeyRead } from '../secrets/api-key.ts'
import type { KeyStoreFault } from '../secrets/key-store-fault.ts'
import type { Secret } from '../secrets/secret.ts'
import { hashKey, keyHolder, type ConnectionRecord } from './connection-record.ts'

export type Keep = 'keychain' | 'session'

export interface KeyVault {
  /** Reads the keys that the marker says are stored, and fills the slots. Faults show in `state`. */
  load(connection: ConnectionRecord): Promise<void>
  /** Writes to the key store; nothing is put in use yet. Failures: `keychain-*`. */
  store(connection: ConnectionRecord, group: Group, key: Secret): Promise<Result<null>>
  /** Erases from the key store. Failures: `keychain-*`. */
  erase(connection: ConnectionRecord, group: Group): Promise<Result<null>>
  /** Takes a `store` back: the key store has again what is held of this group, or nothing. */
  restore(connection: ConnectionRecord, group: Group): Promise<void>
  /** Holds the key in memory under its own group; null lets go of it. */
  hold(group: Group, key: Secret | null): void
  /** Fills the slots for this connection from the keys held. */
  fillSlots(connection: ConnectionRecord): void
  state(connection: ConnectionRecord, group: Group): KeyState
  /** Salted hash of the key in use, or null. */
  hash(connection: ConnectionRecord, group: Group): string | null
}

const CODES: Readonly<Record<KeyStoreFault, FailureCode>> = {
  locked: 'keychain-locked',
  denied: 'keychain-denied',
  'timed-out': 'keychain-timed-out',
  unavailable: 'keychain-unavailable'
}

const resultOf = (change: KeyChange): Result<null> =>
  change.kind === 'done' ? succeed(null) : fail(CODES[change.fault])

/** Keys and faults are held by the group that owns the item, so a shared key is there once. */
export function createKeyVault(keyStore: ApiKeyStore, slots: KeySlots): KeyVault {
  const held = new Map<Group, Secret>()
  const faults = new Map<Group, KeyStoreFault>()

  const keyOf = (connection: ConnectionRecord, group: Group): Secret | null =>
    held.get(keyHolder(connection, group)) ?? null

  const fillSlots = (connection: ConnectionRecord): void => {
    for (const group of GROUPS) {
      const key = keyOf(connection, group)
      slots.put(group, key === null ? null : { key, address: connection[group].address })
    }
  }

  return {
    load: async (connection) => {
      const missing = holders(connection).filter((holder) => connection[holder].isKeyStored && !held.has(holder))
      for (const [holder, read] of await readKeys(keyStore, connection, missing)) {
        faults.delete(holder)
        if (read.kind === 'found') held.set(holder, read.key)
        if (read.kind === 'failed') faults.set(holder, read.fault)
      }
      fillSlots(connection)
    },
    store: async ({ id }, group, key) => resultOf(await keyStore.write(keyAccount(id, group), key)),
    erase: async ({ id }, group) => resultOf(await keyStore.erase(keyAccount(id, group))),
    restore: async (connection, group) => {
      const account = keyAccount(connection.id, group)
      const before = connection[group].isKeyStored ? held.get(group) : undefined
      await (before === undefined ? keyStore.erase(account) : keyStore.write(account, before))
    },
    hold: (group, key) => {
      faults.delete(group)
      if (key === null) held.delete(group)
      else held.set(group, key)
    },
    fillSlots,
    state: (connection, group) => {
      // It needs none; what is held meanwhile are the keys of the connection before it.
      if (connection.isSample) return 'stored'
      const holder = keyHolder(connection, group)
      const { isKeyStored } = connection[holder]
      if (held.has(holder)) return isKeyStored ? 'stored' : 'session'
      if (!isKeyStored) return 'absent'
      return stateOfFault(faults.get(holder))
    },
    hash: (connection, group) => {
      const key = keyOf(connection, group)
      return key === null ? null : hashKey(connection, group, key)
    }
  }
}

/** A key store that does not answer for one key is not asked for the next: it would only wait behind the first. */
async function readKeys(
  keyStore: ApiKeyStore,
  { id }: ConnectionRecord,
  groups: readonly Group[]
): Promise<Map<Group, KeyRead>> {
  const reads = new Map<Group, KeyRead>()
  let last: KeyRead | null = null
  for (const group of groups) {
    if (last?.kind !== 'failed' || last.fault !== 'timed-out') last = await keyStore.read(keyAccount(id, group), true)
    reads.set(group, last)
  }
  return reads
}

/** What the window sees of a connection: addresses and where each key is, never a key. */
export function summarize(connection: ConnectionRecord, vault: KeyVault): ConnectionSummary {
  const group = (name: Group) => ({
    address: connection[name].address,
    key: vault.state(connection, name),
    keySavedAt: connection[keyHolder(connection, name)].keySavedAt
  })
  const { id, name, sharesKey, isSample } = connection
  const groups = { images: group('images'), projects: group('projects') }
  return { id, name, ...groups, sharesKey, isSample }
}

const holders = ({ sharesKey }: ConnectionRecord): readonly Group[] => (sharesKey ? ['images'] : GROUPS)

/** Without a fault the key store was not asked yet, and the key is where the marker says. */
const stateOfFault = (fault: KeyStoreFault | undefined): KeyState => fault ?? 'stored'
