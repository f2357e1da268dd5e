/** The reader thread: serves the screens' queries on a read-only handle while the writer writes. */
import { type Result, succeed } from '../../shared/failure.ts'
import { handleRequests, type Channel } from './channel.ts'
import { type LibraryReader, createLibraryReader } from './library/reader.ts'
import type { ReaderRequests } from './protocol.ts'
import { type ReadDb, close, openForReading } from './storage/database.ts'

/** Handles main's requests until it is stopped. */
export function startReader(channel: Channel): void {
  let opened: { readonly db: ReadDb; readonly library: LibraryReader } | null = null
  const closeLibrary = (): Result<null> => {
    if (opened !== null) close(opened.db)
    opened = null
    return succeed(null)
  }
  const openLibrary = ({ file }: ReaderRequests['openLibrary']['args']): Result<null> => {
    closeLibrary()
    const db = openForReading(file)
    if (!db.ok) return db
    opened = { db: db.value, library: createLibraryReader(db.value) }
    return succeed(null)
  }
  handleRequests<ReaderRequests, 'openLibrary' | 'closeLibrary'>(channel, {
    always: { openLibrary, closeLibrary },
    opened: () => opened?.library ?? null,
    onStop: closeLibrary
  })
}
