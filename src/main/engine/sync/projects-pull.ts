/**
 * Reads projects in whole passes by name, because there are few and the interface cannot read a single one. Projects
 * missing in two complete passes leave the library. A list without paging is also read in its other orders.
 */
import { isWithin } from '../domain/clock.ts'
import { newestPass } from '../storage/passes.ts'
import { readProjectPage } from './list-pages.ts'
import { runListPass } from './list-pass.ts'
import type { OnProgress, Pull, RoundEnd } from './group-loop.ts'
import type { Parts } from './group-parts.ts'
import { PROJECT_QUESTIONS, type ProjectQuestion, UnpagedList } from './unpaged-list.ts'

/** More projects than this are not read in every round. */
const MANY = 1_000
const MANY_GAP_MS = 15 * 60_000

export class ProjectsPull implements Pull {
  readonly #ports: Parts
  readonly #onProgress: OnProgress
  readonly #unpaged: UnpagedList<ProjectQuestion>

  constructor(ports: Parts, onProgress: OnProgress) {
    this.#ports = ports
    this.#onProgress = onProgress
    this.#unpaged = new UnpagedList({
      ...ports,
      questions: () => PROJECT_QUESTIONS,
      read: (question, how) => readProjectPage(ports, question, how)
    })
  }

  ask(): void {
    this.#unpaged.ask()
  }

  async round(): Promise<RoundEnd> {
    const { db, clock, removal } = this.#ports
    const last = newestPass(db, 'complete', 'projects')
    if (last !== null && last.seen > MANY && isWithin(clock.now(), last.endedAt ?? 0, MANY_GAP_MS)) return 'done'
    const end = await runListPass({
      ...this.#ports,
      kind: 'full',
      order: 'asc',
      readPage: (at, turn) => readProjectPage(this.#ports, { sortBy: 'project', ...at }, { lane: 'pull', ...turn }),
      onProgress: (progress) => {
        // Later passes are routine and show no progress.
        if (last === null) this.#onProgress(progress)
      }
    })
    this.#onProgress(null)
    if (end.kind === 'complete') removal.judge(end.pass)
    return end.kind === 'interrupted' || !(await this.#unpaged.round()) ? 'interrupted' : 'done'
  }
}
