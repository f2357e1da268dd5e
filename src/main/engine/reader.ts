/** The reader thread: answers what screens ask, on a handle that can only read, while the writer writes. */
import { type Result, fail, succeed } from '../../shared/failure.ts'
import { type Handlers, answerRequests } from './answer-requests.ts'
import type { Channel } from './channel.ts'
import { type LibraryReader, createLibraryReader } from './library/reader.ts'
import { READER_NAMES, type ReaderRequests } from './protocol.ts'
import { type ReadDb, close, openForReading } from './storage/database.ts'

/** Answers main's requests until it is stopped. */
export function startReader(channel: Channel): void {
  const reader = new Reader()
  answerRequests<ReaderRequests>(channel, reader.handlers())
  channel.onMessage((message) => {
    if (message.kind === 'stop') reader.close()
  })
}

class Reader {
  #opened: { readonly db: ReadDb; readonly library: LibraryReader } | null = null

  handlers(): Handlers<ReaderRequests> {
    const asked = READER_NAMES.map((name) => [name, (args: never) => this.#ask(name, args)])
    return {
      // One handler for each name, of the library's own type.
      ...(Object.fromEntries(asked) as LibraryReader),
      openLibrary: ({ file }) => this.#open(file),
      closeLibrary: () => (this.close(), succeed(null))
    }
  }

  /** Closes the file. Safe to call twice. */
  close(): void {
    if (this.#opened !== null) close(this.#opened.db)
    this.#opened = null
  }

  #ask<N extends keyof LibraryReader>(name: N, args: Parameters<LibraryReader[N]>[0]) {
    if (this.#opened === null) return fail('no-connection')
    // One method's arguments and value belong together by N, which a call through the union of methods loses.
    const method = this.#opened.library[name] as (args: unknown) => ReturnType<LibraryReader[N]>
    return method(args)
  }

  #open(file: string): Result<null> {
    this.close()
    const db = openForReading(file)
    if (!db.ok) return db
    this.#opened = { db: db.value, library: createLibraryReader(db.value) }
    return succeed(null)
  }
}
