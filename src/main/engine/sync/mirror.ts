/** Applies list responses to the library in pieces, each of them atomic and reported at once. */
import type { LibraryChange } from '../../../shared/bridge.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Group } from '../../../shared/sync-status.ts'
import type { Clock } from '../domain/clock.ts'
import type { ServiceImage, ServicePage, ServiceProject } from '../domain/service-records.ts'
import { currentRevision } from '../storage/change-log.ts'
import { inTransaction, type WriteDb } from '../storage/database.ts'
import { type AppliedPage, applyImages } from '../storage/images.ts'
import type { Settled } from '../storage/settle-entry.ts'
import { applyProjects } from '../storage/projects.ts'
import { tryStorage } from '../storage/storage-failure.ts'

export interface MirrorPorts {
  readonly db: WriteDb
  readonly clock: Clock
  readonly onChange: (change: LibraryChange) => void
  /** The disk or the file rejects the write. */
  readonly onStuck: (failure: Failure) => void
}

export interface PageTimes {
  /** `nextSequence` when the request was sent. */
  readonly requestSequence: number
  readonly pass: number | null
}

export interface PageTaken {
  /** Number of records that are new to the library, including those that came back. */
  readonly added: number
  /** Number of records that the pass had not seen before; 0 without a pass. */
  readonly newlySeen: number
}

interface ReportedChange {
  readonly records: readonly number[]
  readonly added: number
  readonly removed?: number
  readonly projectsChanged?: boolean
}

/**
 * Runs a change and reads its revision in one transaction, because a read afterwards could fail with the change done.
 */
export function changing<T>(db: WriteDb, change: () => T): { readonly done: T; readonly revision: number } {
  return inTransaction(db, () => ({ done: change(), revision: currentRevision(db) }))
}

/** Records applied in one transaction, which takes a few milliseconds. */
const PIECE = 25

export class Mirror {
  readonly #ports: MirrorPorts
  #isClosed = false

  constructor(ports: MirrorPorts) {
    this.#ports = ports
  }

  /** Stops a page in progress after its current piece, because the library is closing. */
  close(): void {
    this.#isClosed = true
  }

  /** Applies a page of images; `null` if the disk rejects it. Pieces applied before that stay. */
  takePage({ records }: Pick<ServicePage<ServiceImage>, 'records'>, times: PageTimes): Promise<PageTaken | null> {
    return this.#take(records, times, applyImages, ({ added, changed }) => ({
      records: [...added, ...changed],
      added: added.length
    }))
  }

  /** Applies a page of projects, like `takePage`. */
  takeProjects({ records }: ServicePage<ServiceProject>, times: PageTimes): Promise<PageTaken | null> {
    return this.#take(records, times, applyProjects, ({ added, changed }) => ({
      records: [],
      added: 0,
      projectsChanged: added.length + changed.length > 0
    }))
  }

  /** Reports what acknowledgements changed. */
  notifySettled(settled: Settled & { readonly revision: number }, group: Group): void {
    const projectsChanged = group === 'projects' && settled.changed.length > 0
    const removed = group === 'images' ? settled.removed.length : 0
    this.notify({ revision: settled.revision, records: settled.changed, added: 0, removed, projectsChanged })
  }

  /** Reports changes that are on disk. Reads nothing, so it cannot fail. `revision`: as returned by `changing`. */
  notify({
    revision,
    records,
    added,
    removed = 0,
    projectsChanged = false
  }: ReportedChange & { readonly revision: number }): void {
    if (records.length === 0 && added + removed === 0 && !projectsChanged) return
    this.#ports.onChange({ revision, records: Uint32Array.from(records), added, removed, projectsChanged })
  }

  /** Applies records in pieces and yields in between, so that a page never blocks a user's command for long. */
  async #take<R>(
    records: readonly R[],
    times: PageTimes,
    apply: (db: WriteDb, page: PageTimes & { records: readonly R[]; readAt: number }) => AppliedPage,
    changeOf: (applied: AppliedPage) => ReportedChange
  ): Promise<PageTaken | null> {
    const { db, clock, onStuck } = this.#ports
    const taken = { added: 0, newlySeen: 0 }
    for (let from = 0; from < records.length; from += PIECE) {
      if (from > 0) await new Promise<void>((resolve) => clock.soon(resolve))
      if (this.#isClosed) return null
      const page = { records: records.slice(from, from + PIECE), readAt: clock.now(), ...times }
      const written = tryStorage(() => changing(db, () => apply(db, page)))
      if (!written.ok) {
        onStuck(written.failure)
        return null
      }
      const { done, revision } = written.value
      this.notify({ revision, ...changeOf(done) })
      taken.added += done.added.length
      taken.newlySeen += done.newlySeen
    }
    return taken
  }
}
