/**
 * Main's client of the engine: starts the two threads, routes each request to its thread, performs the writer's network
 * requests and forwards events. Restarts a thread that dies and reopens its library; if it dies again soon, reports
 * that the library is unavailable.
 */
import type { RequestArgs, RequestValue } from '../../shared/bridge.ts'
import { type Failure, type Result, succeed } from '../../shared/failure.ts'
import type { RecordTarget } from '../../shared/query.ts'
import { roleOf, type EngineRequestName, type EngineRequests, type EngineRole, type OpenLibrary } from './protocol.ts'
import { type LinePorts, WorkerClient } from './worker-client.ts'

export interface EnginePorts extends Omit<LinePorts, 'role' | 'onDeath'> {
  /** Monotonic ms. */
  readonly now: () => number
  /**
   * Called when a thread ended unexpectedly and its pending calls have failed. `why`: the error it threw, for the log.
   */
  readonly onDeath: (role: EngineRole, why: Error | null) => void
  /** Called when a thread has restarted with its library open. Handles of views and selections are no longer valid. */
  readonly onRevived: (role: EngineRole) => void
  /** Called when the open library can no longer be used: it is damaged, or a thread died repeatedly. */
  readonly onLibraryFailure: (failure: Failure) => void
}

/** A thread that dies twice within this time has a cause that a restart does not remove. */
const RESTART_GAP_MS = 60_000

export class Engine {
  readonly #ports: EnginePorts
  readonly #lines: Readonly<Record<EngineRole, WorkerClient>>
  /** The library as opened, with later changes of its groups; `null` if none is open. */
  #library: OpenLibrary | null = null
  #diedAt: number | null = null

  /** Starts the writer first, because two threads must not load the native addon at the same time. */
  constructor(ports: EnginePorts) {
    this.#ports = ports
    const line = (role: EngineRole, after: Promise<void>): WorkerClient =>
      new WorkerClient({ ...ports, role, onDeath: (why) => this.#handleDeath(role, why) }, after)
    const writer = line('writer', Promise.resolve())
    this.#lines = { writer, reader: line('reader', writer.ready) }
  }

  /**
   * Opens or creates the library in both threads, or in neither. Restarts a dead thread first. Fails like
   * `openForWriting`.
   */
  async openLibrary(library: OpenLibrary): Promise<Result<null>> {
    const { writer, reader } = this.#lines
    for (const line of [writer, reader]) if (line.isDead) await line.revive(async () => undefined)
    // Both requests return either null or a failure.
    const written = await writer.request<null>('openLibrary', library)
    if (!written.ok) return written
    const read = await reader.request<null>('openLibrary', { file: library.file })
    this.#library = read.ok ? library : null
    if (!read.ok) await writer.request('closeLibrary', null)
    return read
  }

  async closeLibrary(): Promise<Result<null>> {
    this.#library = null
    await this.#lines.reader.request('closeLibrary', null)
    return this.#lines.writer.request<null>('closeLibrary', null)
  }

  /** Sends a request to the one thread that handles it. */
  async request<N extends EngineRequestName>(
    name: N,
    args: EngineRequests[N]['args']
  ): Promise<Result<EngineRequests[N]['value']>> {
    return this.#checked(await this.#lines[roleOf(name)].request<EngineRequests[N]['value']>(name, args))
  }

  /** Applies changed addresses or keys of the open library. */
  async groupsChanged(groups: EngineRequests['groupsChanged']['args']): Promise<Result<null>> {
    if (this.#library !== null) this.#library = { ...this.#library, ...groups }
    return this.request('groupsChanged', groups)
  }

  /** Sets the value for every record of the target: the reader resolves it, the writer stores it. */
  async setFavorite({ target, favorite }: RequestArgs<'setFavorite'>): Promise<Result<RequestValue<'setFavorite'>>> {
    const records = await this.#resolve(target)
    return records.ok ? this.request('setFavorite', { records: records.value, favorite }) : records
  }

  /** Requests the deletion of every record of the target, in the same two steps. */
  async deleteImages({ target }: RequestArgs<'deleteImages'>): Promise<Result<RequestValue<'deleteImages'>>> {
    const records = await this.#resolve(target)
    return records.ok ? this.request('deleteImages', { records: records.value }) : records
  }

  /** Closes the library and ends both threads without calling `onDeath`. */
  async stop(): Promise<void> {
    await Promise.all([this.#lines.reader.stop(), this.#lines.writer.stop()])
  }

  async #resolve(target: RecordTarget): Promise<Result<Uint32Array>> {
    return target.kind === 'records' ? succeed(target.numbers) : this.request('resolveTarget', { target })
  }

  /** Reports an unreadable database page as a failure of the whole library, not only of the request that met it. */
  #checked<T>(result: Result<T>): Result<T> {
    if (!result.ok && result.failure.code === 'library-damaged' && this.#library !== null) {
      this.#ports.onLibraryFailure(result.failure)
    }
    return result
  }

  #handleDeath(role: EngineRole, why: Error | null): void {
    const { now, onDeath, onLibraryFailure } = this.#ports
    const before = this.#diedAt
    this.#diedAt = now()
    onDeath(role, why)
    if (before !== null && this.#diedAt - before < RESTART_GAP_MS)
      return onLibraryFailure({ code: 'internal', detail: role })
    void this.#revive(role)
  }

  async #revive(role: EngineRole): Promise<void> {
    const { onRevived, onLibraryFailure } = this.#ports
    await this.#lines[role].revive(async (request) => {
      const library = this.#library
      if (library === null) return
      const opened = await request<null>('openLibrary', role === 'writer' ? library : { file: library.file })
      if (opened.ok) onRevived(role)
      else onLibraryFailure(opened.failure)
    })
  }
}
