/** Plays one history in virtual time, checks it after each step, and returns the result. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { failureOfStorage } from '../../../src/main/engine/storage/storage-failure.ts'
import { GROUPS } from '../../../src/shared/sync-status.ts'
import { type StatementFaults, watchStatements } from '../../helpers/failing-statements.ts'
import { trust } from '../../helpers/trust.ts'
import { Chance } from '../history-chance.ts'
import { checkMoment } from './checks.ts'
import { removals, repair } from './decisions.ts'
import { healAndCheck } from './end.ts'
import { HistoryRig } from './history-rig.ts'
import { Ledger } from './ledger.ts'
import { LIBRARY_ACTS, type UserAct } from './user-acts.ts'
import type { Act, HistoryPlan, Step } from './plan.ts'
import { Violation } from './violation.ts'
import { freeDisk, worldActs } from './world-acts.ts'

export interface Played {
  /** `null` if no invariant is broken. */
  readonly violation: Violation | null
  /** The events, one line for each step. */
  readonly story: readonly string[]
}

/** Changes the rig or the program after the lists were read, so that a test can show that a check fails. */
export type Breaking = (ledger: Ledger) => void

const statements: { faults: StatementFaults | null } = { faults: null }
/** Acts of the user, who does nothing while the key belongs to another account or is missing. */
const USER_ACTS: Readonly<Record<string, UserAct>> = { ...LIBRARY_ACTS, repair, removals }

/** While lying hazards are active, and for this time afterwards, shown values may come from wrong responses. */
const LYING_MS = 10 * 60_000

export async function playHistory(plan: HistoryPlan, breaking: Breaking = () => undefined): Promise<Played> {
  const faults = (statements.faults ??= watchStatements())
  const rig = new HistoryRig(plan)
  const player = new Player(new Ledger(rig), faults)
  const onRejection = (error: unknown): void => player.noteRejection(error)
  // Errors that the engine throws outside of an awaited call end its thread; here they are collected.
  for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, onRejection)
  try {
    await player.play(plan, breaking)
    return { violation: null, story: player.ledger.story }
  } catch (error) {
    return { violation: toViolation(error), story: player.ledger.story }
  } finally {
    faults.disarm()
    // Lets rejections of the last turn be reported.
    await nextTurn()
    for (const event of ['unhandledRejection', 'uncaughtException']) process.off(event, onRejection)
    rig.dispose()
  }
}

function toViolation(error: unknown): Violation {
  if (error instanceof Violation) return error
  const violation = new Violation('thrown', error instanceof Error ? error.message : String(error))
  violation.cause = error
  return violation
}

class Player {
  readonly ledger: Ledger
  readonly #acts: Readonly<Record<Act, UserAct>>
  readonly #faults: StatementFaults
  #rejected: unknown[] = []

  constructor(ledger: Ledger, faults: StatementFaults) {
    this.ledger = ledger
    this.#faults = faults
    this.#acts = { ...LIBRARY_ACTS, ...worldActs(faults), repair, removals }
    ledger.rig.onLie = () => {
      ledger.liesUntil = ledger.rig.clock.now() + LYING_MS
    }
  }

  async play({ steps }: HistoryPlan, breaking: Breaking): Promise<void> {
    await this.#readFirst()
    const { rig, run } = this.ledger
    if (rig.plan.world.isTrusted) trust(rig, run)
    breaking(this.ledger)
    for (const step of steps) await this.#take(step)
    await healAndCheck(this.ledger, () => this.#check())
  }

  /** Waits until both lists were read, even where their end cannot be proved. */
  #readFirst(): Promise<void> {
    const { run, rig } = this.ledger
    const ended = "SELECT count(DISTINCT grp) FROM passes WHERE ended_at IS NOT NULL AND kind = 'full'"
    return rig.clock.runUntil(() => run.db.value<number>(ended) === GROUPS.length)
  }

  noteRejection(error: unknown): void {
    this.#rejected.push(error)
  }

  async #take(step: Step): Promise<void> {
    this.ledger.noteParked()
    const what = this.#act(step)
    this.ledger.story.push(`${step.act}: ${what ?? 'nothing to do'}; then ${(step.afterMs / 1_000).toFixed(1)} s`)
    await this.#advance(step.afterMs)
    this.#faults.disarm()
    freeDisk(this.ledger)
    this.#check()
  }

  /** Acts as the user. Without the right key the user first restores it; an act without a target becomes a favorite. */
  #act({ act, seed }: Step): string | null {
    const chance = new Chance(seed)
    const isUserAct = Object.hasOwn(USER_ACTS, act)
    const { rig } = this.ledger
    if (isUserAct && (rig.account === 'other' || !rig.hasKeys)) return this.#acts.key(this.ledger, chance)
    const what = this.#acts[act](this.ledger, chance)
    return what ?? (isUserAct ? LIBRARY_ACTS.star(this.ledger, chance) : null)
  }

  /** The program restarts a thread that a disk error has ended, as after a kill. */
  async #advance(ms: number): Promise<void> {
    const end = this.ledger.rig.clock.elapsed() + ms
    for (;;) {
      const thrown = await this.#run(end)
      if (thrown === null) return
      if (failureOfStorage(thrown) === null) throw thrown
      this.ledger.story.push('  a disk error ended the thread, which is restarted')
      this.#faults.disarm()
      freeDisk(this.ledger)
      this.ledger.restart('kill')
    }
  }

  /** Returns the error thrown before the end; `null` if there is none. */
  async #run(end: number): Promise<unknown> {
    const { clock } = this.ledger.rig
    try {
      await clock.advance(end - clock.elapsed())
      await nextTurn()
    } catch (error) {
      return error
    }
    return this.#rejected.shift() ?? null
  }

  #check(): void {
    const { rig, wanted, liesUntil } = this.ledger
    const [rejected] = this.#rejected
    if (rejected !== undefined) throw rejected
    if (rig.clock.now() < liesUntil) wanted.clear()
    checkMoment(this.ledger)
  }
}
