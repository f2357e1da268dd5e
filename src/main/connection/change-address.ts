/** A group that has moved: the same library, the same key, another address. */
import { normalizeAddress } from '../../shared/address.ts'
import { fail, succeed, type Result } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import { newSalt, type ConnectionRecord } from './connection-record.ts'
import type { ConnectionStore } from './connection-store.ts'
import type { KeyChange } from './key-changes.ts'

export interface AddressChange {
  readonly group: Group
  readonly address: string
  /** Accept http to a non-local host. */
  readonly allowInsecure: boolean
}

/**
 * The connection in use with the group's new address, cleaned as on the connect screen. The person was asked before
 * where the key goes with it. Failures: `address-*`, `no-connection`.
 */
export function moveGroup(store: ConnectionStore, change: AddressChange): Result<KeyChange> {
  const read = normalizeAddress(change.address, change.group)
  if (!read.ok) return read
  if (read.isInsecure && !change.allowInsecure) return fail('address-insecure')
  const connection = store.current()
  if (connection === null || connection.isSample) return fail('no-connection')
  return succeed({
    connection: moved(connection, change.group, read.base),
    keys: new Map(),
    moved: change.group,
    undo: async () => undefined
  })
}

function moved(connection: ConnectionRecord, group: Group, address: string): ConnectionRecord {
  const before = new URL(connection[group].address)
  const after = new URL(address)
  const next = { ...connection, [group]: { ...connection[group], address } }
  if (before.origin === after.origin) return next
  const hasHostAsName = group === 'images' && connection.name === before.host
  return {
    ...next,
    name: hasHostAsName ? after.host : connection.name,
    // Another host may keep other records for the same key: with a new salt the key is one never seen, and the engine
    // compares what it reads with this library before it sends anything there. The other group's key is known as before.
    [group]: { ...connection[group], address, salt: newSalt() }
  }
}
