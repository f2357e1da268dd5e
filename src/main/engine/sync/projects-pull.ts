/** Reads projects: whole passes by name. There are few, and the interface has no way to read one alone. */
import { type Clock, isWithin } from '../domain/clock.ts'
import type { PassPlace } from '../domain/pass-step.ts'
import { listProjects } from '../service/projects.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { WriteDb } from '../storage/database.ts'
import { nextTick } from '../storage/meta.ts'
import { lastCompletePass } from '../storage/passes.ts'
import { type PageTaken, runListPass } from './list-pass.ts'
import type { Mirror } from './mirror.ts'
import type { Pull, RoundEnd } from './pull.ts'
import type { Requests } from './requests.ts'

export interface ProjectsPullPorts {
  readonly db: WriteDb
  readonly client: ServiceClient
  readonly clock: Clock
  readonly requests: Requests
  readonly mirror: Mirror
  readonly onProgress: (progress: { readonly soFar: number; readonly total: number | null } | null) => void
}

const PER_PAGE = 100
/** Many projects are read less often than every round. */
const MANY = 1_000
const MANY_GAP_MS = 15 * 60_000

export class ProjectsPull implements Pull {
  readonly #ports: ProjectsPullPorts

  constructor(ports: ProjectsPullPorts) {
    this.#ports = ports
  }

  async round(): Promise<RoundEnd> {
    const { db, clock, onProgress } = this.#ports
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
    return end === 'interrupted' ? 'interrupted' : 'done'
  }

  #isFresh(): boolean {
    const last = lastCompletePass(this.#ports.db, 'projects')
    return last !== null && last.seen > MANY && isWithin(this.#ports.clock.now(), last.endedAt ?? 0, MANY_GAP_MS)
  }

  async #read(place: PassPlace, pass: number): Promise<PageTaken | null> {
    const { db, client, requests, mirror } = this.#ports
    const at = place.cursor === null ? { page: place.page ?? 1 } : { cursor: place.cursor }
    const asked = { at: 0 }
    const taken: { page: PageTaken | null } = { page: null }
    await requests.run({
      lane: 'pull',
      way: 'read',
      about: 'list',
      send: () => {
        asked.at = nextTick(db)
        return listProjects(client, { sortBy: 'project', sort: 'asc', perPage: PER_PAGE, ...at })
      },
      heard: async ({ outcome }) => {
        if (outcome.kind !== 'applied' || outcome.value === null) return
        const newlySeen = await mirror.takeProjects(outcome.value, { askedAt: asked.at, pass })
        if (newlySeen === null) return
        const ids = outcome.value.records.map((project) => project.project)
        taken.page = { page: outcome.value, ids, newlySeen }
      }
    })
    return taken.page
  }
}
