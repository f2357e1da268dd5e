/** One process from its start to its kill, controlled by its parent. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Result } from '../../../src/shared/failure.ts'
import type { ChildMessage, Order, OrderMessage } from './kill-orders.ts'

const CHILD = join(import.meta.dirname, 'kill-child.ts')

export class Life {
  /** Identifies the claims of this process. */
  readonly instanceId: string
  /** Dead threads and unusable libraries, which must not occur. */
  readonly problems: string[] = []
  readonly #child: ChildProcess
  readonly #ready = Promise.withResolvers<void>()
  /** Resolves when the process is dead and its last message has been received. */
  readonly #over: Promise<unknown>
  readonly #waiting = new Map<number, (result: Result<unknown> | null) => void>()
  #nextId = 1
  #isDead = false
  #isKilled = false

  /** `cache`: a folder where compiled code is kept between processes. */
  constructor(instanceId: string, cache: string) {
    this.instanceId = instanceId
    this.#child = fork(CHILD, [instanceId], {
      serialization: 'advanced',
      execArgv: [],
      env: { ...process.env, NODE_COMPILE_CACHE: cache },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc']
    })
    this.#child.on('message', (message: ChildMessage) => this.#onMessage(message))
    this.#child.on('error', (error) => this.#ready.reject(error))
    // A process that is killed before `ready` is awaited must not cause an unhandled rejection.
    this.#ready.promise.catch(() => undefined)
    this.#over = Promise.all([once(this.#child, 'exit'), once(this.#child, 'disconnect')]).then(() => this.#end())
  }

  /** The kill was sent: responses that arrive from now on were given before it. */
  get isKilled(): boolean {
    return this.#isKilled
  }

  /** Both threads are running; no library is open yet. Rejects if the process cannot be started or ends before. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  /** Returns the response; `null` if the process was killed before it. */
  order(order: Order): Promise<Result<unknown> | null> {
    if (this.#isDead) return Promise.resolve(null)
    const { promise, resolve } = Promise.withResolvers<Result<unknown> | null>()
    const message: OrderMessage = { id: this.#nextId, order }
    this.#nextId += 1
    this.#waiting.set(message.id, resolve)
    // A message that can no longer be sent is resolved when the process ends.
    this.#child.send(message, () => undefined)
    return promise
  }

  /** Resolves when it is dead, and every earlier response has arrived. */
  async kill(): Promise<void> {
    this.#isKilled = true
    this.#child.kill('SIGKILL')
    await this.#over
  }

  #onMessage(message: ChildMessage): void {
    if (message.kind === 'ready') return this.#ready.resolve()
    if (message.kind === 'problem') return void this.problems.push(message.what)
    this.#waiting.get(message.id)?.(message.result)
    this.#waiting.delete(message.id)
  }

  #end(): void {
    this.#isDead = true
    for (const answer of this.#waiting.values()) answer(null)
    this.#waiting.clear()
    this.#ready.reject(new Error('the process ended before it was ready'))
  }
}
