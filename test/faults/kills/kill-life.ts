/** One process from its start to its kill, as its parent holds it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Result } from '../../../src/shared/failure.ts'
import type { ChildMessage, Order, OrderMessage } from './kill-orders.ts'

const CHILD = join(import.meta.dirname, 'kill-child.ts')

export class Life {
  /** Claims of this process carry it. */
  readonly bootId: string
  /** Threads that ended and libraries that could not be used: none of it may happen. */
  readonly troubles: string[] = []
  readonly #child: ChildProcess
  readonly #ready = Promise.withResolvers<void>()
  /** Settles when the process is dead and its last word has been heard. */
  readonly #over: Promise<unknown>
  readonly #waiting = new Map<number, (result: Result<unknown> | null) => void>()
  #nextId = 1
  #isDead = false
  #isKilled = false

  /** `cache`: a folder where compiled code is kept between processes. */
  constructor(bootId: string, cache: string) {
    this.bootId = bootId
    this.#child = fork(CHILD, [bootId], {
      serialization: 'advanced',
      execArgv: [],
      env: { ...process.env, NODE_COMPILE_CACHE: cache },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc']
    })
    this.#child.on('message', (message: ChildMessage) => this.#hear(message))
    this.#child.on('error', (error) => this.#ready.reject(error))
    // One that is killed before anybody waits for it has nobody to tell.
    this.#ready.promise.catch(() => undefined)
    this.#over = Promise.all([once(this.#child, 'exit'), once(this.#child, 'disconnect')]).then(() => this.#end())
  }

  /** The kill was sent: what is answered from now on was answered before it. */
  get isKilled(): boolean {
    return this.#isKilled
  }

  /** Both threads are there; no library is open yet. Rejects when the process cannot be started or ends before. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  /** What it answered; null = it was killed before it did. */
  order(order: Order): Promise<Result<unknown> | null> {
    if (this.#isDead) return Promise.resolve(null)
    const { promise, resolve } = Promise.withResolvers<Result<unknown> | null>()
    const message: OrderMessage = { id: this.#nextId, order }
    this.#nextId += 1
    this.#waiting.set(message.id, resolve)
    // What cannot be handed over any more is answered by its end.
    this.#child.send(message, () => undefined)
    return promise
  }

  /** Settles when it is dead, and every answer it gave before has arrived. */
  async kill(): Promise<void> {
    this.#isKilled = true
    this.#child.kill('SIGKILL')
    await this.#over
  }

  #hear(message: ChildMessage): void {
    if (message.kind === 'ready') return this.#ready.resolve()
    if (message.kind === 'trouble') return void this.troubles.push(message.what)
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
