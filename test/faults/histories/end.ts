/** The end of a history: all faults are over, the user decides everything, and both sides must agree. */
import { foldText, naturalKey, searchText } from '../../../src/main/engine/storage/search.ts'
import type { EngineRepairAction } from '../../../src/shared/change.ts'
import { GROUPS } from '../../../src/shared/sync-status.ts'
import { Chance } from '../history-chance.ts'
import { decideRemovals, repairable, repairOne } from './decisions.ts'
import type { Ledger, Shown } from './ledger.ts'
import { dialectIn, isForgetful } from './plan.ts'
import { hold, Violation } from './violation.ts'
import { returnKey } from './world-acts.ts'

const MINUTE_MS = 60_000
/** Longer than the longest cooldown that is accepted. */
const PATIENCE_MS = 30 * 60 * MINUTE_MS
/** A sync requested by the user reads a whole pass when the last one is older than ten minutes. */
const READING_MS = 11 * MINUTE_MS
const MOST_READINGS = 6
/** After this many rounds the user gives a change up. */
const PATIENT_ROUNDS = 3

/** The preferred repair actions in this order, and those that end any change. */
const PREFERRED: readonly EngineRepairAction[] = ['adopt', 'retry', 'keep-mine', 'remove-copy', 'leave-so', 'discard']
const ENDING: readonly EngineRepairAction[] = ['discard', 'keep-theirs', 'remove-copy', 'leave-so', 'adopt']

export async function healAndCheck(ledger: Ledger, check: () => void): Promise<void> {
  const { rig } = ledger
  rig.down = null
  rig.injector.end()
  returnKey(ledger)
  ledger.run.sync.setPaused(false)
  await decideAll(ledger, check)
  await readAll(ledger)
  // Records found deleted by then may need a decision, too.
  await decideAll(ledger, check)
  checkEnd(ledger)
}

/** Repeats until nothing is pending and nothing needs attention. */
async function decideAll(ledger: Ledger, check: () => void): Promise<void> {
  for (let round = 0; round <= 2 * PATIENT_ROUNDS; round += 1) {
    await settle(ledger)
    check()
    if (!decide(ledger, round < PATIENT_ROUNDS ? PREFERRED : ENDING)) return
  }
}

/** Changes by other clients that are far from the head, or need a second lookup, are found after several reads. */
async function readAll(ledger: Ledger): Promise<void> {
  await waitForCooldowns(ledger)
  for (let time = 0; time < MOST_READINGS; time += 1) {
    ledger.run.sync.wake('user')
    await ledger.rig.clock.advance(READING_MS)
    const isAsked = GROUPS.map((group) => decideRemovals(ledger, group, true)).includes(true)
    if (!isAsked && differences(ledger).length === 0) return
  }
}

/** A cooldown of up to a day is accepted, and nothing is read until its end. */
async function waitForCooldowns({ rig, run }: Ledger): Promise<void> {
  const begun = rig.clock.elapsed()
  const isCoolingDown = (): boolean => GROUPS.some((group) => run.sync.status()[group].state === 'rate-limited')
  while (isCoolingDown() && rig.clock.elapsed() - begun < PATIENCE_MS) await rig.clock.advance(READING_MS)
}

/** Waits until all pending entries need attention. */
async function settle(ledger: Ledger): Promise<void> {
  const { rig, run } = ledger
  // Entries that wait for a create that needs attention stay pending with it.
  const left = `SELECT 1 FROM entries WHERE state <> 'refused' AND record NOT IN
    (SELECT record FROM entries WHERE kind = 'create' AND state = 'refused') LIMIT 1`
  const isSettled = (): boolean => {
    resume(ledger)
    return run.db.value<number>(left) === undefined
  }
  run.sync.wake('user')
  const begun = rig.clock.elapsed()
  while (!isSettled()) {
    const waitedMs = rig.clock.elapsed() - begun
    await rig.clock.advance(Math.max(MINUTE_MS, Math.round(waitedMs / 10)))
    if (waitedMs > PATIENCE_MS) throw new Violation('end', `stuck: ${stuck(ledger)}`)
  }
}

function stuck(ledger: Ledger): string {
  const { images, projects, isPaused } = ledger.run.sync.status()
  const state = { images: images.state, failure: images.failure, projects: projects.state, isPaused }
  return `${leftOver(ledger)} ${JSON.stringify(state)}`
}

/** The first remaining entries, for diagnosis. */
function leftOver({ run }: Ledger): string {
  const sql = 'SELECT kind, record, state, tries, last_failure AS failure FROM entries ORDER BY entry LIMIT 3'
  return JSON.stringify(run.db.all(sql))
}

/** Resumes paused batches; where the service drops unsent fields, stops them instead. A new key counts as ours. */
function resume(ledger: Ledger): void {
  const { run, rig } = ledger
  const status = run.sync.status()
  if (status.images.failure?.code === 'owner-unclear') run.sync.answerOwner('images', true)
  // A late rejection of the key, after the network has recovered, needs another sync request by the user.
  if (GROUPS.some((group) => status[group].state === 'signed-out')) run.sync.wake('user')
  const paused = run.db.column<number>('SELECT batch FROM batches WHERE pause IS NOT NULL AND waiting > 0')
  for (const batch of paused) {
    if (!isForgetful(rig.plan.world)) run.library.setBatchPaused({ batch, isPaused: false })
    else {
      const stopped = run.library.stopBatch({ batch, isUndoing: false })
      if (stopped.ok) ledger.forget(stopped.value.changed)
    }
  }
}

/** Decides every change that needs attention; returns whether there was any. */
function decide(ledger: Ledger, preferred: readonly EngineRepairAction[]): boolean {
  const changes = repairable(ledger, 'needs-attention')
  ledger.noteParked()
  for (const change of changes) {
    const repairAction = preferred.find((one) => change.repairActions.includes(one)) ?? 'discard'
    repairOne(ledger, change, repairAction, new Chance(change.entry))
  }
  return changes.length > 0
}

/** Checks the final state: nothing is pending, and the library equals the service. */
function checkEnd(ledger: Ledger): void {
  const { run } = ledger
  const { waiting, needsAttention, running, pickedUp } = run.sync.status()
  const isEmpty = waiting === 0 && needsAttention === 0 && running.length === 0 && pickedUp === null
  hold(
    'end',
    isEmpty,
    () => `${waiting} pending, ${needsAttention} need attention, ${running.length} batches running: ${leftOver(ledger)}`
  )
  const wrong = differences(ledger)
  hold('end', wrong.length === 0, () => `library and service differ: ${wrong.slice(0, 5).join('; ')}`)
  const misnamed = misnamedInSearch(ledger)
  hold('end', misnamed.length === 0, () => `search or order uses other names: ${misnamed.slice(0, 5).join('; ')}`)
}

const INDEXED = `SELECT i.record, i.name, i.description, i.name_key AS nameKey, t.folded FROM images i
  LEFT JOIN texts t USING (record) WHERE i.record NOT IN (SELECT record FROM gone)`

interface Indexed {
  readonly record: number
  readonly name: string | null
  readonly description: string | null
  readonly nameKey: string
  readonly folded: string | null
}

/**
 * Search and the order by name use the shown values; nothing is pending any more, so these are the values of the
 * mirror.
 */
function misnamedInSearch({ run }: Ledger): string[] {
  const isWrong = ({ name, description, nameKey, folded }: Indexed): boolean =>
    nameKey !== naturalKey(foldText(name ?? '')) || folded !== searchText(name, description)
  const wrong = run.db.all<Indexed>(INDEXED).filter(isWrong)
  return wrong.map(({ record, name, nameKey, folded }) => `${record} "${name}" is "${nameKey}" and "${folded}"`)
}

const differences = (ledger: Ledger): string[] => [...imageDifferences(ledger), ...projectDifferences(ledger)]

/** Such a service never proves that a record was deleted, so missing records stay. */
function keepsDeletedRecords(ledger: Ledger): boolean {
  const { paging, list, totals } = dialectIn(ledger.rig.plan.world)
  return paging === 'ignored' || list === 'array' || totals === 'missing'
}

function imageDifferences(ledger: Ledger): string[] {
  const here = new Map(ledger.present().map((one) => [one.id, one]))
  const there = ledger.rig.service.truth.images
  const { flags } = dialectIn(ledger.rig.plan.world)
  const missing = [...there.keys()].filter((id) => !here.has(id)).map((id) => `${id} is missing here`)
  const tooMany = [...here.keys()].filter((id) => !there.has(id)).map((id) => `${id} is missing at the service`)
  const isOther = ({ id, favorite, name }: Shown): boolean => {
    const image = there.get(id)
    if (image === undefined) return false
    return image.name !== name || (flags !== 'missing' && image.favorite !== favorite)
  }
  const others = [...here.values()].filter(isOther).map((one) => `${one.id} is "${one.name}" ${one.favorite} here`)
  return [...missing, ...(keepsDeletedRecords(ledger) ? [] : tooMany), ...others]
}

function projectDifferences(ledger: Ledger): string[] {
  const here = new Set(ledger.rig.projects(ledger.run))
  const there = ledger.rig.service.truth.projects
  const missing = [...there.keys()].filter((name) => !here.has(name)).map((name) => `project ${name} is missing here`)
  const tooMany = [...here]
    .filter((name) => !there.has(name))
    .map((name) => `project ${name} is missing at the service`)
  return [...missing, ...(keepsDeletedRecords(ledger) ? [] : tooMany)]
}
