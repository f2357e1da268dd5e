/**
 * Main's line to one thread of the engine, and the calls that are open on it. A thread that ends by itself fails its
 * open calls; `revive` starts another one on the same line, and calls made meanwhile wait for it. Nothing ever hangs.
 */
import { type Result, fail } from '../../shared/failure.ts'
import type { Send, SendAnswer, SendRequest } from '../../shared/send.ts'
import type { EngineEvents, EngineRole, EngineStart, FromEngine, ToEngine } from './protocol.ts'

/** The part of a worker thread that is used; `Worker` of node:worker_threads fits. */
export interface EngineThread {
  postMessage(message: ToEngine): void
  on(event: 'message', listener: (message: FromEngine) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  terminate(): Promise<unknown>
}

export interface LinePorts {
  readonly role: EngineRole
  /** Starts one thread that runs engine/index.ts with this as its workerData. */
  readonly spawn: (start: EngineStart) => EngineThread
  readonly send: Send
  /** Random id of this process. Each thread of the line gets one of its own: what a dead one claimed is not its successor's. */
  readonly bootId: string
  readonly onEvent: <N extends keyof EngineEvents>(name: N, event: EngineEvents[N]) => void
  /** The thread ended by itself; `why`: what it threw. */
  readonly onDeath: (why: Error | null) => void
  /** Something that never throws has thrown, for the log. */
  readonly onBug: (why: unknown) => void
}

type Answered = (result: Result<unknown>) => void

/** How long a thread may take to close its file before it is ended. */
const STOP_MS = 5_000

export class ThreadLine {
  readonly #ports: LinePorts
  readonly #waiting = new Map<number, Answered>()
  #life: Life | null = null
  #lives = 0
  #nextId = 1
  #isStopped = false
  /** Settles when calls may be made: the thread is there, and its library is open where one was. */
  #open: Promise<unknown>

  constructor(ports: LinePorts, after: Promise<unknown>) {
    this.#ports = ports
    this.#open = after.then(() => this.#start())
  }

  /** Settles when the thread takes requests, or will never do so. */
  get ready(): Promise<void> {
    return this.#open.then(() => this.#life?.ready.promise)
  }

  /** There is no thread, and none is about to be. */
  get isDead(): boolean {
    return this.#life?.isOver ?? false
  }

  /** The value's type is the protocol's: the thread answers by the same table of types. */
  async ask<T>(name: string, args: unknown): Promise<Result<T>> {
    await this.#open
    return this.#post<T>(name, args)
  }

  /** Starts another thread in the place of a dead one. Every call waits until `prepare` has asked it what it must. */
  async revive(
    prepare: (ask: <T>(name: string, args: unknown) => Promise<Result<T>>) => Promise<unknown>
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#open = promise
    this.#start()
    await this.#life?.ready.promise
    await prepare((name, args) => this.#post(name, args))
    resolve()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#open
    const life = this.#life
    if (life === null || life.isOver) return
    life.thread.postMessage({ kind: 'stop' })
    const timer = setTimeout(() => void life.thread.terminate(), STOP_MS)
    await life.exited.promise
    clearTimeout(timer)
  }

  #post<T>(name: string, args: unknown): Promise<Result<T>> {
    const life = this.#life
    if (life === null || life.isOver || this.#isStopped) return Promise.resolve(this.#ended())
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>()
    const id = this.#nextId
    this.#nextId += 1
    this.#waiting.set(id, resolve)
    life.thread.postMessage({ kind: 'request', id, name, args })
    // Name and value are bound by the protocol, which messages cannot carry.
    return promise as Promise<Result<T>>
  }

  #start(): void {
    if (this.#isStopped) return
    const { spawn, role, bootId } = this.#ports
    this.#lives += 1
    const thread = spawn({ role, bootId: `${bootId}.${this.#lives}` })
    const life: Life = {
      thread,
      ready: Promise.withResolvers(),
      exited: Promise.withResolvers(),
      isOver: false,
      thrown: null
    }
    this.#life = life
    thread.on('message', (message) => this.#take(life, message))
    // An error is followed by the exit, which settles everything.
    thread.on('error', (error) => {
      life.thrown = error
    })
    thread.on('exit', () => this.#end(life))
  }

  #take(life: Life, message: FromEngine): void {
    switch (message.kind) {
      case 'ready':
        return life.ready.resolve()
      case 'answer':
        this.#waiting.get(message.id)?.(message.result)
        this.#waiting.delete(message.id)
        return
      case 'send':
        return void this.#send(life, message)
      case 'event':
        // Name and event travel side by side; the engine's emit binds them.
        return this.#ports.onEvent(message.name, message.event as EngineEvents[typeof message.name])
    }
  }

  /** The answer goes to the thread that asked: a later one counts its requests anew. */
  async #send(life: Life, { id, request }: Extract<FromEngine, { kind: 'send' }>): Promise<void> {
    const answer = await this.#answerOf(request)
    if (!life.isOver) life.thread.postMessage({ kind: 'sent', id, answer })
  }

  /** Without one the thread would wait for it until it ends: a create on its way, one turn of its host less. */
  async #answerOf(request: SendRequest): Promise<SendAnswer> {
    try {
      return await this.#ports.send(request)
    } catch (bug) {
      this.#ports.onBug(bug)
      return lostIn(request)
    }
  }

  #end(life: Life): void {
    life.isOver = true
    life.ready.resolve()
    life.exited.resolve()
    const open = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const answered of open) answered(this.#ended())
    if (!this.#isStopped) this.#ports.onDeath(life.thrown)
  }

  #ended(): Result<never> {
    return fail('internal', { detail: `the ${this.#ports.role} thread has ended` })
  }
}

/** Nobody knows whether it left: what asks waits for an answer, and looks up what became of it. */
function lostIn({ url }: SendRequest): SendAnswer {
  const host = URL.parse(url)?.host ?? ''
  return { kind: 'failed', code: 'internal', wasSent: true, host, location: null, detail: '' }
}

/** One thread from its start to its end. */
interface Life {
  readonly thread: EngineThread
  readonly ready: PromiseWithResolvers<void>
  readonly exited: PromiseWithResolvers<void>
  isOver: boolean
  thrown: Error | null
}
