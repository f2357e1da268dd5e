/** Where answers of the lists go into the library: piece by piece, each piece whole or not at all, and told at once. */
import type { LibraryChange } from '../../../shared/bridge.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Group } from '../../../shared/sync-status.ts'
import type { Clock } from '../domain/clock.ts'
import { shownBy } from '../domain/outcome.ts'
import type { ServiceImage, ServicePage, ServiceProject } from '../domain/service-records.ts'
import { currentRevision } from '../storage/change-log.ts'
import { inTransaction, type WriteDb } from '../storage/database.ts'
import { type AppliedPage, applyImages } from '../storage/images.ts'
import type { Settled } from '../storage/settle-entry.ts'
import { applyProjects } from '../storage/projects.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import type { Shown } from './show-record.ts'

export interface MirrorPorts {
  readonly db: WriteDb
  readonly clock: Clock
  readonly onChange: (change: LibraryChange) => void
  /** The disk or the file does not take it. */
  readonly onStuck: (failure: Failure) => void
}

export interface PageTimes {
  /** `nextTick` when the request was sent. */
  readonly askedAt: number
  readonly pass: number | null
}

/** A change in one transaction, and the revision that it leaves: read afterwards, that could fail with the change done. */
export function changing<T>(db: WriteDb, change: () => T): { readonly done: T; readonly revision: number } {
  return inTransaction(db, () => ({ done: change(), revision: currentRevision(db) }))
}

/** Records applied in one transaction: a few milliseconds. */
const PIECE = 25

export class Mirror {
  readonly #ports: MirrorPorts
  #isClosed = false

  constructor(ports: MirrorPorts) {
    this.#ports = ports
  }

  /** The library is closing: a page that is being applied ends where it is. */
  close(): void {
    this.#isClosed = true
  }

  /** Applies a page of images; null when the disk does not take it. Pieces that were applied before that stay. */
  async takePage(page: Pick<ServicePage<ServiceImage>, 'records'>, times: PageTimes): Promise<AppliedPage | null> {
    const { db, clock } = this.#ports
    const apply = (records: readonly ServiceImage[]): AppliedPage => {
      const { done, revision } = changing(db, () => applyImages(db, { records, readAt: clock.now(), ...times }))
      this.tell({ revision, records: [...done.added, ...done.changed], added: done.added.length })
      return done
    }
    const pieces = await this.#inPieces(page.records, apply)
    if (pieces === null) return null
    return {
      added: pieces.flatMap((piece) => piece.added),
      changed: pieces.flatMap((piece) => piece.changed),
      newlySeen: pieces.reduce((sum, piece) => sum + piece.newlySeen, 0),
      batches: pieces.flatMap((piece) => piece.batches)
    }
  }

  /** Applies one image that was asked for alone; false when the answer showed none, or the disk does not take it. */
  async takeShown({ outcome, askedAt }: Shown): Promise<boolean> {
    const image = shownBy(outcome)
    return image !== null && (await this.takePage({ records: [image] }, { askedAt, pass: null })) !== null
  }

  /** Applies a page of projects; answers how many the pass had not met, null when the disk does not take it. */
  async takeProjects(page: ServicePage<ServiceProject>, times: PageTimes): Promise<number | null> {
    const { db, clock } = this.#ports
    const apply = (records: readonly ServiceProject[]): number => {
      const { done, revision } = changing(db, () => applyProjects(db, { records, readAt: clock.now(), ...times }))
      this.tell({ revision, records: [], added: 0, projectsChanged: done.added.length + done.changed.length > 0 })
      return done.newlySeen
    }
    const pieces = await this.#inPieces(page.records, apply)
    return pieces === null ? null : pieces.reduce((sum, piece) => sum + piece, 0)
  }

  /** Tells what acknowledgements changed. */
  tellSettled(settled: Settled & { readonly revision: number }, group: Group): void {
    const projectsChanged = group === 'projects' && settled.changed.length > 0
    const removed = group === 'images' ? settled.removed.length : 0
    this.tell({ revision: settled.revision, records: settled.changed, added: 0, removed, projectsChanged })
  }

  /** Reads nothing, so nothing can fail any more: what is on disk is told. */
  tell(what: {
    /** As `changing` answered it. */
    readonly revision: number
    readonly records: readonly number[]
    readonly added: number
    readonly removed?: number
    readonly projectsChanged?: boolean
  }): void {
    const { revision, removed = 0, projectsChanged = false } = what
    if (what.records.length === 0 && what.added + removed === 0 && !projectsChanged) return
    const records = Uint32Array.from(what.records)
    this.#ports.onChange({ revision, records, added: what.added, removed, projectsChanged })
  }

  /** Between two pieces a command of the person gets its turn: the thread is never held for long by a page. */
  async #inPieces<R, T>(records: readonly R[], apply: (piece: readonly R[]) => T): Promise<T[] | null> {
    const applied: T[] = []
    for (let from = 0; from < records.length; from += PIECE) {
      if (from > 0) await new Promise<void>((resolve) => this.#ports.clock.soon(resolve))
      if (this.#isClosed) return null
      const written = tryStorage(() => apply(records.slice(from, from + PIECE)))
      if (!written.ok) {
        this.#ports.onStuck(written.failure)
        return null
      }
      applied.push(written.value)
    }
    return applied
  }
}
