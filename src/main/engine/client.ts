/**
 * What main holds of the engine: starts the two threads, routes each request to the one that answers it, makes the
 * requests the writer asks for, and hands events on. A thread that dies fails its open calls; nothing ever hangs.
 */
import { type Result, fail, succeed } from '../../shared/failure.ts'
import type { RecordTarget } from '../../shared/query.ts'
import type { Send } from '../../shared/send.ts'
import type {
  EngineEvents,
  EngineRole,
  EngineStart,
  FromEngine,
  OpenLibrary,
  ReaderRequests,
  ToEngine,
  WriterRequests
} from './protocol.ts'

/** The part of a worker thread that is used; `Worker` of node:worker_threads fits. */
export interface EngineThread {
  postMessage(message: ToEngine): void
  on(event: 'message', listener: (message: FromEngine) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  terminate(): Promise<unknown>
}

export interface EnginePorts {
  /** Starts one thread that runs engine/index.ts with this as its workerData. */
  readonly spawn: (start: EngineStart) => EngineThread
  readonly send: Send
  /** Random id of this process. */
  readonly bootId: string
  readonly onEvent: <N extends keyof EngineEvents>(name: N, event: EngineEvents[N]) => void
  /** A thread ended by itself: its open calls have failed, and every further one fails. `why`: what it threw, for the log. */
  readonly onDeath: (role: EngineRole, why: Error | null) => void
}

/** Requests that go to one thread as they are; opening, closing and targets take both. */
type Single = Omit<WriterRequests, 'openLibrary' | 'closeLibrary' | 'setFavoriteOf'> &
  Omit<ReaderRequests, 'openLibrary' | 'closeLibrary' | 'resolveTarget'>
export type EngineRequestName = keyof Single

const ROLE_OF: Readonly<Record<EngineRequestName, EngineRole>> = {
  groupsChanged: 'writer',
  wake: 'writer',
  testConnection: 'writer',
  getSyncStatus: 'writer',
  setPaused: 'writer',
  openView: 'reader',
  getImages: 'reader',
  countFacets: 'reader',
  freezeSelection: 'reader',
  describeTarget: 'reader',
  listProjects: 'reader',
  getBatch: 'reader',
  getPictureSource: 'reader'
}

/** How long a thread may take to close its file before it is ended. */
const STOP_MS = 5_000

export class Engine {
  readonly #writer: Thread
  readonly #reader: Thread

  /** The addon must be loaded by one thread before another: the reader starts when the writer is ready. */
  constructor(ports: EnginePorts) {
    this.#writer = new Thread(ports, 'writer', Promise.resolve())
    this.#reader = new Thread(ports, 'reader', this.#writer.ready)
  }

  /** Opens or makes the library in both threads, or in none. Fails as `openForWriting` does. */
  async openLibrary(library: OpenLibrary): Promise<Result<null>> {
    const written = await this.#writer.ask('openLibrary', library)
    // The thread answers this request with null or a failure, and nothing else.
    if (!written.ok) return written
    const read = await this.#reader.ask<null>('openLibrary', { file: library.file })
    if (!read.ok) await this.#writer.ask('closeLibrary', null)
    return read
  }

  async closeLibrary(): Promise<Result<null>> {
    await this.#reader.ask('closeLibrary', null)
    return this.#writer.ask<null>('closeLibrary', null)
  }

  /** Any request that one thread answers alone. */
  ask<N extends EngineRequestName>(name: N, args: Single[N]['args']): Promise<Result<Single[N]['value']>> {
    const thread = ROLE_OF[name] === 'writer' ? this.#writer : this.#reader
    return thread.ask<Single[N]['value']>(name, args)
  }

  /** Sets the value for every record of the target: resolved by the reader, written by the writer. */
  async setFavorite(args: {
    readonly target: RecordTarget
    readonly favorite: boolean
  }): Promise<Result<WriterRequests['setFavoriteOf']['value']>> {
    const records = await this.#resolve(args.target)
    if (!records.ok) return records
    return this.#writer.ask('setFavoriteOf', { records: records.value, favorite: args.favorite })
  }

  /** Closes the library and ends both threads; their deaths are not told. */
  async stop(): Promise<void> {
    await Promise.all([this.#reader.stop(), this.#writer.stop()])
  }

  async #resolve(target: RecordTarget): Promise<Result<Uint32Array>> {
    if (target.kind === 'records') return succeed(target.numbers)
    return this.#reader.ask<Uint32Array>('resolveTarget', { target })
  }
}

type Answered = (result: Result<unknown>) => void

/** One thread and its open calls. */
class Thread {
  readonly #ports: EnginePorts
  readonly #role: EngineRole
  readonly #waiting = new Map<number, Answered>()
  readonly #ready = Promise.withResolvers<void>()
  readonly #exited = Promise.withResolvers<void>()
  readonly #started: Promise<void>
  #thread: EngineThread | null = null
  #thrown: Error | null = null
  #nextId = 1
  #isOver = false

  constructor(ports: EnginePorts, role: EngineRole, after: Promise<void>) {
    this.#ports = ports
    this.#role = role
    this.#started = after.then(() => this.#start())
  }

  /** Settles when the thread takes requests, or will never do so. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  /** The value's type is the protocol's: the thread answers by the same table of types. */
  async ask<T>(name: string, args: unknown): Promise<Result<T>> {
    await this.#started
    const thread = this.#thread
    if (this.#isOver || thread === null) return fail('internal', { detail: `the ${this.#role} thread has ended` })
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>()
    const id = this.#nextId
    this.#nextId += 1
    this.#waiting.set(id, resolve)
    thread.postMessage({ kind: 'request', id, name, args })
    // See above: name and value are bound by the protocol, which messages cannot carry.
    return promise as Promise<Result<T>>
  }

  async stop(): Promise<void> {
    await this.#started
    const wasOver = this.#isOver
    this.#isOver = true
    if (wasOver || this.#thread === null) return
    this.#thread.postMessage({ kind: 'stop' })
    const timer = setTimeout(() => void this.#thread?.terminate(), STOP_MS)
    await this.#exited.promise
    clearTimeout(timer)
  }

  #start(): void {
    if (this.#isOver) return this.#ready.resolve()
    const thread = this.#ports.spawn({ role: this.#role, bootId: this.#ports.bootId })
    this.#thread = thread
    thread.on('message', (message) => this.#take(message))
    // An error is followed by the exit, which settles everything.
    thread.on('error', (error) => {
      this.#thrown = error
    })
    thread.on('exit', () => this.#end())
  }

  #take(message: FromEngine): void {
    switch (message.kind) {
      case 'ready':
        return this.#ready.resolve()
      case 'answer':
        this.#waiting.get(message.id)?.(message.result)
        this.#waiting.delete(message.id)
        return
      case 'send':
        return void this.#send(message)
      case 'event':
        // Name and event travel side by side; the engine's emit binds them.
        return this.#ports.onEvent(message.name, message.event as EngineEvents[typeof message.name])
    }
  }

  async #send({ id, request }: Extract<FromEngine, { kind: 'send' }>): Promise<void> {
    const answer = await this.#ports.send(request)
    if (!this.#isOver) this.#thread?.postMessage({ kind: 'sent', id, answer })
  }

  #end(): void {
    const isNews = !this.#isOver
    this.#isOver = true
    this.#ready.resolve()
    this.#exited.resolve()
    for (const answered of this.#waiting.values())
      answered(fail('internal', { detail: `the ${this.#role} thread has ended` }))
    this.#waiting.clear()
    if (isNews) this.#ports.onDeath(this.#role, this.#thrown)
  }
}
