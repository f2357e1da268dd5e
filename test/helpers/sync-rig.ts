/**
 * The sync of the engine on one thread in virtual time: a real library file with a simulated network, user actions in
 * it, and what the screens show.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BatchReceipt } from '../../src/shared/batch.ts'
import type { LibraryChange } from '../../src/shared/bridge.ts'
import { CHANGE_KINDS, type CreateForm } from '../../src/shared/change.ts'
import type { Diagnosis } from '../../src/shared/diagnosis.ts'
import type { Failure, Result } from '../../src/shared/failure.ts'
import type { Send } from '../../src/shared/send.ts'
import { type Library, createLibrary } from '../../src/main/engine/library/create-library.ts'
import { readReceipt } from '../../src/main/engine/storage/batches.ts'
import { type WriteDb, close, openForWriting } from '../../src/main/engine/storage/database.ts'
import { type BothGroups, SyncLoop } from '../../src/main/engine/sync/sync-loop.ts'
import { FORM } from './create-form.ts'
import { differences, mirrorDifferences } from './rig-differences.ts'
import { RigNetwork } from './rig-network.ts'
import type { VirtualClock } from '../../drivers/virtual-clock.ts'

function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(`failed: ${JSON.stringify(result.failure)}`)
}

/** In memory where possible: no power failure is simulated here, and thousands of libraries are written. */
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** One running sync over the rig's library file; a new one is a new start of the program. */
export interface Run {
  readonly db: WriteDb
  readonly library: Library
  readonly sync: SyncLoop
  /** Ends as a kill does: nothing more is written, and the file stays unchanged. */
  kill(): void
  close(): void
  /** Closes the library while the program continues: responses and timers still arrive. */
  leave(): void
}

export class SyncRig extends RigNetwork {
  readonly changes: LibraryChange[] = []
  readonly keyRefusals: string[] = []
  readonly diagnoses: Diagnosis[] = []
  imagesKeyHash = 'a1'
  hasKeys = true
  readonly #folder = mkdtempSync(join(SCRATCH, 'proofsheet-sync-'))
  readonly #runs = new Set<Run>()
  #starts = 0

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
        instanceId: `boot-${this.#starts}`,
        onChange,
        onStatus: () => undefined,
        onKeyRefused: (group) => this.keyRefusals.push(group),
        onDiagnosis: (diagnosis) => this.diagnoses.push(diagnosis)
      },
      this.groups()
    )
    const library = createLibrary({ db, now: () => this.clock.now(), onChange, wake: () => sync.wakePush() })
    sync.start()
    const end = (how: 'kill' | 'close' | 'leave'): void => {
      if (!this.#runs.delete(run)) return
      state.isAlive = how === 'leave'
      if (how !== 'kill') sync.close()
      if (how === 'kill') db.close()
      else close(db)
    }
    const on = { kill: () => end('kill'), close: () => end('close'), leave: () => end('leave') }
    const run: Run = { db, library, sync, ...on }
    this.#runs.add(run)
    return run
  }

  /** Runs until the library holds every image of the service and both groups are read. */
  async firstPull(run: Run): Promise<void> {
    const isRead = "SELECT count(DISTINCT grp) FROM passes WHERE ended_at IS NOT NULL AND why IS NULL AND kind = 'full'"
    await this.clock.runUntil(() => run.db.value<number>(isRead) === 2)
    await this.clock.runUntil(() => {
      const { images, projects } = run.sync.status()
      return images.state === 'up-to-date' && projects.state === 'up-to-date'
    })
  }

  /** Runs until nothing is pending; entries that need attention do not count. */
  async drained(run: Run, limitMs?: number): Promise<void> {
    const left = "SELECT 1 FROM entries WHERE state <> 'refused' AND kind IN (SELECT value FROM json_each(?)) LIMIT 1"
    const kinds = JSON.stringify(CHANGE_KINDS)
    await this.clock.runUntil(() => run.db.value<number>(left, [kinds]) === undefined, limitMs)
  }

  /** Images that a screen can show, including those about to be deleted. */
  records(run: Run): number[] {
    return run.db.column<number>(
      'SELECT record FROM images WHERE record NOT IN (SELECT record FROM gone) ORDER BY record'
    )
  }

  serviceId(run: Run, record: number): string {
    return run.db.value<string>('SELECT service_id FROM records WHERE record = ?', [record]) ?? ''
  }

  /** The favorite state on screen: the desired value over the mirror. */
  shown(run: Run, record: number): boolean {
    const sql = `SELECT ifnull(o.want, ifnull(f.favorite, 0)) FROM flags f
      LEFT JOIN outbox o ON o.record = f.record AND o.kind = 'favorite' WHERE f.record = ?`
    return run.db.value<number>(sql, [record]) === 1
  }

  /** Adds every image of the library, or the first `count`, to the favorites. */
  star(run: Run, count = Number.MAX_SAFE_INTEGER, favorite = true): BatchReceipt {
    const records = run.db.column<number>('SELECT record FROM images ORDER BY record LIMIT ?', [count])
    return this.setFavorite(run, records, favorite)
  }

  setFavorite(run: Run, records: readonly number[], favorite: boolean): BatchReceipt {
    return valueOf(run.library.setFavorite({ records: Uint32Array.from(records), favorite })).batch
  }

  receipt(run: Run, batch: number): BatchReceipt {
    return readReceipt(run.db, batch)
  }

  /** The name on screen. */
  name(run: Run, record: number): string {
    const sql = `SELECT coalesce(o.want_text, i.name, '') FROM images i
      LEFT JOIN outbox o ON o.record = i.record AND o.kind = 'name' WHERE i.record = ?`
    return run.db.value<string>(sql, [record]) ?? ''
  }

  rename(run: Run, record: number, name: string): BatchReceipt {
    return valueOf(run.library.renameImage({ record, name })).batch
  }

  remove(run: Run, records: readonly number[]): BatchReceipt {
    return valueOf(run.library.deleteImages({ records: Uint32Array.from(records) })).batch
  }

  create(run: Run, form: Partial<CreateForm> = {}): { readonly record: number; readonly batch: number } {
    const { record, batch } = valueOf(run.library.createImage({ form: { ...FORM, ...form } }))
    return { record, batch: batch.batch }
  }

  removeProject(run: Run, project: string): BatchReceipt {
    const record = run.db.value<number>("SELECT record FROM records WHERE grp = 'projects' AND service_id = ?", [
      project
    ])
    return valueOf(run.library.deleteProject({ record: record ?? 0 })).batch
  }

  /** Names of the projects that a screen can show. */
  projects(run: Run): string[] {
    return run.db.column<string>(
      'SELECT project FROM projects WHERE record NOT IN (SELECT record FROM gone) ORDER BY project'
    )
  }

  /** The failures of the entries of this kind that need attention. */
  needs(run: Run, kind: string): Failure[] {
    const sql = "SELECT last_failure FROM entries WHERE state = 'refused' AND kind = ? ORDER BY entry"
    return run.db.column<string>(sql, [kind]).map((text) => JSON.parse(text) as Failure)
  }

  /**
   * Service ids for which the library shows another favorite state or name, and the number of missing or extra ones.
   */
  differences(run: Run): string[] {
    return differences(run.db, this.service)
  }

  /**
   * Service ids for which the mirror holds another favorite state or name than the service, or which it lacks or has in
   * excess.
   */
  mirrorDifferences(run: Run): string[] {
    return mirrorDifferences(run.db, this.service)
  }

  dispose(): void {
    for (const run of this.#runs) run.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** After a kill no timer of the dead program fires. */
  #clockWhile(state: { readonly isAlive: boolean }): VirtualClock {
    const after: VirtualClock['after'] = (ms, run) => this.clock.after(ms, () => (state.isAlive ? run() : undefined))
    const soon: VirtualClock['soon'] = (run) => this.clock.soon(() => (state.isAlive ? run() : undefined))
    return { ...this.clock, after, soon }
  }

  /** After a kill no response reaches the dead program; its requests may still arrive. */
  #sendWhile(state: { readonly isAlive: boolean }): Send {
    return async (request) => {
      const response = await this.send(request)
      return state.isAlive ? response : new Promise<never>(() => undefined)
    }
  }
}
