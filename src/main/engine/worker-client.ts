/**
 * Main's connection to one engine thread, with its pending calls. A thread that ends unexpectedly fails its pending
 * calls; `revive` starts another thread on the same connection, and calls made during the restart wait for it. No call
 * waits forever.
 */
import { type Result, fail } from '../../shared/failure.ts'
import type { Send, SendResponse, SendRequest } from '../../shared/send.ts'
import type { EngineEvents, EngineRole, EngineStart, FromEngine, ToEngine } from './protocol.ts'

/** The part of a worker thread in use; `Worker` of node:worker_threads satisfies it. */
export interface EngineThread {
  postMessage(message: ToEngine): void
  on(event: 'message', listener: (message: FromEngine) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  terminate(): Promise<unknown>
}

export interface LinePorts {
  readonly role: EngineRole
  /** Starts a thread that runs engine/index.ts with this as its workerData. */
  readonly spawn: (start: EngineStart) => EngineThread
  readonly send: Send
  /**
   * Random id of this process. Each thread derives its own id from it, because a successor does not own a dead thread's
   * claims.
   */
  readonly instanceId: string
  readonly onEvent: <N extends keyof EngineEvents>(name: N, event: EngineEvents[N]) => void
  /** Called when the thread ended unexpectedly; `why`: the error it threw. */
  readonly onDeath: (why: Error | null) => void
  /** Called when a port that must not throw has thrown, for the log. */
  readonly onBug: (why: unknown) => void
}

type ServiceResult = (result: Result<unknown>) => void

/** Time a thread may take to close its file before it is terminated. */
const STOP_MS = 5_000

export class WorkerClient {
  readonly #ports: LinePorts
  readonly #waiting = new Map<number, ServiceResult>()
  #life: Life | null = null
  #lives = 0
  #nextId = 1
  #isStopped = false
  /** Settles when calls may be made: the thread runs, and its library is open if one was before. */
  #open: Promise<unknown>

  constructor(ports: LinePorts, after: Promise<unknown>) {
    this.#ports = ports
    this.#open = after.then(() => this.#start())
  }

  /** Settles when the thread accepts requests, or never will. */
  get ready(): Promise<void> {
    return this.#open.then(() => this.#life?.ready.promise)
  }

  /** Whether there is no thread and none is starting. */
  get isDead(): boolean {
    return this.#life?.isOver ?? false
  }

  /** Sends a request; the protocol binds the value's type to the request's name. */
  async request<T>(name: string, args: unknown): Promise<Result<T>> {
    await this.#open
    return this.#post<T>(name, args)
  }

  /** Starts a thread to replace a dead one. All calls wait until `prepare` has finished. */
  async revive(
    prepare: (request: <T>(name: string, args: unknown) => Promise<Result<T>>) => Promise<unknown>
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
    // The protocol binds name and value; messages cannot carry that.
    return promise as Promise<Result<T>>
  }

  #start(): void {
    if (this.#isStopped) return
    const { spawn, role, instanceId } = this.#ports
    this.#lives += 1
    const thread = spawn({ role, instanceId: `${instanceId}.${this.#lives}` })
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
      case 'response':
        this.#waiting.get(message.id)?.(message.result)
        this.#waiting.delete(message.id)
        return
      case 'send':
        return void this.#send(life, message)
      case 'event':
        // Name and event travel separately; the engine's emit binds them.
        return this.#ports.onEvent(message.name, message.event as EngineEvents[typeof message.name])
    }
  }

  /**
   * Posts the response only to the requesting thread, because its successor numbers its requests from the start again.
   */
  async #send(life: Life, { id, request }: Extract<FromEngine, { kind: 'send' }>): Promise<void> {
    const response = await this.#responseOf(request)
    if (!life.isOver) life.thread.postMessage({ kind: 'sent', id, response })
  }

  /**
   * Always returns a response, because the thread would wait forever and keep a create in flight and a turn of its
   * host.
   */
  async #responseOf(request: SendRequest): Promise<SendResponse> {
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

/** Builds the result of a send that threw: whether the request left is unknown, so the caller looks up its effect. */
function lostIn({ url }: SendRequest): SendResponse {
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
