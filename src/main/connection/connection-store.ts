/** Stores the connections of a profile. Reads the file once, then keeps file and memory in sync. */
import { succeed, type Result } from '../../shared/failure.ts'
import { readJsonFile, writeJsonFile } from '../disk/small-files.ts'
import { ConnectionFile, type ConnectionRecord } from './connection-record.ts'

export interface ConnectionStore {
  /** Returns the current connection, or `null`. */
  current(): ConnectionRecord | null
  /** Finds a known connection with these addresses, so that connecting again opens its library. */
  find(addresses: { images: string; projects: string }): ConnectionRecord | null
  /** Saves the connection as the current connection. Memory changes only if the file was written. */
  save(connection: ConnectionRecord): Promise<Result<null>>
  /** Removes the sample from the file and restores the connection before it. Does nothing without a sample. */
  dropSample(): Promise<Result<null>>
  /** Path under which an unreadable file was set aside at this start; `null` if the file was valid. */
  readonly setAside: string | null
}

const EMPTY: ConnectionFile = { version: 1, open: null, openBefore: null, connections: [] }

export async function openConnectionStore(file: string): Promise<ConnectionStore> {
  const read = await readJsonFile(file, ConnectionFile)
  const state = { file: read.kind === 'found' ? read.value : EMPTY }

  const write = async (next: ConnectionFile): Promise<Result<null>> => {
    const written = await writeJsonFile(file, next)
    if (!written.ok) return written
    state.file = next
    return succeed(null)
  }

  return {
    setAside: read.kind === 'set-aside' ? read.keptAs : null,
    current: () => state.file.connections.find((connection) => connection.id === state.file.open) ?? null,
    find: ({ images, projects }) =>
      withoutSample(state.file).find(
        (connection) => connection.images.address === images && connection.projects.address === projects
      ) ?? null,
    save: (connection) => {
      const others = state.file.connections.filter(({ id }) => id !== connection.id)
      const openBefore = connection.isSample ? currentRealId(state.file) : null
      return write({ version: 1, open: connection.id, openBefore, connections: [...others, connection] })
    },
    dropSample: async () => {
      const connections = withoutSample(state.file)
      if (connections.length === state.file.connections.length) return succeed(null)
      return write({ version: 1, open: currentRealId(state.file), openBefore: null, connections })
    }
  }
}

const withoutSample = (file: ConnectionFile): ConnectionRecord[] =>
  file.connections.filter((connection) => !connection.isSample)

/** Returns the id of the current connection or, while the sample is current, of the connection before it. */
function currentRealId(file: ConnectionFile): string | null {
  const ids = [file.open, file.openBefore]
  return withoutSample(file).find((connection) => ids.includes(connection.id))?.id ?? null
}
