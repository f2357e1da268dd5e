/** Manages the keys of the current connection in the keychain, in memory, and in the slots used for sending. */
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
  /** Reads the keys that are marked as stored and fills the slots. `state` reports faults. */
  load(connection: ConnectionRecord): Promise<void>
  /** Writes to the keychain without activating the key. Failures: `keychain-*`. */
  store(connection: ConnectionRecord, group: Group, key: Secret): Promise<Result<null>>
  /** Erases from the keychain. Failures: `keychain-*`. */
  erase(connection: ConnectionRecord, group: Group): Promise<Result<null>>
  /** Undoes a `store`: restores the key in memory to the keychain, or erases the item if there is none. */
  restore(connection: ConnectionRecord, group: Group): Promise<void>
  /** Keeps the key of a group in memory; `null` removes it. */
  hold(group: Group, key: Secret | null): void
  /** Fills the slots for this connection from the keys in memory. */
  fillSlots(connection: ConnectionRecord): void
  state(connection: ConnectionRecord, group: Group): KeyState
  /** Returns the salted hash of the current key, or `null`. */
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

/** Creates a vault that keeps keys and faults by the group that owns the item, so a shared key exists once. */
export function createKeyVault(keyStore: ApiKeyStore, slots: KeySlots): KeyVault {
  const keys = new Map<Group, Secret>()
  const faults = new Map<Group, KeyStoreFault>()

  const keyOf = (connection: ConnectionRecord, group: Group): Secret | null =>
    keys.get(keyHolder(connection, group)) ?? null

  const fillSlots = (connection: ConnectionRecord): void => {
    for (const group of GROUPS) {
      const key = keyOf(connection, group)
      slots.put(group, key === null ? null : { key, address: connection[group].address })
    }
  }

  return {
    load: async (connection) => {
      const missing = holders(connection).filter((holder) => connection[holder].isKeyStored && !keys.has(holder))
      for (const [holder, read] of await readKeys(keyStore, connection, missing)) {
        faults.delete(holder)
        if (read.kind === 'found') keys.set(holder, read.key)
        if (read.kind === 'failed') faults.set(holder, read.fault)
      }
      fillSlots(connection)
    },
    store: async ({ id }, group, key) => resultOf(await keyStore.write(keyAccount(id, group), key)),
    erase: async ({ id }, group) => resultOf(await keyStore.erase(keyAccount(id, group))),
    restore: async (connection, group) => {
      const account = keyAccount(connection.id, group)
      const before = connection[group].isKeyStored ? keys.get(group) : undefined
      await (before === undefined ? keyStore.erase(account) : keyStore.write(account, before))
    },
    hold: (group, key) => {
      faults.delete(group)
      if (key === null) keys.delete(group)
      else keys.set(group, key)
    },
    fillSlots,
    state: (connection, group) => {
      // The sample needs no key; keys in memory belong to the connection before it.
      if (connection.isSample) return 'stored'
      const holder = keyHolder(connection, group)
      const { isKeyStored } = connection[holder]
      if (keys.has(holder)) return isKeyStored ? 'stored' : 'session'
      if (!isKeyStored) return 'absent'
      return stateOfFault(faults.get(holder))
    },
    hash: (connection, group) => {
      const key = keyOf(connection, group)
      return key === null ? null : hashKey(connection, group, key)
    }
  }
}

/**
 * Reads the keys of these groups. After a timeout the others are not read, because they would wait behind the first.
 */
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

/** Summarizes a connection for the window: addresses and the state of each key, never a key. */
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

/** Maps a fault to a state; without a fault the keychain has not been read yet, so the marker applies. */
const stateOfFault = (fault: KeyStoreFault | undefined): KeyState => fault ?? 'stored'
