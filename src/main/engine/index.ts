/**
 * Entry point of the engine's threads: both run this file, and `EngineStart` in the worker's data selects the role. Any
 * other import has no side effect and only provides `startEngine`, which also runs on a single thread.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { type Result, succeed } from '../../shared/failure.ts'
import { type Channel, sendOver, handleRequests } from './channel.ts'
import { type LibraryReader, createLibraryReader } from './library/reader.ts'
import type { EngineStart, ToEngine, ReaderRequests } from './protocol.ts'
import { type ReadDb, close, openForReading } from './storage/database.ts'
import { systemClock } from './system-clock.ts'
import { startWriter, type WriterPorts } from './writer.ts'

export interface EngineParts extends Omit<WriterPorts, 'instanceId'> {
  readonly start: EngineStart
}

/** Assembles one role and reports that it is ready. */
export function startEngine({ start, ...ports }: EngineParts): void {
  if (start.role === 'writer') startWriter({ ...ports, instanceId: start.instanceId })
  else startReader(ports.channel)
  ports.channel.post({ kind: 'ready' })
}

function isEngineStart(data: unknown): data is EngineStart {
  return typeof data === 'object' && data !== null && 'role' in data && 'instanceId' in data
}

/** Starts this thread with main's messages, the system clock, and the network only through main. */
function startThread(port: NonNullable<typeof parentPort>, start: EngineStart): void {
  const channel: Channel = {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', (message: ToEngine) => listener(message))
  }
  startEngine({ start, channel, clock: systemClock, random: Math.random, send: sendOver(channel) })
  // Registered after the listeners above, so the file is already closed.
  channel.onMessage((message) => {
    if (message.kind === 'stop') process.exit(0)
  })
}

/**
 * Starts the reader: serves the screens' queries on a read-only handle while the writer writes, until main stops it.
 */
function startReader(channel: Channel): void {
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

if (parentPort !== null && isEngineStart(workerData)) startThread(parentPort, workerData)
