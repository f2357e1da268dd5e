/** Manages the library of the current connection: opens it once per connection and passes it key changes. */
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
  /** Removes the cached pictures of a connection. */
  readonly forgetPictures: (connection: string) => Promise<void>
}

export interface ConnectionLibrary {
  /** Opens the connection's library and closes any other; an open one gets its current addresses and keys. */
  open(connection: ConnectionRecord): Promise<Result<null>>
  /**
   * Stops sending for these groups before their keys change, so that no request made for the old account is sent with
   * the new key. Closes another connection's library for the same reason.
   */
  rest(connection: ConnectionRecord, groups: Iterable<Group>): Promise<void>
  /** Passes the available keys to the open library; does nothing while none is open. */
  sendKeys(connection: ConnectionRecord): Promise<Result<null>>
  /** Closes the library if it is open, and removes its files and pictures. */
  remove(connection: ConnectionRecord): Promise<void>
  /** Closes the library and keeps the failure for `failure`. */
  close(why: Failure): Promise<void>
  /** Returns the absolute path of the connection's library. */
  file(connection: ConnectionRecord): string
  /** Returns why the library is not open (opening failed, or it was closed with a failure); `null` if there is none. */
  failure(): Failure | null
}

export function createConnectionLibrary(parts: LibraryParts): ConnectionLibrary {
  const { engine, vault, libraries } = parts
  const state: { openId: string | null; failure: Failure | null } = { openId: null, failure: null }

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
      state.failure = opened.ok ? null : opened.failure
      return opened
    },
    rest: async (connection, groups) => {
      await closeOther(connection.id)
      if (state.openId === null) return
      // Messages keep their order, so this resolves after every request that was posted before.
      await engine.groupsChanged(withoutKeys(groupsOf(connection), groups))
    },
    sendKeys: async (connection) =>
      state.openId === connection.id ? engine.groupsChanged(groupsOf(connection)) : succeed(null),
    remove: async (connection) => {
      if (state.openId === connection.id) {
        await engine.closeLibrary()
        state.openId = null
      }
      state.failure = null
      for (const end of ['', '-wal', '-shm']) await rm(fileOf(connection) + end, { force: true })
      await parts.forgetPictures(connection.id)
    },
    close: async (why) => {
      state.openId = null
      state.failure = why
      await engine.closeLibrary()
    },
    file: fileOf,
    failure: () => state.failure
  }
}

/** Returns the same addresses without the keys of these groups. */
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
