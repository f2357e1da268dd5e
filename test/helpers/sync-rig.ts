/**
 * The sync of the engine on one thread in virtual time: a real library file, the reference service called in process,
 * and a network between them that can be cut, refuse, or lose answers.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BatchReceipt } from '../../src/shared/batch.ts'
import type { LibraryChange } from '../../src/shared/bridge.ts'
import type { FailureCode } from '../../src/shared/failure.ts'
import type { Send, SendAnswer, SendRequest } from '../../src/shared/send.ts'
import { type Library, createLibrary } from '../../src/main/engine/library/create-library.ts'
import { readReceipt } from '../../src/main/engine/storage/batches.ts'
import { type WriteDb, close, openForWriting } from '../../src/main/engine/storage/database.ts'
import { type BothGroups, SyncLoop } from '../../src/main/engine/sync/sync-loop.ts'
import { ReferenceService } from '../../src/reference-service/reference-service.ts'
import type { ServiceOptions } from '../../src/reference-service/service-options.ts'
import { seededRandom } from './seeded-random.ts'
import { type VirtualClock, createVirtualClock } from './virtual-clock.ts'

export interface RigOptions extends ServiceOptions {
  readonly seed?: number
  /** Of the network, each way. */
  readonly latencyMs?: number
}

/** One running sync over the rig's library file; a new one is a new start of the program. */
export interface Run {
  readonly db: WriteDb
  readonly library: Library
  readonly sync: SyncLoop
  /** Ends as a kill does: nothing more is written, the file is as it is. */
  kill(): void
  close(): void
  /** Closes the library while the program goes on: answers and timers still come. */
  leave(): void
}

export class SyncRig {
  readonly clock: VirtualClock = createVirtualClock()
  readonly service: ReferenceService
  readonly random: () => number
  readonly changes: LibraryChange[] = []
  readonly keyRefusals: string[] = []
  /** Failure for what is sent now; null = the network is up. */
  down: FailureCode | null = null
  /** Keys that the program holds. */
  readonly keys: { images: string; projects: string }
  imagesKeyHash = 'a1'
  hasKeys = true
  /** A proxy between program and service that may change answers. */
  alter: (request: SendRequest, answer: SendAnswer) => SendAnswer = (_, answer) => answer
  readonly #folder = mkdtempSync(join(tmpdir(), 'proofsheet-sync-'))
  readonly #latencyMs: number
  readonly #runs = new Set<Run>()
  #starts = 0

  constructor(options: RigOptions = {}) {
    const { seed = 1, latencyMs = 5, ...service } = options
    this.#latencyMs = latencyMs
    this.random = seededRandom(seed)
    const clock = { now: () => this.clock.now(), wait: (ms: number) => this.#wait(ms) }
    this.service = new ReferenceService({ perMinute: 0, projects: 3, seed, clock, random: this.random, ...service })
    this.keys = { images: this.service.settings.imagesKey, projects: this.service.settings.projectsKey }
  }

  get file(): string {
    return join(this.#folder, 'library.db')
  }

  groups(): BothGroups {
    const group = { address: 'http://service.test', hasKey: this.hasKeys, keyHash: this.hasKeys ? 'p1' : null }
    return { images: { ...group, keyHash: this.hasKeys ? this.imagesKeyHash : null }, projects: group }
  }

  /** Starts the program. */
  start(): Run {
    const opened = openForWriting(this.file)
    if (!opened.ok) throw new Error(opened.failure.code)
    const db = opened.value
    this.#starts += 1
    const state = { isAlive: true }
    const onChange = (change: LibraryChange): void => void this.changes.push(change)
    const sync = new SyncLoop(
      {
        db,
        send: this.#sendWhile(state),
        clock: this.#clockWhile(state),
        random: this.random,
        bootId: `boot-${this.#starts}`,
        onChange,
        onStatus: () => undefined,
        onKeyRefused: (group) => this.keyRefusals.push(group)
      },
      this.groups()
    )
    const library = createLibrary({ db, now: () => this.clock.now(), onChange, wake: () => sync.wakePush() })
    sync.start()
    const end = (how: 'kill' | 'close' | 'leave'): void => {
      if (!this.#runs.delete(run)) return
      state.isAlive = how === 'leave'
      if (how !== 'kill') sync.close()
      close(db)
    }
    const on = { kill: () => end('kill'), close: () => end('close'), leave: () => end('leave') }
    const run: Run = { db, library, sync, ...on }
    this.#runs.add(run)
    return run
  }

  /** Runs until the library holds every image of the service and both groups are read. */
  async firstPull(run: Run): Promise<void> {
    const isRead = "SELECT count(DISTINCT grp) FROM passes WHERE is_complete = 1 AND kind IN ('first', 'full')"
    await this.clock.runUntil(() => run.db.value<number>(isRead) === 2)
    await this.clock.runUntil(() => {
      const { images, projects } = run.sync.status()
      return images.state === 'up-to-date' && projects.state === 'up-to-date'
    })
  }

  /** Runs until nothing waits; entries that need the person do not count. */
  async drained(run: Run, limitMs?: number): Promise<void> {
    const left = "SELECT 1 FROM outbox WHERE state <> 'rejected' AND kind = 'favorite' LIMIT 1"
    await this.clock.runUntil(() => run.db.value<number>(left) === undefined, limitMs)
  }

  records(run: Run): number[] {
    return run.db.column<number>('SELECT record FROM images ORDER BY record')
  }

  serviceId(run: Run, record: number): string {
    return run.db.value<string>('SELECT service_id FROM records WHERE record = ?', [record]) ?? ''
  }

  /** What the screen shows of a record: the want over the mirror. */
  shown(run: Run, record: number): boolean {
    const sql = `SELECT ifnull(o.want, ifnull(f.favorite, 0)) FROM flags f
      LEFT JOIN outbox o USING (record) WHERE f.record = ?`
    return run.db.value<number>(sql, [record]) === 1
  }

  /** Stars every image of the library, or the first `count`. */
  star(run: Run, count = Number.MAX_SAFE_INTEGER, favorite = true): BatchReceipt {
    const records = run.db.column<number>('SELECT record FROM images ORDER BY record LIMIT ?', [count])
    return this.setFavorite(run, records, favorite)
  }

  setFavorite(run: Run, records: readonly number[], favorite: boolean): BatchReceipt {
    const set = run.library.setFavorite({ records: Uint32Array.from(records), favorite })
    if (!set.ok) throw new Error(set.failure.code)
    return set.value.batch
  }

  receipt(run: Run, batch: number): BatchReceipt {
    return readReceipt(run.db, batch)
  }

  /** Service ids whose favorite differs between the service and what the library shows. */
  differences(run: Run): string[] {
    const rows = run.db.all<{ id: string; favorite: number }>(
      `SELECT service_id AS id, ifnull(o.want, ifnull(f.favorite, 0)) AS favorite FROM images
       JOIN records USING (record) LEFT JOIN flags f USING (record) LEFT JOIN outbox o USING (record)`
    )
    const truth = this.service.truth.images
    const wrong = rows
      .filter((row) => truth.get(Number(row.id))?.favorite !== (row.favorite === 1))
      .map((row) => row.id)
    return rows.length === truth.size ? wrong : [...wrong, `${truth.size - rows.length} missing`]
  }

  /** Updates that arrived at the service. */
  updates(): number {
    return this.service.log.entries.filter((entry) => entry.method === 'PUT').length
  }

  dispose(): void {
    for (const run of this.#runs) run.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.clock.after(ms, resolve))
  }

  /** After a kill no timer of the dead program fires. */
  #clockWhile(state: { readonly isAlive: boolean }): VirtualClock {
    const after: VirtualClock['after'] = (ms, run) => this.clock.after(ms, () => (state.isAlive ? run() : undefined))
    const soon: VirtualClock['soon'] = (run) => this.clock.soon(() => (state.isAlive ? run() : undefined))
    return { ...this.clock, after, soon }
  }

  /** After a kill no answer reaches the dead program; what it sent may still arrive. */
  #sendWhile(state: { readonly isAlive: boolean }): Send {
    return async (request) => {
      const answer = await this.#send(request)
      return state.isAlive ? answer : new Promise<never>(() => undefined)
    }
  }

  async #send(request: SendRequest): Promise<SendAnswer> {
    await this.#wait(this.#latencyMs)
    if (this.down !== null) return this.#failed(this.down, false)
    const answer = await this.#ask(request)
    return this.alter(request, answer)
  }

  async #ask(request: SendRequest): Promise<SendAnswer> {
    const url = new URL(request.url)
    const reply = await this.service.handle({
      scheme: 'http',
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      headers: {
        host: url.host,
        accept: 'application/json',
        authorization: `Bearer ${request.slot === 'images' ? this.keys.images : this.keys.projects}`,
        'content-type': 'application/x-www-form-urlencoded'
      },
      body: request.form ?? '',
      address: '127.0.0.1'
    })
    await this.#wait(this.#latencyMs)
    if (reply.kind === 'dropped') return this.#failed('connection-lost', true)
    const { status, headers, body } = reply.answer
    return { kind: 'answer', status, headers, body, url: request.url }
  }

  #failed(code: FailureCode, wasSent: boolean): SendAnswer {
    return { kind: 'failed', code, wasSent, host: 'service.test', location: null, detail: code }
  }
}
