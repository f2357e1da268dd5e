/** The library of the connection in use: opened once for each connection, told when keys change. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { succeed, type Result } from '../../shared/failure.ts'
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
  /** Tells an open library which keys there are; does nothing while none is open. */
  tellKeys(connection: ConnectionRecord): Promise<Result<null>>
}

export function createConnectionLibrary({ engine, vault, libraries }: LibraryParts): ConnectionLibrary {
  const state: { openId: string | null } = { openId: null }

  const groupOf = (connection: ConnectionRecord, group: Group): EngineGroup => {
    const keyHash = vault.hash(connection, group)
    return { address: connection[group].address, hasKey: keyHash !== null, keyHash }
  }
  const groupsOf = (connection: ConnectionRecord) => ({
    images: groupOf(connection, 'images'),
    projects: groupOf(connection, 'projects')
  })

  return {
    open: async (connection) => {
      if (state.openId === connection.id) return engine.groupsChanged(groupsOf(connection))
      if (state.openId !== null) await engine.closeLibrary()
      state.openId = null
      await mkdir(libraries, { recursive: true })
      const file = join(libraries, `${connection.id}.sqlite`)
      const opened = await engine.openLibrary({ file, ...groupsOf(connection) })
      if (opened.ok) state.openId = connection.id
      return opened
    },
    tellKeys: async (connection) =>
      state.openId === connection.id ? engine.groupsChanged(groupsOf(connection)) : succeed(null)
  }
}
