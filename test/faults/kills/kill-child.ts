/**
 * The program without a window, as the process to kill: the engine in its two threads over a real file and a real port,
 * controlled by its parent. A response is sent only after the engine has given it.
 */
import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import { Engine } from '../../../src/main/engine/client.ts'
import { type ReadDb, openForReading } from '../../../src/main/engine/storage/database.ts'
import { DEMO_IMAGES_KEY, DEMO_PROJECTS_KEY } from '../../../src/reference-service/service-options.ts'
import { type Result, succeed } from '../../../src/shared/failure.ts'
import type { Send } from '../../../src/shared/send.ts'
import { directSend } from '../../helpers/direct-send.ts'
import { newTimeline, setTime } from '../fast-clock.ts'
import type { Account, ChildMessage, Inspection, Order, OrderMessage } from './kill-orders.ts'
import type { KillThreadData } from './kill-thread.ts'

const THREAD = new URL('./kill-thread.ts', import.meta.url)
const timeline = newTimeline()
const send = directSend({ images: DEMO_IMAGES_KEY, projects: DEMO_PROJECTS_KEY })
const state = { account: null as Account | null, address: '', file: '', reader: null as ReadDb | null }

const report = (message: ChildMessage): void => void process.send?.(message)

/** Requests with the key of an account arrive at the service of that account, whatever their URL. */
const sendAsAccount: Send = (request) => {
  const { account, address } = state
  if (request.slot !== 'images' || account === null) return send(request)
  return send({ ...request, url: request.url.replace(address, account.service) })
}

const engine = new Engine({
  instanceId: process.argv[2] ?? '',
  send: sendAsAccount,
  spawn: (start) => {
    const workerData: KillThreadData = { thread: start, timeline }
    return new Worker(THREAD, { workerData })
  },
  now: () => performance.now(),
  onEvent: () => undefined,
  onDeath: (role, why) => report({ kind: 'problem', what: `the ${role} ended: ${why?.stack ?? 'no reason'}` }),
  onBug: (why) => report({ kind: 'problem', what: String(why) }),
  onRevived: () => undefined,
  onLibraryFailure: (failure) => report({ kind: 'problem', what: JSON.stringify(failure) })
})

function run(order: Order): Promise<Result<unknown>> {
  switch (order.do) {
    case 'open':
      return open(order)
    case 'star':
      return engine.setFavorite({ target: targetOf(order.records), favorite: order.favorite })
    case 'delete':
      return engine.deleteImages({ target: targetOf(order.records) })
    case 'ask':
      // The order defines which arguments belong to the name; the message carries them as two plain values.
      return engine.request(order.name, order.args as never)
    case 'switch':
      return switchKey(order)
    case 'inspect':
      return inspect()
    case 'close':
      return engine.closeLibrary()
    default:
      return engine.stop().then(() => succeed(null))
  }
}

const targetOf = (records: readonly number[]) => ({ kind: 'records', numbers: Uint32Array.from(records) }) as const

async function open({ library, account, now }: Order & { do: 'open' }): Promise<Result<null>> {
  setTime(timeline, now)
  Object.assign(state, { account, address: library.images.address, file: library.file })
  return engine.openLibrary(library)
}

/** Switches as main does: no request that was created for the old key is sent with the new one. */
async function switchKey({ library, account }: Order & { do: 'switch' }): Promise<Result<null>> {
  const { images, projects } = library
  const removed = await engine.groupsChanged({ images: { ...images, hasKey: false, keyHash: null }, projects })
  if (!removed.ok) return removed
  state.account = account
  return engine.groupsChanged({ images, projects })
}

/** Reads the status between two reads of the outbox by another handle. */
async function inspect(): Promise<Result<Inspection>> {
  const reader = state.reader ?? openForReading(state.file)
  if ('ok' in reader && !reader.ok) return reader
  const db = 'ok' in reader ? reader.value : reader
  state.reader = db
  const before = countsOf(db)
  const status = await engine.request('getSyncStatus', null)
  if (!status.ok) return status
  const { version, ...counts } = countsOf(db)
  return succeed({ status: status.value, ...counts, isOneMoment: version === before.version })
}

function countsOf(db: ReadDb) {
  const needsAttention = db.value<number>("SELECT count(*) FROM entries WHERE state = 'refused'") ?? 0
  const all = db.value<number>('SELECT count(*) FROM outbox') ?? 0
  // Changes after each transaction of another handle.
  return { waiting: all - needsAttention, needsAttention, version: db.value<number>('PRAGMA data_version') }
}

process.on('message', (message: OrderMessage) => {
  void run(message.order).then((result) => report({ kind: 'response', id: message.id, result }))
})
// Without a parent this process would never end.
process.on('disconnect', () => process.exit(0))
void engine.request('getSyncStatus', null).then(() => {
  // Node writes the cache only at a regular exit, which this process never has.
  flushCompileCache()
  return report({ kind: 'ready' })
})
