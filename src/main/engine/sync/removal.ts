/**
 * Removes records that are gone from the service, and only with proof. A record that a complete pass missed is a
 * candidate; a `show` with 404, or a second complete pass that misses it too, is the proof. Many at once suggest
 * another account or a service that lost its data, so the user is asked.
 */
import { areFew, mustAsk, idRangeOf } from '../domain/removal-proof.ts'
import { nextSequence } from '../storage/meta.ts'
import { isUnpaged, newestPass } from '../storage/passes.ts'
import {
  type Candidate,
  addCandidates,
  addMissed,
  requireDecision,
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
/** The few are never half of more images than this, so a large library need not be counted. */
const MOST_OF_FEW = 100

export class Removal {
  readonly #ports: Pick<Parts, 'db' | 'group' | 'clock' | 'mirror' | 'onStatus'>
  /** Records that were shown individually in this run. */
  readonly #present = new Set<number>()
  /** Whether there may be candidates that were not checked yet, as at every start. Cleared by the check. */
  hasUnproved = true

  constructor(ports: Pick<Parts, 'db' | 'group' | 'clock' | 'mirror' | 'onStatus'>) {
    this.#ports = ports
  }

  /**
   * Makes candidates of records that a complete pass missed. For projects, and if there are more than a few, the pass
   * also proves the removal of earlier candidates. The few are left to `unproved`.
   */
  judge(pass: number): void {
    const { db, group, onStatus } = this.#ports
    const missing = addCandidates(db, { group, pass })
    this.hasUnproved = true
    if (mustAsk(missing)) requireDecision(db, group)
    else if (group === 'projects' || !areFew(missing.count)) {
      const twice = listCandidates(db, group, { isAwaitingDecision: false }).filter(
        (one) => one.pass > 0 && one.pass < pass
      )
      this.remove(twice.map(({ record }) => record))
    }
    onStatus()
  }

  /**
   * Makes candidates of what one page reveals: rows reported as deleted, and records missing between its first and last
   * id.
   */
  notePage(args: Omit<ImageListArgs, 'perPage'>, page: ServicePage<ServiceImage>, requestSequence: number): void {
    const { db } = this.#ports
    const { deleted, unreadable } = page
    const ids = page.records.map(({ id }) => id)
    const isWholeInOrder = args.sortBy === 'id' && !isNarrowed(args)
    const idRange = isWholeInOrder ? idRangeOf(ids, unreadable, deleted) : null
    if ((idRange === null && deleted.length === 0) || !this.#mayMiss()) return
    const missed = missedByPage(db, { ids, deleted, idRange, requestSequence }).filter(
      (record) => !this.#present.has(record)
    )
    if (missed.length === 0) return
    addMissed(db, missed)
    this.hasUnproved = true
  }

  /** Exempts a record that `show` returned from candidates by pages until the next start, whatever lists lack. */
  notePresent(record: number): void {
    if (this.#present.size >= MAX_PRESENT) this.#present.clear()
    this.#present.add(record)
  }

  /** Returns whether pages may reveal removals: only after a complete pass, and never if the service ignores paging. */
  #mayMiss(): boolean {
    const { db, group } = this.#ports
    const complete = newestPass(db, 'complete', group)
    return complete !== null && !isUnpaged(db, group) && complete.startedSequence > keptAt(db, group)
  }

  /** Number of records that seem removed and were neither removed nor seen since. */
  get count(): number {
    return countCandidates(this.#ports.db, this.#ports.group).all
  }

  /** Returns the candidates if they are few enough to be shown individually. */
  unproved(): Candidate[] {
    const { db, group } = this.#ports
    return this.needsSecondPass ? [] : listCandidates(db, group, { isAwaitingDecision: false })
  }

  /**
   * Whether there are more candidates than are shown individually, or so many that a complete pass must ask about them.
   */
  get needsSecondPass(): boolean {
    const { db, group } = this.#ports
    const { all, awaitingDecision } = countCandidates(db, group)
    if (all === awaitingDecision) return false
    return !areFew(all - awaitingDecision) || mustAsk({ count: all, of: countShown(db, group, MOST_OF_FEW) })
  }

  /** Whether the user is asked about some of them, which requires no further reads. */
  get isAwaitingDecision(): boolean {
    return countCandidates(this.#ports.db, this.#ports.group).awaitingDecision > 0
  }

  /** Removes records that are proved to be gone. */
  remove(records: readonly number[]): void {
    const { db, group, clock, mirror } = this.#ports
    if (records.length === 0) return
    const removal = { records, now: clock.now(), sequence: nextSequence(db) }
    const { revision } = changing(db, () => removeRecords(db, removal))
    const removed = group === 'images' ? records.length : 0
    mirror.notify({ revision, records, added: 0, removed, projectsChanged: group === 'projects' })
  }
}
