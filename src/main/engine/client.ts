/**
 * What main holds of the engine: starts the two threads, routes each request to the one that answers it, makes the
 * requests the writer asks for, and hands events on. A thread that dies is started once more, and its library opened
 * again; when it dies again soon, main is told that the library is out of reach.
 */
import type { RequestArgs, RequestValue } from '../../shared/bridge.ts'
import { type Failure, type Result, succeed } from '../../shared/failure.ts'
import type { RecordTarget } from '../../shared/query.ts'
import { roleOf, type EngineRequestName, type EngineRequests, type EngineRole, type OpenLibrary } from './protocol.ts'
import { type LinePorts, ThreadLine } from './thread-line.ts'

export interface EnginePorts extends Omit<LinePorts, 'role' | 'onDeath'> {
  /** ms, rising. */
  readonly now: () => number
  /** A thread ended by itself, and its open calls have failed. `why`: what it threw, for the log. */
  readonly onDeath: (role: EngineRole, why: Error | null) => void
  /** A thread was started again and its library is open: handles of views and selections are no longer known. */
  readonly onRevived: (role: EngineRole) => void
  /** The open library can no longer be used: it is damaged, or a thread died again and again. */
  readonly onTrouble: (failure: Failure) => void
}

/** A thread that ends twice within this time has a cause that another start does not take away. */
const RESTART_GAP_MS = 60_000

export class Engine {
  readonly #ports: EnginePorts
  readonly #lines: Readonly<Record<EngineRole, ThreadLine>>
  /** As it was opened, with what changed since; null while none is open. */
  #library: OpenLibrary | null = null
  #diedAt: number | null = null

  /** The addon must be loaded by one thread before another: the reader starts when the writer is ready. */
  constructor(ports: EnginePorts) {
    this.#ports = ports
    const line = (role: EngineRole, after: Promise<void>): ThreadLine =>
      new ThreadLine({ ...ports, role, onDeath: (why) => this.#bury(role, why) }, after)
    const writer = line('writer', Promise.resolve())
    this.#lines = { writer, reader: line('reader', writer.ready) }
  }

  /** Opens or makes the library in both threads, or in none. A dead thread is started first. Fails as `openForWriting` does. */
  async openLibrary(library: OpenLibrary): Promise<Result<null>> {
    const { writer, reader } = this.#lines
    for (const line of [writer, reader]) if (line.isDead) await line.revive(async () => undefined)
    // The threads answer these requests with null or a failure, and nothing else.
    const written = await writer.ask<null>('openLibrary', library)
    if (!written.ok) return written
    const read = await reader.ask<null>('openLibrary', { file: library.file })
    this.#library = read.ok ? library : null
    if (!read.ok) await writer.ask('closeLibrary', null)
    return read
  }

  async closeLibrary(): Promise<Result<null>> {
    this.#library = null
    await this.#lines.reader.ask('closeLibrary', null)
    return this.#lines.writer.ask<null>('closeLibrary', null)
  }

  /** Any request that one thread answers alone. */
  async ask<N extends EngineRequestName>(
    name: N,
    args: EngineRequests[N]['args']
  ): Promise<Result<EngineRequests[N]['value']>> {
    return this.#checked(await this.#lines[roleOf(name)].ask<EngineRequests[N]['value']>(name, args))
  }

  /** The addresses or keys of the open library changed. */
  async groupsChanged(groups: EngineRequests['groupsChanged']['args']): Promise<Result<null>> {
    if (this.#library !== null) this.#library = { ...this.#library, ...groups }
    return this.ask('groupsChanged', groups)
  }

  /** Sets the value for every record of the target: resolved by the reader, written by the writer. */
  async setFavorite({ target, favorite }: RequestArgs<'setFavorite'>): Promise<Result<RequestValue<'setFavorite'>>> {
    const records = await this.#resolve(target)
    return records.ok ? this.ask('setFavorite', { records: records.value, favorite }) : records
  }

  /** Wants every record of the target deleted, in the same two steps. */
  async deleteImages({ target }: RequestArgs<'deleteImages'>): Promise<Result<RequestValue<'deleteImages'>>> {
    const records = await this.#resolve(target)
    return records.ok ? this.ask('deleteImages', { records: records.value }) : records
  }

  /** Closes the library and ends both threads; their deaths are not told. */
  async stop(): Promise<void> {
    await Promise.all([this.#lines.reader.stop(), this.#lines.writer.stop()])
  }

  async #resolve(target: RecordTarget): Promise<Result<Uint32Array>> {
    return target.kind === 'records' ? succeed(target.numbers) : this.ask('resolveTarget', { target })
  }

  /** A page that cannot be read is no matter of one request. */
  #checked<T>(result: Result<T>): Result<T> {
    if (!result.ok && result.failure.code === 'library-damaged' && this.#library !== null) {
      this.#ports.onTrouble(result.failure)
    }
    return result
  }

  #bury(role: EngineRole, why: Error | null): void {
    const { now, onDeath, onTrouble } = this.#ports
    const before = this.#diedAt
    this.#diedAt = now()
    onDeath(role, why)
    if (before !== null && this.#diedAt - before < RESTART_GAP_MS) return onTrouble({ code: 'internal', detail: role })
    void this.#revive(role)
  }

  async #revive(role: EngineRole): Promise<void> {
    const { onRevived, onTrouble } = this.#ports
    await this.#lines[role].revive(async (ask) => {
      const library = this.#library
      if (library === null) return
      const opened = await ask<null>('openLibrary', role === 'writer' ? library : { file: library.file })
      if (opened.ok) onRevived(role)
      else onTrouble(opened.failure)
    })
  }
}
