/** Main's client of the engine, with fake threads: the order of their replies, and when they end. */
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { type Failure, type Result, fail, succeed } from '../../shared/failure.ts'
import { Engine } from './client.ts'
import type { EngineRole, EngineStart, OpenLibrary, ToEngine } from './protocol.ts'
import type { EngineThread } from './worker-client.ts'
import { eventually } from '../../../drivers/eventually.ts'

const GROUP = { address: 'https://h.test', hasKey: true, keyHash: 'a' }
const LIBRARY: OpenLibrary = { file: '/p/library.sqlite', images: GROUP, projects: GROUP }

/** Replies to each request by its name; sends nothing if no reply is defined for it. */
class FakeThread extends EventEmitter implements EngineThread {
  readonly asked: { readonly name: string; readonly args: unknown }[] = []
  readonly answers: Record<string, Result<unknown>>
  readonly heard: ToEngine[] = []

  constructor(answers: Record<string, Result<unknown>>) {
    super()
    this.answers = answers
    queueMicrotask(() => this.emit('message', { kind: 'ready' }))
  }

  postMessage(message: ToEngine): void {
    this.heard.push(message)
    if (message.kind !== 'request') return
    const { id, name, args } = message
    this.asked.push({ name, args })
    const result = this.answers[name]
    if (result !== undefined) queueMicrotask(() => this.emit('message', { kind: 'response', id, result }))
  }

  die(): void {
    this.emit('exit', 1)
  }

  async terminate(): Promise<void> {
    this.die()
  }
}

function startFakeEngine(reader: Record<string, Result<unknown>> = {}) {
  const bugs: unknown[] = []
  const opens = { openLibrary: succeed(null), closeLibrary: succeed(null), getImages: succeed([]) }
  const answers = { writer: { ...opens }, reader: { ...opens, ...reader } }
  const threads: Record<EngineRole, FakeThread[]> = { writer: [], reader: [] }
  const starts: EngineStart[] = []
  const failures: Failure[] = []
  const revived: EngineRole[] = []
  const engine = new Engine({
    instanceId: 'boot',
    now: () => 0,
    spawn: (start) => {
      starts.push(start)
      const thread = new FakeThread(answers[start.role])
      threads[start.role].push(thread)
      return thread
    },
    send: () => sends.promise,
    onEvent: () => undefined,
    onDeath: () => undefined,
    onBug: (why) => bugs.push(why),
    onRevived: (role) => revived.push(role),
    onLibraryFailure: (failure) => failures.push(failure)
  })
  const sends = Promise.withResolvers<never>()
  return { engine, threads, starts, failures, revived, sends, bugs }
}

const namesOf = (thread: FakeThread | undefined) => thread?.asked.map(({ name }) => name)

test('closes a library in the writer if the reader cannot open it, so that nothing syncs without being visible', async () => {
  const { engine, threads } = startFakeEngine({ openLibrary: fail('disk-read-only') })
  expect(await engine.openLibrary(LIBRARY)).toEqual(fail('disk-read-only'))
  expect(namesOf(threads.writer[0])).toEqual(['openLibrary', 'closeLibrary'])
})

test('gives each thread its own boot id, and reopens a library only if one was open', async () => {
  const { engine, threads, starts, revived } = startFakeEngine()
  await engine.closeLibrary()
  threads.writer[0]?.die()
  await engine.openLibrary(LIBRARY)
  expect(namesOf(threads.writer[1])).toEqual(['openLibrary'])
  expect(revived).toEqual([])
  const boots = starts.filter(({ role }) => role === 'writer').map(({ instanceId }) => instanceId)
  expect(new Set(boots).size).toBe(2)
})

test('delivers a response of the network only to the thread that sent the request', async () => {
  const { engine, threads, sends } = startFakeEngine()
  await engine.openLibrary(LIBRARY)
  threads.writer[0]?.emit('message', { kind: 'send', id: 1, request: {} })
  threads.writer[0]?.die()
  await engine.openLibrary(LIBRARY)
  sends.resolve({ kind: 'response' } as never)
  await sends.promise
  expect(threads.writer[1]?.heard.filter(({ kind }) => kind === 'sent')).toEqual([])
})

test('reports a send that throws as a bug, and still answers the thread so that no request waits forever', async () => {
  const { engine, threads, sends, bugs } = startFakeEngine()
  await engine.openLibrary(LIBRARY)
  const request = { url: 'https://h.test/api/v1/images' }
  threads.writer[0]?.emit('message', { kind: 'send', id: 7, request })
  const bug = new Error('sk-canary')
  sends.reject(bug)
  await sends.promise.catch(() => undefined)
  // Whether the request arrived is unknown, so it is looked up.
  const response = { kind: 'failed', code: 'internal', wasSent: true, host: 'h.test', location: null, detail: '' }
  await eventually(() => threads.writer[0]?.heard.at(-1)).toEqual({ kind: 'sent', id: 7, response })
  expect(bugs).toEqual([bug])
})

test('reports an unreadable page as a failure of the library each time it is met', async () => {
  const damaged = fail('library-damaged')
  const { engine, failures } = startFakeEngine({ getImages: damaged })
  await engine.openLibrary(LIBRARY)
  expect(await engine.request('getImages', { records: Uint32Array.of(1) })).toEqual(damaged)
  expect(failures).toEqual([{ code: 'library-damaged' }])
})

test('reports a failure of the library if a restarted thread cannot open it again', async () => {
  const { engine, threads, failures } = startFakeEngine()
  await engine.openLibrary(LIBRARY)
  const [reader] = threads.reader
  if (reader !== undefined) reader.answers['openLibrary'] = fail('library-damaged')
  reader?.die()
  await engine.request('getImages', { records: Uint32Array.of(1) })
  expect(failures).toEqual([{ code: 'library-damaged' }])
})
