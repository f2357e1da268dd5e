/** The invariants of a history at every moment: I1 to I10 of docs/sync.md. */
import { listReceipts } from '../../../src/main/engine/storage/batches.ts'
import { readId } from '../../../src/reference-service/dialects/wire-values.ts'
import type { Ledger, Shown } from './ledger.ts'
import { dialectIn, isForgetful } from './plan.ts'
import { hold } from './violation.ts'
import type { Update } from './witness.ts'

const isOfImages = ({ verb }: { readonly verb: string }): boolean => verb !== 'delete-project'

/** Throws the first violation. */
export function checkMoment(ledger: Ledger): void {
  checkWitness(ledger)
  checkPace(ledger)
  checkReceipts(ledger)
  checkCount(ledger)
  checkCosts(ledger)
  checkGone(ledger)
  const shown = ledger.shown()
  checkShown(ledger, shown)
  checkOrder(ledger, shown)
}

/** I3, I7, I8, and I9 are checked at the wire as events occur. */
function checkWitness({ rig }: Ledger): void {
  const [first] = rig.witness.violations
  if (first !== undefined) throw first
}

const MOST_REFUSED = 0.01

/** I7, second half: once the request rate is known, at most one request in a hundred is refused. */
function checkPace({ rig }: Ledger): void {
  const { requests, refused } = rig.pace
  const most = Math.max(1, MOST_REFUSED * requests)
  hold('I7', refused <= most, () => `${refused} of ${requests} requests exceeded the rate limit`)
}

/** I1: acknowledged changes are visible, even after a kill, unless another client changed the record. */
function checkShown(ledger: Ledger, shown: ReadonlyMap<number, Shown>): void {
  const { world } = ledger.rig.plan
  const { flags } = dialectIn(world)
  for (const [number, states] of promisedStates(ledger, shown)) {
    const now = shown.get(number)
    if (now?.isParked === true || (now !== undefined && ledger.foreign.has(now.id))) continue
    const isThere = now?.isThere === true
    hold(
      'I1',
      isAny(states, (state) => state.isThere === isThere || (!isThere && ledger.isDeletedAfterAll(state.id))),
      () => `${number} is ${isThere ? '' : 'not '}present`
    )
    if (now === undefined || !isThere) continue
    const isStarred = flags === 'missing' || isAny(states, ({ favorite }) => favorite === now.favorite)
    hold('I1', isStarred, () => `${number} is ${now.favorite ? '' : 'not '}a favorite`)
    // Such a service drops fields that an update does not carry: the first update reveals that, and the user decides.
    const isNamed = isForgetful(world) || isAny(states, ({ name }) => name === now.name)
    hold(
      'I1',
      isNamed,
      () => `${number} is called "${now.name}", not "${states.map(({ name }) => name).join('" or "')}"`
    )
  }
}

/**
 * A single state must match as acknowledged. If several numbers were merged, each value comes from one of their states.
 */
const isAny = (states: readonly Shown[], fits: (state: Shown) => boolean): boolean => states.some(fits)

/**
 * Returns the last acknowledged state of each number. Two numbers may have been merged: the remaining one shows values
 * of either, such as the favorite of one and the name of the other; which one wins a conflict is tested with the merge.
 */
function promisedStates(ledger: Ledger, shown: ReadonlyMap<number, Shown>): Map<number, Shown[]> {
  const byId = new Map([...shown.values()].filter(({ id }) => id !== 0).map(({ id, record }) => [id, record]))
  const states = new Map<number, Shown[]>()
  for (const [record, wanted] of ledger.wanted) {
    const number = shown.has(record) ? record : (byId.get(wanted.id) ?? record)
    if (!ledger.foreign.has(wanted.id)) states.set(number, [...(states.get(number) ?? []), wanted])
  }
  return states
}

/**
 * I2: one request on the wire for each create and each deletion of a project, unless the user ordered another; and one
 * more with the id of a project.
 */
function checkCosts({ rig, ordered, projects }: Ledger): void {
  const { creates, projectDeletions, deletionsById } = rig.witness
  for (const [orders, arrivals] of [
    [ordered, creates],
    [projects, projectDeletions],
    [projects, deletionsById]
  ] as const) {
    for (const [key, arrived] of arrivals) {
      const count = arrived.filter(({ isRefused }) => !isRefused).length
      const allowed = orders.get(key) ?? 0
      hold('I2', count <= allowed, () => `"${key}" arrived ${count} times, but was ordered ${allowed} times`)
    }
  }
}

/** I4: a later desired value of a record never arrives before an earlier one. */
function checkOrder(ledger: Ledger, shown: ReadonlyMap<number, Shown>): void {
  const { witness } = ledger.rig
  const byId = new Map([...shown.values()].map((one) => [one.id, one.record]))
  for (const update of witness.updates) {
    const record = byId.get(update.id)
    if (record !== undefined && !hadTwoNumbers(ledger, record, update.id)) checkUpdate(ledger, record, update)
  }
  witness.updates = []
}

/** The record was also changed under another number, so the order of its values is unknown here. */
const hadTwoNumbers = ({ intents }: Ledger, record: number, id: number): boolean =>
  [...intents].some(([other, { id: known }]) => known === id && other !== record)

const FAVORITES: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false }

function checkUpdate(ledger: Ledger, record: number, { id, favorite, name }: Update): void {
  const intents = ledger.intents.get(record)
  if (intents === undefined || ledger.foreign.has(id)) return
  const value = name === null ? FAVORITES[favorite ?? ''] : name
  // The service trims names.
  const names = intents.names.map((one) => one.trim())
  const list: readonly (boolean | string)[] = name === null ? intents.favorites : names
  if (value === undefined) return
  const key = `${record} ${name === null ? 'favorite' : 'name'}`
  const from = ledger.arrivedUpTo.get(key) ?? 0
  const place = list.indexOf(value, from)
  hold('I4', place >= 0, () => `${key}: ${value} arrived after ${list[from]}; desired values: ${list.join(', ')}`)
  ledger.arrivedUpTo.set(key, place)
}

const ITEMS = `SELECT batch, count(*) AS size, sum(outcome = 'waiting') AS waiting, sum(outcome = 'done') AS done,
    sum(outcome = 'unchanged') AS unchanged, sum(outcome = 'needs-attention') AS needs_attention,
    sum(outcome = 'canceled') AS canceled FROM batch_items GROUP BY batch`
const COUNTERS = ['size', 'waiting', 'done', 'unchanged', 'needs_attention', 'canceled']
const MISCOUNTED = `SELECT b.batch FROM batches b JOIN (${ITEMS}) i USING (batch)
  WHERE ${COUNTERS.map((name) => `b.${name} <> i.${name}`).join(' OR ')}`

/** I5: the outcomes of a batch add up to its size, which the schema enforces as well, and equal those of its items. */
function checkReceipts({ run }: Ledger): void {
  const wrong = run.db.column<number>(MISCOUNTED)
  hold('I5', wrong.length === 0, () => `batch ${wrong[0]} does not match the outcomes of its items`)
  for (const { batch, size, ...receipt } of listReceipts(run.db, { before: null, limit: 1_000 })) {
    const { done, unchanged, waiting, needsAttention, canceled } = receipt
    const sum = done + unchanged + waiting + needsAttention + canceled
    hold('I5', sum === size, () => `batch ${batch} has ${size} items, but ${sum} outcomes`)
  }
}

const GONE = `SELECT r.record, r.grp, r.service_id AS id FROM gone JOIN records r USING (record)
  WHERE r.service_id IS NOT NULL`

/** I6: no existing record counts as deleted, unless the service reported it or the user decided it. */
function checkGone({ run, rig, goneByWord }: Ledger): void {
  const gone = run.db.all<{ record: number; grp: string; id: string }>(GONE)
  if (gone.length === 0) return
  const { images, projects } = rig.service.truth
  const { ids } = dialectIn(rig.plan.world)
  for (const { record, grp, id } of gone) {
    const key = grp === 'images' ? readId(ids, id) : id
    const isThere = typeof key === 'number' ? images.has(key) : projects.has(key)
    const isProven = goneByWord.has(record) || rig.witness.saidGone.has(`${grp} ${key}`)
    hold('I6', !isThere || isProven, () => `${grp} ${key} left the library without proof`)
  }
}

/** I10: the count on screen equals the count in the outbox. */
function checkCount({ run }: Ledger): void {
  const status = run.sync.status()
  const inOutbox = run.db.value<number>("SELECT count(*) FROM entries WHERE state <> 'refused'") ?? 0
  hold('I10', status.waiting === inOutbox, () => `the screen counts ${status.waiting}, the outbox ${inOutbox}`)
  const running = status.running.filter(isOfImages).length
  const isDone = status.images.state !== 'up-to-date' || running === 0
  hold('I10', isDone, () => `up to date, but ${running} batches are running`)
}
