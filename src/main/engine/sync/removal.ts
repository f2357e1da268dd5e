/**
 * What leaves the library because it is gone from the service, and only with proof. A record that a complete pass has
 * missed is a candidate; a show that answers 404, or a second complete pass that misses it too, is the proof. Too many
 * at once look like another account or a service that lost its data: then the person is asked.
 */
import { areFew, mustAsk, spanOf } from '../domain/removal-proof.ts'
import { nextTick } from '../storage/meta.ts'
import { isUnpaged, newestPass } from '../storage/passes.ts'
import {
  type Candidate,
  addCandidates,
  addMissed,
  askRemovals,
  countCandidates,
  countShown,
  keptAt,
  listCandidates,
  missedByPage,
  removeRecords
} from '../storage/removals.ts'
import type { ServiceImage, ServicePage } from '../domain/service-records.ts'
import { isNarrowed, type ImageListArgs } from '../service/list-query.ts'
import type { Parts } from './group-parts.ts'
import { changing } from './mirror.ts'

const MAX_PRESENT = 10_000
/** The few are never half of more images than this: no need to count a large library. */
const MOST_OF_FEW = 100

export class Removal {
  readonly #ports: Pick<Parts, 'db' | 'group' | 'clock' | 'mirror' | 'onStatus'>
  /** Shown one by one in this run, and there. */
  readonly #present = new Set<number>()
  /** There may be candidates that nobody has looked at since: so at the start. Who looks at them takes it back. */
  hasUnproved = true

  constructor(ports: Pick<Parts, 'db' | 'group' | 'clock' | 'mirror' | 'onStatus'>) {
    this.#ports = ports
  }

  /**
   * What a complete pass says of records that it did not meet. Of more than a few, and of projects, it is also the
   * proof for what an earlier complete pass had missed. The few are left to `unproved`.
   */
  judge(pass: number): void {
    const { db, group, onStatus } = this.#ports
    const missing = addCandidates(db, { group, pass })
    this.hasUnproved = true
    if (mustAsk(missing)) askRemovals(db, group)
    else if (group === 'projects' || !areFew(missing.count)) {
      const twice = listCandidates(db, group, { isAsking: false }).filter((one) => one.pass > 0 && one.pass < pass)
      this.remove(twice.map(({ record }) => record))
    }
    onStatus()
  }

  /** What one page of the list shows: rows told as deleted, and those missing between its first and its last id. */
  notePage(args: Omit<ImageListArgs, 'perPage'>, page: ServicePage<ServiceImage>, askedAt: number): void {
    const { db } = this.#ports
    const { deleted, unreadable } = page
    const ids = page.records.map(({ id }) => id)
    const isWholeInOrder = args.sortBy === 'id' && !isNarrowed(args)
    const span = isWholeInOrder ? spanOf(ids, unreadable, deleted) : null
    if ((span === null && deleted.length === 0) || !this.#mayMiss()) return
    const missed = missedByPage(db, { ids, deleted, span, askedAt }).filter((record) => !this.#present.has(record))
    if (missed.length === 0) return
    addMissed(db, missed)
    this.hasUnproved = true
  }

  /** It was shown when it was asked for, whatever lists lack: until the next start pages make no candidate of it. */
  notePresent(record: number): void {
    if (this.#present.size >= MAX_PRESENT) this.#present.clear()
    this.#present.add(record)
  }

  /** Only what was once read whole can be missed by a page, and never where pages are not what was asked for. */
  #mayMiss(): boolean {
    const { db, group } = this.#ports
    const complete = newestPass(db, 'complete', group)
    return complete !== null && !isUnpaged(db, group) && complete.startedTick > keptAt(db, group)
  }

  /** All that seem gone and were neither removed nor seen since. */
  get count(): number {
    return countCandidates(this.#ports.db, this.#ports.group).all
  }

  /** Candidates few enough to be shown one by one. */
  unproved(): Candidate[] {
    const { db, group } = this.#ports
    return this.needsSecondPass ? [] : listCandidates(db, group, { isAsking: false })
  }

  /** More candidates than are shown one by one, or so many that a complete pass must ask about them. */
  get needsSecondPass(): boolean {
    const { db, group } = this.#ports
    const { all, asking } = countCandidates(db, group)
    if (all === asking) return false
    return !areFew(all - asking) || mustAsk({ count: all, of: countShown(db, group, MOST_OF_FEW) })
  }

  /** The person is asked about some of them; nothing is read again for that. */
  get isAsking(): boolean {
    return countCandidates(this.#ports.db, this.#ports.group).asking > 0
  }

  /** They are proved to be gone. */
  remove(records: readonly number[]): void {
    const { db, group, clock, mirror } = this.#ports
    if (records.length === 0) return
    const removal = { records, now: clock.now(), tick: nextTick(db) }
    const { revision } = changing(db, () => removeRecords(db, removal))
    const removed = group === 'images' ? records.length : 0
    mirror.tell({ revision, records, added: 0, removed, projectsChanged: group === 'projects' })
  }
}
