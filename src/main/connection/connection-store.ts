/** The connections file of a profile. Reads it once, then keeps the file and what is in memory alike. */
import { fail, succeed, type Result } from '../../shared/failure.ts'
import { readJsonFile, writeJsonFile } from '../disk/json-file.ts'
import { ConnectionFile, type ConnectionRecord } from './connection-record.ts'

export interface ConnectionStore {
  /** The connection in use, or null. */
  current(): ConnectionRecord | null
  /** A known connection to these addresses, so that connecting again finds its library. */
  find(addresses: { images: string; projects: string }): ConnectionRecord | null
  /** Writes it as the connection in use. In memory nothing changes unless the file was written. */
  save(connection: ConnectionRecord): Promise<Result<null>>
  /** Name under which an unreadable file was kept at this start; null when all was well. */
  readonly setAside: string | null
}

const EMPTY: ConnectionFile = { version: 1, open: null, connections: [] }

export async function openConnectionStore(file: string): Promise<ConnectionStore> {
  const read = await readJsonFile(file, ConnectionFile)
  const held = { file: read.kind === 'found' ? read.value : EMPTY }

  return {
    setAside: read.kind === 'set-aside' ? read.keptAs : null,
    current: () => held.file.connections.find((one) => one.id === held.file.open) ?? null,
    find: ({ images, projects }) =>
      held.file.connections.find((one) => one.images.address === images && one.projects.address === projects) ?? null,
    save: async (connection) => {
      const others = held.file.connections.filter((one) => one.id !== connection.id)
      const next: ConnectionFile = { version: 1, open: connection.id, connections: [...others, connection] }
      const written = await writeJsonFile(file, next)
      if (!written.ok) return fail(written.failure.code, written.failure)
      held.file = next
      return succeed(null)
    }
  }
}
