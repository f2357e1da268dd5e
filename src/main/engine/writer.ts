/** The writer thread: everything that changes the library, and everything that communicates with the service. */
import type { LibraryChange } from '../../shared/bridge.ts'
import type { ConnectionTest } from '../../shared/connection.ts'
import { type Result, fail, succeed } from '../../shared/failure.ts'
import type { ImageDetail } from '../../shared/change.ts'
import type { RecordNumber } from '../../shared/image.ts'
import { CHANGE_EVENT_GAP_MS } from '../../shared/limits.ts'
import { mergeChanges } from '../../shared/merge-changes.ts'
import type { Send } from '../../shared/send.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'
import {
  handleRequests,
  type Channel,
  type RequestHandlers,
  type EmitEvent,
  emitOver,
  type Handlers
} from './channel.ts'
import type { Clock, Random } from './domain/clock.ts'
import { Paced } from './domain/paced.ts'
import { type Library, createLibrary } from './library/create-library.ts'
import { readDetail } from './library/image-rows.ts'
import type { OpenLibrary, WriterRequests } from './protocol.ts'
import { testConnection } from './service/test-connection.ts'
import { type WriteDb, close, openForWriting } from './storage/database.ts'
import { countUnsent, rebuildLibrary } from './storage/rebuild.ts'
import { purgeLibrary } from './storage/removals.ts'
import { tryStorage } from './storage/storage-failure.ts'
import { SyncLoop } from './sync/sync-loop.ts'

export interface WriterPorts {
  readonly channel: Channel
  readonly clock: Clock
  readonly random: Random
  readonly send: Send
  readonly instanceId: string
}

/** Requests handled without an open library. */
type Always = 'openLibrary' | 'closeLibrary' | 'inspectLibrary' | 'rebuildLibrary' | 'testConnection'

/** An open library with its verbs and its sync. */
interface Opened {
  readonly db: WriteDb
  readonly library: Library
  readonly sync: SyncLoop
  readonly events: ReturnType<typeof pacedEvents>
}

/** Handles main's requests until it is stopped. */
export function startWriter(ports: WriterPorts): void {
  const writer = new Writer(ports)
  handleRequests<WriterRequests, Always>(ports.channel, writer.handlers())
}

const NOTHING = succeed(null)

/** Returns the handlers that need an open library. */
function handlersOf({ db, library, sync, events }: Opened): Omit<Handlers<WriterRequests>, Always> {
  return {
    ...library,
    groupsChanged: (args) => (sync.setGroups(args), NOTHING),
    wake: ({ why }) => (sync.wake(why), NOTHING),
    refreshImage: async ({ record }) => {
      const asked = await sync.refreshImage(record)
      return asked.ok ? readShown(db, record) : asked
    },
    searchService: ({ query }) => sync.searchService(query),
    diagnose: async () => succeed(await sync.diagnose()),
    cancelDiagnosis: () => (sync.cancelDiagnosis(), NOTHING),
    answerOwner: ({ group, isSame }) => sync.answerOwner(group, isSame),
    getSyncStatus: () => (events.flush(), succeed(sync.status())),
    setPaused: ({ isPaused }) => (sync.setPaused(isPaused), NOTHING),
    setPace: ({ pace }) => (sync.setPace(pace), NOTHING)
  }
}

/** Reads the record after the service returned it. */
function readShown(db: WriteDb, record: RecordNumber): Result<ImageDetail> {
  const read = tryStorage(() => readDetail(db, record))
  if (!read.ok) return read
  return read.value === null ? fail('unknown-record') : succeed(read.value)
}

class Writer {
  readonly #ports: WriterPorts
  readonly #emit: EmitEvent
  #opened: Opened | null = null
  #openings = 0

  constructor(ports: WriterPorts) {
    this.#ports = ports
    this.#emit = emitOver(ports.channel)
  }

  handlers(): RequestHandlers<WriterRequests, Always> {
    return {
      always: {
        openLibrary: (args) => this.#open(args),
        closeLibrary: () => this.#close(),
        inspectLibrary: ({ file }) => succeed({ unsent: countUnsent(file) }),
        rebuildLibrary: ({ file }) => (this.#close(), rebuildLibrary(file, this.#ports.clock.now())),
        testConnection: (addresses) => this.#test(addresses)
      },
      opened: () => (this.#opened === null ? null : handlersOf(this.#opened)),
      onStop: () => this.#close()
    }
  }

  /** Ends sync and closes the file. Safe to call twice. */
  #close(): Result<null> {
    if (this.#opened === null) return NOTHING
    const { db, sync, events } = this.#opened
    this.#opened = null
    sync.close()
    events.close()
    close(db)
    return NOTHING
  }

  /**
   * Tests a connection without waiting for a turn, because a user watches it; counts it where the governor knows the
   * host.
   */
  async #test({ images, projects }: { images: string; projects: string }): Promise<Result<ConnectionTest>> {
    const { clock } = this.#ports
    const send: Send = async (request) => {
      const response = await this.#ports.send(request)
      this.#opened?.sync.noteTest(request.url, response)
      return response
    }
    const onProgress = (test: ConnectionTest): void => this.#emit('connectionTest', test)
    return succeed(await testConnection({ send, now: clock.now, images, projects, onProgress }))
  }

  #open({ file, images, projects }: OpenLibrary): Result<null> {
    this.#close()
    const db = openForWriting(file)
    if (!db.ok) return db
    // A full disk is reported by the first change; a library that can be read is still opened.
    tryStorage(() => purgeLibrary(db.value, this.#ports.clock.now()))
    this.#openings += 1
    const opened = tryStorage(() => this.#assemble(db.value, { images, projects }))
    if (!opened.ok) {
      close(db.value)
      return opened
    }
    this.#opened = opened.value
    opened.value.sync.start()
    opened.value.events.touchStatus()
    return NOTHING
  }

  #assemble(db: WriteDb, groups: Pick<OpenLibrary, 'images' | 'projects'>): Opened {
    const { clock, random, send, instanceId } = this.#ports
    const events = pacedEvents(clock, this.#emit, () => sync.status())
    const sync = new SyncLoop(
      {
        db,
        send,
        clock,
        random,
        instanceId: `${instanceId}.${this.#openings}`,
        onChange: events.addChange,
        onStatus: events.touchStatus,
        onKeyRefused: (group) => this.#emit('keyRefused', { group }),
        onDiagnosis: (diagnosis) => this.#emit('diagnosis', diagnosis)
      },
      groups
    )
    const library = createLibrary({ db, now: clock.now, onChange: events.addChange, wake: () => sync.wakePush() })
    return { db, library, sync, events }
  }
}

/** Emits the first change of a burst at once and later ones together, at most every 100 ms; the status likewise. */
function pacedEvents(clock: Clock, emit: EmitEvent, readStatus: () => SyncStatus) {
  const paced = (run: () => void): Paced => new Paced({ clock, gapMs: CHANGE_EVENT_GAP_MS, run })
  let pending: LibraryChange | null = null
  const changes = paced(() => {
    if (pending !== null) emit('libraryChanged', pending)
    pending = null
  })
  const status = paced(() => {
    // A page that cannot be read now may be readable next time; the groups report the failure.
    const read = tryStorage(readStatus)
    if (read.ok) emit('syncStatus', read.value)
  })
  return {
    addChange: (change: LibraryChange): void => {
      pending = mergeChanges(pending, change)
      changes.touch()
    },
    touchStatus: (): void => status.touch(),
    /** Emits what the gap delays. */
    flush: (): void => [changes, status].forEach((one) => one.flush()),
    close: (): void => [changes, status].forEach((one) => one.close())
  }
}
