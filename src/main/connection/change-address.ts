/** Changes the address of a group and keeps its library and key. */
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
 * Returns the current connection with the group's new address, normalized as on the connect screen. The window asks
 * for consent before, because the key goes to the new address. Failures: `address-*`, `no-connection`.
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
    // Another host may have other items for the same key. A new salt makes the key unknown, so the engine compares the
    // service's items with this library before it sends changes. The hash of the other group's key stays the same.
    [group]: { ...connection[group], address, salt: newSalt() }
  }
}
