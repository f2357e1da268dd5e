/**
 * What a change of keys makes of a connection: key store first, then the record that says so. The caller saves
 * the record and only then puts the keys to use; `undo` takes the key store back when it could not.
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
  /** What each group holds from now on; a group that is not here keeps what it has. */
  readonly keys: ReadonlyMap<Group, Secret | null>
  /** The group that has another address from now on. */
  readonly moved?: Group
  readonly undo: () => Promise<void>
}

/** A connection to the draft's addresses, the known one where there is one. Failures: `keychain-*`. */
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

/** A new key for a group. One for projects alone ends the sharing. Failures: `key-*`, `keychain-*`, `no-connection`. */
export async function replaceGroupKey(
  parts: KeyChangeParts,
  { group, key, keep }: { group: Group; key: string; keep: Keep }
): Promise<Result<KeyChange>> {
  const cleaned = cleanKey(key)
  if (!cleaned.ok) return cleaned
  const current = keyed(parts)
  if (current === null) return fail('no-connection')
  const connection = withOwnKey(current, group)
  return changeKeys(parts, { connection, keys: new Map([[group, cleaned.value]]), keep })
}

/** Lets go of a group's key, everywhere. Failures: `keychain-*` (the key is still there then), `no-connection`. */
export async function removeGroupKey(parts: KeyChangeParts, group: Group): Promise<Result<KeyChange>> {
  const current = keyed(parts)
  if (current === null) return fail('no-connection')
  const connection = withOwnKey(current, group)
  return changeKeys(parts, { connection, keys: new Map([[group, null]]), keep: 'keychain' })
}

/** The connection in use; the sample has no keys to change. */
function keyed({ store }: KeyChangeParts): ConnectionRecord | null {
  const current = store.current()
  return current?.isSample === true ? null : current
}

/** Projects stop sharing when they get, or lose, a key of their own. */
const withOwnKey = (connection: ConnectionRecord, group: Group): ConnectionRecord =>
  group === 'projects' ? { ...connection, sharesKey: false } : connection

interface Wanted {
  readonly connection: ConnectionRecord
  readonly keys: ReadonlyMap<Group, Secret | null>
  readonly keep: Keep
}

async function changeKeys(parts: KeyChangeParts, wanted: Wanted): Promise<Result<KeyChange>> {
  const written: Group[] = []
  const undo = async (): Promise<void> => {
    // What is held belongs to the connection in use; of any other one nothing is known to put back.
    const isInUse = parts.store.current()?.id === wanted.connection.id
    for (const group of written) {
      await (isInUse ? parts.vault.restore(wanted.connection, group) : parts.vault.erase(wanted.connection, group))
    }
  }
  const changed = { connection: wanted.connection }
  for (const group of GROUPS) {
    const key = wanted.keys.get(group)
    if (key === undefined) continue
    const done = await changeKey(parts, { connection: changed.connection, group, key, keep: wanted.keep })
    if (!done.ok) {
      await undo()
      return done
    }
    if (done.value[group].isKeyStored) written.push(group)
    changed.connection = done.value
  }
  return succeed({ connection: changed.connection, keys: wanted.keys, undo })
}

interface OneChange {
  readonly connection: ConnectionRecord
  readonly group: Group
  readonly key: Secret | null
  readonly keep: Keep
}

/** The record after this group's item in the key store was written or erased. */
async function changeKey({ vault, now }: KeyChangeParts, change: OneChange): Promise<Result<ConnectionRecord>> {
  const { connection, group, key, keep } = change
  if (key !== null && keep === 'keychain') {
    const stored = await vault.store(connection, group, key)
    return stored.ok ? succeed(marked(change, { isKeyStored: true, keySavedAt: now() })) : stored
  }
  // An older item must not come back at the next start; without one the key store is left alone.
  const erased = connection[group].isKeyStored ? await vault.erase(connection, group) : succeed(null)
  if (!erased.ok) return erased
  return succeed(marked(change, { isKeyStored: false, keySavedAt: key === null ? null : now() }))
}

function marked(
  { connection, group }: OneChange,
  marks: { isKeyStored: boolean; keySavedAt: number | null }
): ConnectionRecord {
  return { ...connection, [group]: { ...connection[group], ...marks } }
}
