/** The library of the connection in use: opened once for each connection, told when keys change. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { succeed, type Failure, type Result } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import type { EngineGroup, OpenLibrary } from '../engine/protocol.ts'
import type { ConnectionRecord } from './connection-record.ts'
import type { KeyVault } from './key-vault.ts'

type EngineGroups = Readonly<Record<Group, EngineGroup>>

export interface LibraryEngine {
  openLibrary(args: OpenLibrary): Promise<Result<null>>
  closeLibrary(): Promise<Result<null>>
  groupsChanged(args: EngineGroups): Promise<Result<null>>
}

export interface LibraryParts {
  readonly engine: LibraryEngine
  readonly vault: KeyVault
  /** Folder of the library files. */
  readonly libraries: string
  /** Removes what is kept of the pictures of a connection. */
  readonly forgetPictures: (connection: string) => Promise<void>
}

export interface ConnectionLibrary {
  /** Opens the connection's library, closing another one; an open one is told its addresses and keys anew. */
  open(connection: ConnectionRecord): Promise<Result<null>>
  /**
   * Before the keys of these groups change: afterwards no request is under way to be handed a key, so that none made
   * for the old key's owner can leave with the new one. Another connection's library is closed for the same reason.
   */
  rest(connection: ConnectionRecord, groups: Iterable<Group>): Promise<void>
  /** Tells an open library which keys there are; does nothing while none is open. */
  tellKeys(connection: ConnectionRecord): Promise<Result<null>>
  /** Closes it when it is open, and removes its files and its pictures. */
  remove(connection: ConnectionRecord): Promise<void>
  /** Closes it for a reason, which is its trouble from then on. */
  close(why: Failure): Promise<void>
  /** Absolute path of the connection's library. */
  file(connection: ConnectionRecord): string
  /** Why it is not open: the last opening failed, or it was closed for that; null when all is well. */
  trouble(): Failure | null
}

export function createConnectionLibrary(parts: LibraryParts): ConnectionLibrary {
  const { engine, vault, libraries } = parts
  const state: { openId: string | null; trouble: Failure | null } = { openId: null, trouble: null }

  const groupsOf = (connection: ConnectionRecord): EngineGroups => ({
    images: engineGroup(vault, connection, 'images'),
    projects: engineGroup(vault, connection, 'projects')
  })

  const closeOther = async (id: string): Promise<void> => {
    if (state.openId === null || state.openId === id) return
    await engine.closeLibrary()
    state.openId = null
  }

  const fileOf = ({ id }: ConnectionRecord): string => join(libraries, `${id}.sqlite`)

  return {
    open: async (connection) => {
      if (state.openId === connection.id) return engine.groupsChanged(groupsOf(connection))
      await closeOther(connection.id)
      const opened = await engine.openLibrary({ file: fileOf(connection), ...groupsOf(connection) })
      if (opened.ok) state.openId = connection.id
      state.trouble = opened.ok ? null : opened.failure
      return opened
    },
    rest: async (connection, groups) => {
      await closeOther(connection.id)
      if (state.openId === null) return
      // Messages keep their order: the answer comes after every request that was posted before it.
      await engine.groupsChanged(withoutKeys(groupsOf(connection), groups))
    },
    tellKeys: async (connection) =>
      state.openId === connection.id ? engine.groupsChanged(groupsOf(connection)) : succeed(null),
    remove: async (connection) => {
      if (state.openId === connection.id) {
        await engine.closeLibrary()
        state.openId = null
      }
      state.trouble = null
      for (const end of ['', '-wal', '-shm']) await rm(fileOf(connection) + end, { force: true })
      await parts.forgetPictures(connection.id)
    },
    close: async (why) => {
      state.openId = null
      state.trouble = why
      await engine.closeLibrary()
    },
    file: fileOf,
    trouble: () => state.trouble
  }
}

/** The same addresses, and no key for these. */
function withoutKeys(both: EngineGroups, groups: Iterable<Group>): EngineGroups {
  const keyless = [...groups].map((group) => [group, { ...both[group], hasKey: false, keyHash: null }])
  return { ...both, ...Object.fromEntries(keyless) }
}

function engineGroup(vault: KeyVault, connection: ConnectionRecord, group: Group): EngineGroup {
  const { address } = connection[group]
  if (connection.isSample) return { address, hasKey: true, keyHash: connection.salt }
  const keyHash = vault.hash(connection, group)
  return { address, hasKey: keyHash !== null, keyHash }
}
