/** The engine in its two real threads, over a real file and the network of this computer. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Engine } from '../../src/main/engine/client.ts'
import type { EngineEvents, EngineRole, OpenLibrary } from '../../src/main/engine/protocol.ts'
import type { Failure } from '../../src/shared/failure.ts'
import type { Send } from '../../src/shared/send.ts'
import type { SyncStatus } from '../../src/shared/sync-status.ts'

const ENTRY = new URL('../../src/main/engine/index.ts', import.meta.url)

export interface EngineThreads {
  readonly engine: Engine
  readonly threads: ReadonlyMap<EngineRole, Worker>
  readonly events: { readonly name: keyof EngineEvents; readonly event: unknown; readonly at: number }[]
  readonly deaths: EngineRole[]
  readonly revived: EngineRole[]
  readonly failures: Failure[]
  readonly file: string
  /** Resolves with the first status, starting with the current one, that satisfies the predicate. */
  readonly until: (isWanted: (status: SyncStatus) => boolean) => Promise<SyncStatus>
  readonly dispose: () => Promise<void>
}

/**
 * Starts the threads; `dispose` ends them and removes their file. `now`: the clock that distinguishes a second thread
 * death from the first.
 */
export function startEngineThreads(send: Send, now: () => number = () => performance.now()): EngineThreads {
  const folder = mkdtempSync(join(tmpdir(), 'proofsheet-engine-'))
  const threads = new Map<EngineRole, Worker>()
  const events: EngineThreads['events'] = []
  const deaths: EngineRole[] = []
  const revived: EngineRole[] = []
  const failures: Failure[] = []
  const listeners = new Set<(status: SyncStatus) => void>()
  const engine = new Engine({
    instanceId: crypto.randomUUID(),
    send,
    spawn: (start) => {
      const thread = new Worker(ENTRY, { workerData: start })
      threads.set(start.role, thread)
      return thread
    },
    onEvent: (name, event) => {
      events.push({ name, event, at: performance.now() })
      // The event of this name carries a status.
      if (name === 'syncStatus') for (const listener of listeners) listener(event as SyncStatus)
    },
    now,
    onDeath: (role) => deaths.push(role),
    onBug: (why) => {
      throw why
    },
    onRevived: (role) => revived.push(role),
    onLibraryFailure: (failure) => failures.push(failure)
  })
  const until = async (isWanted: (status: SyncStatus) => boolean): Promise<SyncStatus> => {
    const { promise, resolve } = Promise.withResolvers<SyncStatus>()
    const listener = (status: SyncStatus): void => {
      if (isWanted(status)) resolve(status)
    }
    listeners.add(listener)
    const current = await engine.request('getSyncStatus', null)
    if (current.ok) listener(current.value)
    const found = await promise
    listeners.delete(listener)
    return found
  }
  const dispose = async (): Promise<void> => {
    await engine.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { engine, threads, events, deaths, revived, failures, file: join(folder, 'library.db'), until, dispose }
}

/** Both groups at one address, with keys. */
export function libraryAt(file: string, address: string): OpenLibrary {
  return {
    file,
    images: { address, hasKey: true, keyHash: 'images-key' },
    projects: { address, hasKey: true, keyHash: 'projects-key' }
  }
}
