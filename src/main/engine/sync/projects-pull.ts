/**
 * Reads projects: whole passes by name. There are few, and the interface has no way to read one alone. What two
 * complete passes have missed leaves the library.
 */
import { isWithin } from '../domain/clock.ts'
import { lastCompletePass } from '../storage/passes.ts'
import { readProjectPage } from './list-pages.ts'
import { runListPass } from './list-pass.ts'
import type { OnProgress, Pull, RoundEnd } from './group-loop.ts'
import type { Parts } from './group-parts.ts'

/** Many projects are read less often than every round. */
const MANY = 1_000
const MANY_GAP_MS = 15 * 60_000

export class ProjectsPull implements Pull {
  readonly #ports: Parts
  readonly #onProgress: OnProgress

  constructor(ports: Parts, onProgress: OnProgress) {
    this.#ports = ports
    this.#onProgress = onProgress
  }

  async round(): Promise<RoundEnd> {
    const { db, removal } = this.#ports
    if (this.#isFresh()) return 'done'
    // Later passes are routine: they say nothing on screen.
    const isFirst = lastCompletePass(db, 'projects') === null
    const end = await runListPass({
      ...this.#ports,
      kind: 'full',
      order: 'asc',
      readPage: async (at, turn) => {
        const args = { sortBy: 'project', sort: 'asc', ...at } as const
        const read = await readProjectPage(this.#ports, args, { lane: 'pull', ...turn })
        return read === null ? null : { ...read, ids: read.page.records.map(({ project }) => project) }
      },
      onProgress: (progress) => {
        if (isFirst) this.#onProgress(progress)
      }
    })
    this.#onProgress(null)
    if (end.kind === 'complete') removal.judge(end.pass)
    return end.kind === 'interrupted' ? 'interrupted' : 'done'
  }

  #isFresh(): boolean {
    const last = lastCompletePass(this.#ports.db, 'projects')
    return last !== null && last.seen > MANY && isWithin(this.#ports.clock.now(), last.endedAt ?? 0, MANY_GAP_MS)
  }
}
