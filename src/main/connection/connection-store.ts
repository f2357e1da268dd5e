/** The connections file of a profile. Reads it once, then keeps the file and what is in memory alike. */
import { succeed, type Result } from '../../shared/failure.ts'
import { readJsonFile, writeJsonFile } from '../disk/json-file.ts'
import { ConnectionFile, type ConnectionRecord } from './connection-record.ts'

export interface ConnectionStore {
  /** The connection in use, or null. */
  current(): ConnectionRecord | null
  /** A known connection to these addresses, so that connecting again finds its library. */
  find(addresses: { images: string; projects: string }): ConnectionRecord | null
  /** Writes it as the connection in use. In memory nothing changes unless the file was written. */
  save(connection: ConnectionRecord): Promise<Result<null>>
  /** Takes the sample out of the file; what was in use before it is in use again. Does nothing when there is none. */
  dropSample(): Promise<Result<null>>
  /** Name under which an unreadable file was kept at this start; null when all was well. */
  readonly setAside: string | null
}

const EMPTY: ConnectionFile = { version: 1, open: null, openBefore: null, connections: [] }

export async function openConnectionStore(file: string): Promise<ConnectionStore> {
  const read = await readJsonFile(file, ConnectionFile)
  const held = { file: read.kind === 'found' ? read.value : EMPTY }

  const write = async (next: ConnectionFile): Promise<Result<null>> => {
    const written = await writeJsonFile(file, next)
    if (!written.ok) return written
    held.file = next
    return succeed(null)
  }

  return {
    setAside: read.kind === 'set-aside' ? read.keptAs : null,
    current: () => held.file.connections.find((one) => one.id === held.file.open) ?? null,
    find: ({ images, projects }) =>
      real(held.file).find((one) => one.images.address === images && one.projects.address === projects) ?? null,
    save: (connection) => {
      const others = held.file.connections.filter((one) => one.id !== connection.id)
      const openBefore = connection.isSample ? realId(held.file) : null
      return write({ version: 1, open: connection.id, openBefore, connections: [...others, connection] })
    },
    dropSample: async () => {
      const connections = real(held.file)
      if (connections.length === held.file.connections.length) return succeed(null)
      return write({ version: 1, open: realId(held.file), openBefore: null, connections })
    }
  }
}

const real = (file: ConnectionFile): ConnectionRecord[] => file.connections.filter((one) => !one.isSample)

/** The connection in use, or, while the sample is, the one before it. */
function realId(file: ConnectionFile): string | null {
  const ids = [file.open, file.openBefore]
  return real(file).find((one) => ids.includes(one.id))?.id ?? null
}
