/** The end of a history: all faults are over, the person decides everything, and the two sides must agree. */
import { foldText, naturalKey, searchText } from '../../../src/main/engine/storage/search.ts'
import type { EngineRemedy } from '../../../src/shared/change.ts'
import { GROUPS } from '../../../src/shared/sync-status.ts'
import { Chance } from '../history-chance.ts'
import { decideRemovals, repairable, repairOne } from './decisions.ts'
import type { Ledger, Shown } from './ledger.ts'
import { dialectIn, isForgetful } from './plan.ts'
import { hold, Violation } from './violation.ts'
import { returnKey } from './world-acts.ts'

const MINUTE_MS = 60_000
/** Longer than any rest that is believed. */
const PATIENCE_MS = 30 * 60 * MINUTE_MS
/** A person who asks gets a whole pass when the last one is older than ten minutes. */
const READING_MS = 11 * MINUTE_MS
const MOST_READINGS = 6
/** A change that comes back to the person so often is given up. */
const PATIENT_ROUNDS = 3

/** What the person prefers, in this order; at last whatever ends it. */
const PREFERRED: readonly EngineRemedy[] = ['adopt', 'retry', 'keep-mine', 'remove-copy', 'leave-so', 'discard']
const ENDING: readonly EngineRemedy[] = ['discard', 'keep-theirs', 'remove-copy', 'leave-so', 'adopt']

export async function healAndCheck(ledger: Ledger, check: () => void): Promise<void> {
  const { rig } = ledger
  rig.down = null
  rig.trouble.end()
  returnKey(ledger)
  ledger.run.sync.setPaused(false)
  await decideAll(ledger, check)
  await readAll(ledger)
  // What has turned out to be gone by then may need a word, too.
  await decideAll(ledger, check)
  checkEnd(ledger)
}

/** Until nothing waits, and nothing needs the person. */
async function decideAll(ledger: Ledger, check: () => void): Promise<void> {
  for (let round = 0; round <= 2 * PATIENT_ROUNDS; round += 1) {
    await settle(ledger)
    check()
    if (!decide(ledger, round < PATIENT_ROUNDS ? PREFERRED : ENDING)) return
  }
}

/** Far from the head and behind a second look: what other clients did is found as well, sooner or later. */
async function readAll(ledger: Ledger): Promise<void> {
  await restsAreOver(ledger)
  for (let time = 0; time < MOST_READINGS; time += 1) {
    ledger.run.sync.wake('asked')
    await ledger.rig.clock.advance(READING_MS)
    const isAsked = GROUPS.map((group) => decideRemovals(ledger, group, true)).includes(true)
    if (!isAsked && differences(ledger).length === 0) return
  }
}

/** A day is believed, and until then nothing is read. */
async function restsAreOver({ rig, run }: Ledger): Promise<void> {
  const begun = rig.clock.elapsed()
  const isResting = (): boolean => GROUPS.some((group) => run.sync.status()[group].state === 'held')
  while (isResting() && rig.clock.elapsed() - begun < PATIENCE_MS) await rig.clock.advance(READING_MS)
}

/** Until nothing waits but for the person. */
async function settle(ledger: Ledger): Promise<void> {
  const { rig, run } = ledger
  // What waits for a create that needs the person waits with it.
  const left = `SELECT 1 FROM entries WHERE state <> 'refused' AND record NOT IN
    (SELECT record FROM entries WHERE kind = 'create' AND state = 'refused') LIMIT 1`
  const isSettled = (): boolean => {
    goOn(ledger)
    return run.db.value<number>(left) === undefined
  }
  run.sync.wake('asked')
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

/** The first entries that are left, for whoever looks into it. */
function leftOver({ run }: Ledger): string {
  const sql = 'SELECT kind, record, state, tries, last_failure AS failure FROM entries ORDER BY entry LIMIT 3'
  return JSON.stringify(run.db.all(sql))
}

/** Batches that are held go on, but where the service forgets what is not sent: those are stopped. A new key is ours. */
function goOn(ledger: Ledger): void {
  const { run, rig } = ledger
  const status = run.sync.status()
  if (status.images.failure?.code === 'owner-unclear') run.sync.answerOwner('images', true)
  // A refusal of the key that comes late, when the network was well again: the person asks once more.
  if (GROUPS.some((group) => status[group].state === 'signed-out')) run.sync.wake('asked')
  const held = run.db.column<number>('SELECT batch FROM batches WHERE hold IS NOT NULL AND waiting > 0')
  for (const batch of held) {
    if (!isForgetful(rig.plan.world)) run.library.setBatchHeld({ batch, isHeld: false })
    else {
      const stopped = run.library.stopBatch({ batch, isUndoing: false })
      if (stopped.ok) ledger.forget(stopped.value.changed)
    }
  }
}

/** One word on everything that needs the person; whether there was anything. */
function decide(ledger: Ledger, preferred: readonly EngineRemedy[]): boolean {
  const changes = repairable(ledger, 'needs-you')
  ledger.noteParked()
  for (const change of changes) {
    const remedy = preferred.find((one) => change.remedies.includes(one)) ?? 'discard'
    repairOne(ledger, change, remedy, new Chance(change.entry))
  }
  return changes.length > 0
}

/** What holds once all is well again: nothing waits, and the library is what the service is. */
function checkEnd(ledger: Ledger): void {
  const { run } = ledger
  const { waiting, needsYou, running, pickedUp } = run.sync.status()
  const isEmpty = waiting === 0 && needsYou === 0 && running.length === 0 && pickedUp === null
  hold(
    'end',
    isEmpty,
    () => `${waiting} wait, ${needsYou} need the person, ${running.length} batches run: ${leftOver(ledger)}`
  )
  const wrong = differences(ledger)
  hold('end', wrong.length === 0, () => `library and service differ: ${wrong.slice(0, 5).join('; ')}`)
  const misnamed = misnamedInSearch(ledger)
  hold('end', misnamed.length === 0, () => `found or sorted by other words: ${misnamed.slice(0, 5).join('; ')}`)
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

/** Search and the order by name go by what is shown; nothing waits any more, so that is what the mirror holds. */
function misnamedInSearch({ run }: Ledger): string[] {
  const isWrong = ({ name, description, nameKey, folded }: Indexed): boolean =>
    nameKey !== naturalKey(foldText(name ?? '')) || folded !== searchText(name, description)
  const wrong = run.db.all<Indexed>(INDEXED).filter(isWrong)
  return wrong.map(({ record, name, nameKey, folded }) => `${record} "${name}" is "${nameKey}" and "${folded}"`)
}

const differences = (ledger: Ledger): string[] => [...imageDifferences(ledger), ...projectDifferences(ledger)]

/** Nothing proves there that a record left: what is missed stays. */
function keepsWhatLeft(ledger: Ledger): boolean {
  const { paging, list, totals } = dialectIn(ledger.rig.plan.world)
  return paging === 'ignored' || list === 'array' || totals === 'missing'
}

function imageDifferences(ledger: Ledger): string[] {
  const here = new Map(ledger.present().map((one) => [one.id, one]))
  const there = ledger.rig.service.truth.images
  const { flags } = dialectIn(ledger.rig.plan.world)
  const missing = [...there.keys()].filter((id) => !here.has(id)).map((id) => `${id} is missing here`)
  const tooMany = [...here.keys()].filter((id) => !there.has(id)).map((id) => `${id} is not there`)
  const isOther = ({ id, favorite, name }: Shown): boolean => {
    const image = there.get(id)
    if (image === undefined) return false
    return image.name !== name || (flags !== 'missing' && image.favorite !== favorite)
  }
  const others = [...here.values()].filter(isOther).map((one) => `${one.id} is "${one.name}" ${one.favorite} here`)
  return [...missing, ...(keepsWhatLeft(ledger) ? [] : tooMany), ...others]
}

function projectDifferences(ledger: Ledger): string[] {
  const here = new Set(ledger.rig.projects(ledger.run))
  const there = ledger.rig.service.truth.projects
  const missing = [...there.keys()].filter((name) => !here.has(name)).map((name) => `project ${name} is missing here`)
  const tooMany = [...here].filter((name) => !there.has(name)).map((name) => `project ${name} is not there`)
  return [...missing, ...(keepsWhatLeft(ledger) ? [] : tooMany)]
}
