/**
 * One run of the program's writer, to be killed: opens a library, and says on standard output, a line each, how the
 * outbox stands. `star` as the last argument stars everything once the library has been read.
 */
import { startEngine } from '../../src/main/engine/index.ts'
import type { FromEngine, ToEngine } from '../../src/main/engine/protocol.ts'
import { close, openForReading } from '../../src/main/engine/storage/database.ts'
import { systemClock } from '../../src/main/engine/system-clock.ts'
import { DEMO_IMAGES_KEY, DEMO_PROJECTS_KEY } from '../../src/reference-service/service-options.ts'
import type { SyncStatus } from '../../src/shared/sync-status.ts'
import { directSend } from '../helpers/direct-send.ts'
import { libraryAt } from '../helpers/engine-threads.ts'

const [file = '', address = '', mode = 'drain'] = process.argv.slice(2)
const listeners: ((message: ToEngine) => void)[] = []
const tell = (message: ToEngine): void => listeners.forEach((listener) => listener(message))
let hasStarred = mode !== 'star'

function hear(message: FromEngine): void {
  if (message.kind === 'answer' && !message.result.ok) throw new Error(message.result.failure.code)
  if (message.kind !== 'event' || message.name !== 'syncStatus') return
  // The event of this name is a status.
  const { waiting, images, pickedUp } = message.event as SyncStatus
  console.log(JSON.stringify({ waiting, state: images.state, pickedUp }))
  if (hasStarred || images.state !== 'up-to-date') return
  hasStarred = true
  tell({ kind: 'request', id: 2, name: 'setFavoriteOf', args: { records: everyImage(), favorite: true } })
}

function everyImage(): Uint32Array {
  const db = openForReading(file)
  if (!db.ok) throw new Error(db.failure.code)
  const records = db.value.column<number>('SELECT record FROM images')
  close(db.value)
  return Uint32Array.from(records)
}

startEngine({
  start: { role: 'writer', bootId: crypto.randomUUID() },
  channel: { post: hear, onMessage: (listener) => void listeners.push(listener) },
  clock: systemClock,
  random: Math.random,
  send: directSend({ images: DEMO_IMAGES_KEY, projects: DEMO_PROJECTS_KEY })
})
tell({ kind: 'request', id: 1, name: 'openLibrary', args: libraryAt(file, address) })
