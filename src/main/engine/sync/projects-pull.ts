/**
 * Reads projects: whole passes by name. There are few, and the interface has no way to read one alone. What two
 * complete passes have missed leaves the library.
 */
import { type Clock, isWithin } from '../domain/clock.ts'
import type { PassPlace } from '../domain/pass-step.ts'
import { lastCompletePass } from '../storage/passes.ts'
import { type PageTaken, runListPass } from './list-pass.ts'
import { type PageWaits, pageKey } from './page-waits.ts'
import { type ProjectPagesPorts, readProjectPage } from './project-pages.ts'
import type { Pull, RoundEnd } from './pull.ts'
import type { Removal } from './removal.ts'

export interface ProjectsPullPorts extends ProjectPagesPorts {
  readonly clock: Clock
  readonly waits: PageWaits
  readonly removal: Removal
  readonly onProgress: (progress: { readonly soFar: number; readonly total: number | null } | null) => void
}

/** Many projects are read less often than every round. */
const MANY = 1_000
const MANY_GAP_MS = 15 * 60_000

export class ProjectsPull implements Pull {
  readonly #ports: ProjectsPullPorts

  constructor(ports: ProjectsPullPorts) {
    this.#ports = ports
  }

  async round(): Promise<RoundEnd> {
    const { db, clock, removal, onProgress } = this.#ports
    if (this.#isFresh()) return 'done'
    // Later passes are routine: they say nothing on screen.
    const isFirst = lastCompletePass(db, 'projects') === null
    const end = await runListPass({
      db,
      clock,
      group: 'projects',
      kind: 'full',
      order: 'asc',
      readPage: (place, pass) => this.#read(place, pass),
      onProgress: (progress) => {
        if (isFirst) onProgress(progress)
      },
      between: async () => 0,
      catchUp: async () => 0
    })
    onProgress(null)
    if (end.kind === 'complete') removal.judge(end.pass)
    return end.kind === 'interrupted' ? 'interrupted' : 'done'
  }

  /** Every round is a whole pass: there is nothing to ask for beyond it. */
  ask(): void {
    this.#ports.waits.forget()
  }

  get waitMs(): number {
    return this.#ports.waits.waitMs
  }

  get isScrubDue(): boolean {
    return false
  }

  scrub(): Promise<RoundEnd> {
    return Promise.resolve('done')
  }

  #isFresh(): boolean {
    const last = lastCompletePass(this.#ports.db, 'projects')
    return last !== null && last.seen > MANY && isWithin(this.#ports.clock.now(), last.endedAt ?? 0, MANY_GAP_MS)
  }

  async #read(place: PassPlace, pass: number): Promise<PageTaken | null> {
    const at = place.cursor === null ? { page: place.page ?? 1 } : { cursor: place.cursor }
    const args = { sortBy: 'project', sort: 'asc', ...at } as const
    const { waits } = this.#ports
    const key = pageKey(pass, place)
    if (!waits.isDue(key)) return null
    const read = await readProjectPage(this.#ports, args, {
      lane: 'pull',
      pass,
      answered: (outcome) => waits.note(key, outcome)
    })
    return read === null ? null : { page: read.page, ids: read.names, newlySeen: read.newlySeen }
  }
}
