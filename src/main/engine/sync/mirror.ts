/** Where answers of the lists go into the library: applied in one transaction, told once, and never half. */
import type { LibraryChange } from '../../../shared/bridge.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Clock } from '../domain/clock.ts'
import type { ServiceImage, ServicePage, ServiceProject } from '../domain/service-records.ts'
import { currentRevision } from '../storage/change-log.ts'
import type { WriteDb } from '../storage/database.ts'
import { type AppliedPage, applyImages } from '../storage/images.ts'
import type { Settled } from '../storage/outbox.ts'
import { type AppliedProjects, applyProjects } from '../storage/projects.ts'
import { tryStorage } from '../storage/storage-failure.ts'

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

/** Longer lists of records are not worth listing: a screen reads again what it shows. */
const MAX_LISTED = 5_000

export class Mirror {
  readonly #ports: MirrorPorts

  constructor(ports: MirrorPorts) {
    this.#ports = ports
  }

  /** Applies a page of images; null when the disk does not take it (nothing is half written then). */
  takePage(page: ServicePage<ServiceImage> | null, times: PageTimes): AppliedPage | null {
    const { db, clock } = this.#ports
    if (page === null) return null
    const applied = this.#try(() => applyImages(db, { records: page.records, readAt: clock.now(), ...times }))
    if (applied !== null) this.tell({ records: [...applied.added, ...applied.changed], added: applied.added.length })
    return applied
  }

  /** Applies a page of projects; null when the disk does not take it. */
  takeProjects(page: ServicePage<ServiceProject> | null, times: PageTimes): AppliedProjects | null {
    const { db, clock } = this.#ports
    if (page === null) return null
    const applied = this.#try(() => applyProjects(db, { records: page.records, readAt: clock.now(), ...times }))
    if (applied !== null && applied.added.length + applied.changed.length > 0) {
      this.tell({ records: [], added: 0, projectsChanged: true })
    }
    return applied
  }

  /** Tells what acknowledgements changed. */
  tellSettled(settled: Settled): void {
    this.tell({ records: settled.changed, added: 0 })
  }

  tell(what: {
    readonly records: readonly number[]
    readonly added: number
    readonly projectsChanged?: boolean
  }): void {
    const projectsChanged = what.projectsChanged ?? false
    if (what.records.length === 0 && what.added === 0 && !projectsChanged) return
    const records = what.records.length > MAX_LISTED ? null : Uint32Array.from(what.records)
    const revision = currentRevision(this.#ports.db)
    this.#ports.onChange({ revision, records, added: what.added, removed: 0, projectsChanged })
  }

  #try<T>(write: () => T): T | null {
    const written = tryStorage(write)
    if (written.ok) return written.value
    this.#ports.onStuck(written.failure)
    return null
  }
}
