/** The library of the connection in use: opened once for each connection, told when keys change. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { succeed, type Failure, type Result } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import type { EngineGroup, OpenLibrary } from '../engine/protocol.ts'
import type { ConnectionRecord } from './connection-record.ts'
import type { KeyVault } from './key-vault.ts'

/** What is asked of the engine here. */
export interface LibraryEngine {
  openLibrary(args: OpenLibrary): Promise<Result<null>>
  closeLibrary(): Promise<Result<null>>
  groupsChanged(args: { images: EngineGroup; projects: EngineGroup }): Promise<Result<null>>
}

export interface LibraryParts {
  readonly engine: LibraryEngine
  readonly vault: KeyVault
  /** Folder of the library files. */
  readonly libraries: string
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
  /** Why the last opening failed; null when it did not. */
  trouble(): Failure | null
}

export function createConnectionLibrary({ engine, vault, libraries }: LibraryParts): ConnectionLibrary {
  const state: { openId: string | null; trouble: Failure | null } = { openId: null, trouble: null }

  const groupOf = (connection: ConnectionRecord, group: Group): EngineGroup => {
    const keyHash = vault.hash(connection, group)
    return { address: connection[group].address, hasKey: keyHash !== null, keyHash }
  }
  const groupsOf = (connection: ConnectionRecord) => ({
    images: groupOf(connection, 'images'),
    projects: groupOf(connection, 'projects')
  })

  const closeOther = async (id: string): Promise<void> => {
    if (state.openId === null || state.openId === id) return
    await engine.closeLibrary()
    state.openId = null
  }

  return {
    open: async (connection) => {
      if (state.openId === connection.id) return engine.groupsChanged(groupsOf(connection))
      await closeOther(connection.id)
      await mkdir(libraries, { recursive: true })
      const file = join(libraries, `${connection.id}.sqlite`)
      const opened = await engine.openLibrary({ file, ...groupsOf(connection) })
      if (opened.ok) state.openId = connection.id
      state.trouble = opened.ok ? null : opened.failure
      return opened
    },
    rest: async (connection, groups) => {
      await closeOther(connection.id)
      if (state.openId === null) return
      const keyless = [...groups].map((group) => [
        group,
        { ...groupOf(connection, group), hasKey: false, keyHash: null }
      ])
      // Messages keep their order: the answer comes after every request that was posted before it.
      await engine.groupsChanged({ ...groupsOf(connection), ...Object.fromEntries(keyless) })
    },
    tellKeys: async (connection) =>
      state.openId === connection.id ? engine.groupsChanged(groupsOf(connection)) : succeed(null),
    trouble: () => state.trouble
  }
}
