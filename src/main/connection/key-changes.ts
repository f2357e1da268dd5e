/**
 * Changes the keys of a connection: the keychain first, then the connection record. The caller saves the record and
 * only then activates the keys; `undo` restores the keychain if saving failed.
 */
import { fail, succeed, type Result } from '../../shared/failure.ts'
import { GROUPS, type Group } from '../../shared/sync-status.ts'
import type { Secret } from '../secrets/secret.ts'
import { cleanKey, type CleanDraft } from './clean-draft.ts'
import { newConnection, type ConnectionRecord } from './connection-record.ts'
import type { ConnectionStore } from './connection-store.ts'
import type { Keep, KeyVault } from './key-vault.ts'

export interface KeyChangeParts {
  readonly store: ConnectionStore
  readonly vault: KeyVault
  /** ms since epoch. */
  readonly now: () => number
}

export interface KeyChange {
  readonly connection: ConnectionRecord
  /** New key of each changed group; `null` removes the key. */
  readonly keys: ReadonlyMap<Group, Secret | null>
  /** Group whose address changes. */
  readonly moved?: Group
  readonly undo: () => Promise<void>
}

/** Connects to the draft's addresses and reuses a known connection. Failures: `keychain-*`. */
export async function connectWithKeys(
  parts: KeyChangeParts,
  { draft, keep }: { draft: CleanDraft; keep: Keep }
): Promise<Result<KeyChange>> {
  const addresses = { images: draft.images.address, projects: draft.projects.address }
  const known = parts.store.find(addresses) ?? newConnection(addresses)
  const connection = { ...known, sharesKey: draft.projects.key === null }
  const keys = new Map<Group, Secret | null>([
    ['images', draft.images.key],
    ['projects', draft.projects.key]
  ])
  return changeKeys(parts, { connection, keys, keep })
}

/**
 * Replaces the key of a group. A key for projects ends the sharing. Failures: `key-*`, `keychain-*`, `no-connection`.
 */
export async function replaceGroupKey(
  parts: KeyChangeParts,
  { group, key, keep }: { group: Group; key: string; keep: Keep }
): Promise<Result<KeyChange>> {
  const cleaned = cleanKey(key)
  if (!cleaned.ok) return cleaned
  const current = currentWithKeys(parts)
  if (current === null) return fail('no-connection')
  const connection = withOwnKey(current, group)
  return changeKeys(parts, { connection, keys: new Map([[group, cleaned.value]]), keep })
}

/** Removes a group's key everywhere. Failures: `keychain-*` (the key is kept), `no-connection`. */
export async function removeGroupKey(parts: KeyChangeParts, group: Group): Promise<Result<KeyChange>> {
  const current = currentWithKeys(parts)
  if (current === null) return fail('no-connection')
  const connection = withOwnKey(current, group)
  return changeKeys(parts, { connection, keys: new Map([[group, null]]), keep: 'keychain' })
}

/** Returns the current connection; `null` for the sample, which has no keys. */
function currentWithKeys({ store }: KeyChangeParts): ConnectionRecord | null {
  const current = store.current()
  return current?.isSample === true ? null : current
}

/** Ends the sharing when the key of the projects group is set or removed. */
const withOwnKey = (connection: ConnectionRecord, group: Group): ConnectionRecord =>
  group === 'projects' ? { ...connection, sharesKey: false } : connection

interface RequestedKeys {
  readonly connection: ConnectionRecord
  readonly keys: ReadonlyMap<Group, Secret | null>
  readonly keep: Keep
}

async function changeKeys(parts: KeyChangeParts, requested: RequestedKeys): Promise<Result<KeyChange>> {
  const written: Group[] = []
  const undo = async (): Promise<void> => {
    // Keys in memory belong to the current connection; the previous key of any other connection is unknown.
    const isInUse = parts.store.current()?.id === requested.connection.id
    for (const group of written) {
      await (isInUse
        ? parts.vault.restore(requested.connection, group)
        : parts.vault.erase(requested.connection, group))
    }
  }
  const changed = { connection: requested.connection }
  for (const group of GROUPS) {
    const key = requested.keys.get(group)
    if (key === undefined) continue
    const done = await changeKey(parts, { connection: changed.connection, group, key, keep: requested.keep })
    if (!done.ok) {
      await undo()
      return done
    }
    if (done.value[group].isKeyStored) written.push(group)
    changed.connection = done.value
  }
  return succeed({ connection: changed.connection, keys: requested.keys, undo })
}

interface GroupChange {
  readonly connection: ConnectionRecord
  readonly group: Group
  readonly key: Secret | null
  readonly keep: Keep
}

/** Writes or erases this group's keychain item and returns the updated record. */
async function changeKey({ vault, now }: KeyChangeParts, change: GroupChange): Promise<Result<ConnectionRecord>> {
  const { connection, group, key, keep } = change
  if (key !== null && keep === 'keychain') {
    const stored = await vault.store(connection, group, key)
    return stored.ok ? succeed(marked(change, { isKeyStored: true, keySavedAt: now() })) : stored
  }
  // An older item must not be used after a restart; without one the keychain is not accessed.
  const erased = connection[group].isKeyStored ? await vault.erase(connection, group) : succeed(null)
  if (!erased.ok) return erased
  return succeed(marked(change, { isKeyStored: false, keySavedAt: key === null ? null : now() }))
}

function marked(
  { connection, group }: GroupChange,
  marks: { isKeyStored: boolean; keySavedAt: number | null }
): ConnectionRecord {
  return { ...connection, [group]: { ...connection[group], ...marks } }
}
