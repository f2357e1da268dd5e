/** What must hold in a history at every moment: I1 to I10 of docs/sync.md. */
import { listReceipts } from '../../../src/main/engine/storage/batches.ts'
import { readId } from '../../../src/reference-service/dialects/wire-values.ts'
import type { Ledger, Shown } from './ledger.ts'
import { dialectIn, isForgetful } from './plan.ts'
import { hold } from './violation.ts'
import type { Update } from './witness.ts'

const isOfImages = ({ verb }: { readonly verb: string }): boolean => verb !== 'delete-project'

/** Throws a violation, the first that is found. */
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

/** I3, I7, I8 and I9 are judged at the wire as they happen. */
function checkWitness({ rig }: Ledger): void {
  const [first] = rig.witness.violations
  if (first !== undefined) throw first
}

const MOST_REFUSED = 0.01

/** I7, its second half: once the pace is found, one request of a hundred is refused at most. */
function checkPace({ rig }: Ledger): void {
  const { requests, refused } = rig.pace
  const most = Math.max(1, MOST_REFUSED * requests)
  hold('I7', refused <= most, () => `${refused} of ${requests} requests were refused for their pace`)
}

/** I1: what the screen acknowledged is there, after a kill too, unless somebody else had a word. */
function checkShown(ledger: Ledger, shown: ReadonlyMap<number, Shown>): void {
  const { world } = ledger.rig.plan
  const { flags } = dialectIn(world)
  for (const [number, words] of promised(ledger, shown)) {
    const now = shown.get(number)
    if (now?.isParked === true || (now !== undefined && ledger.foreign.has(now.id))) continue
    const isThere = now?.isThere === true
    hold(
      'I1',
      holds(words, (word) => word.isThere === isThere || (!isThere && ledger.isDeletedAfterAll(word.id))),
      () => `${number} is ${isThere ? '' : 'not '}there`
    )
    if (now === undefined || !isThere) continue
    const isStarred = flags === 'missing' || holds(words, ({ favorite }) => favorite === now.favorite)
    hold('I1', isStarred, () => `${number} is ${now.favorite ? '' : 'not '}a favorite`)
    // Such a service forgets what an update does not carry: the first one shows that, and the person decides.
    const isNamed = isForgetful(world) || holds(words, ({ name }) => name === now.name)
    hold(
      'I1',
      isNamed,
      () => `${number} is called "${now.name}", not "${words.map(({ name }) => name).join('" or "')}"`
    )
  }
}

/** One word is kept as it was said. Of several, said under numbers that became one, each value is that of one of them. */
const holds = (words: readonly Shown[], fits: (word: Shown) => boolean): boolean => words.some(fits)

/**
 * The last word on each number. Two may have become one: what was shown under either of them, a star here and a name
 * there, holds of the one that is left; which of both it is, where they differ, is a property of the merge, tested there.
 */
function promised(ledger: Ledger, shown: ReadonlyMap<number, Shown>): Map<number, Shown[]> {
  const byId = new Map([...shown.values()].filter(({ id }) => id !== 0).map(({ id, record }) => [id, record]))
  const words = new Map<number, Shown[]>()
  for (const [record, wanted] of ledger.wanted) {
    const number = shown.has(record) ? record : (byId.get(wanted.id) ?? record)
    if (!ledger.foreign.has(wanted.id)) words.set(number, [...(words.get(number) ?? []), wanted])
  }
  return words
}

/**
 * I2: one request on the wire for each create and each deletion of a project, unless the person ordered another; and
 * one more by the id of a project.
 */
function checkCosts({ rig, ordered, projects }: Ledger): void {
  const { creates, projectDeletions, deletionsById } = rig.witness
  for (const [book, arrivals] of [
    [ordered, creates],
    [projects, projectDeletions],
    [projects, deletionsById]
  ] as const) {
    for (const [key, arrived] of arrivals) {
      const count = arrived.filter(({ isRefused }) => !isRefused).length
      const wanted = book.get(key) ?? 0
      hold('I2', count <= wanted, () => `"${key}" arrived ${count} times, and was ordered ${wanted} times`)
    }
  }
}

/** I4: of one record what was wanted later never arrives before what was wanted earlier. */
function checkOrder(ledger: Ledger, shown: ReadonlyMap<number, Shown>): void {
  const { witness } = ledger.rig
  const byId = new Map([...shown.values()].map((one) => [one.id, one.record]))
  for (const update of witness.updates) {
    const record = byId.get(update.id)
    if (record !== undefined && !hadTwoNumbers(ledger, record, update.id)) checkUpdate(ledger, record, update)
  }
  witness.updates = []
}

/** Words were said of it under another number, too: their order is not known here. */
const hadTwoNumbers = ({ intents }: Ledger, record: number, id: number): boolean =>
  [...intents].some(([other, { id: known }]) => known === id && other !== record)

const FAVORITES: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false }

function checkUpdate(ledger: Ledger, record: number, { id, favorite, name }: Update): void {
  const intents = ledger.intents.get(record)
  if (intents === undefined || ledger.foreign.has(id)) return
  const value = name === null ? FAVORITES[favorite ?? ''] : name
  const list: readonly (boolean | string)[] = name === null ? intents.favorites : intents.names
  if (value === undefined) return
  const key = `${record} ${name === null ? 'favorite' : 'name'}`
  const from = ledger.arrivedUpTo.get(key) ?? 0
  const place = list.indexOf(value, from)
  hold('I4', place >= 0, () => `${key}: ${value} arrived behind ${list[from]}; wanted were ${list.join(', ')}`)
  ledger.arrivedUpTo.set(key, place)
}

const ITEMS = `SELECT batch, count(*) AS size, sum(outcome = 'waiting') AS waiting, sum(outcome = 'done') AS done,
    sum(outcome = 'already-so') AS already_so, sum(outcome = 'needs-you') AS needs_you,
    sum(outcome = 'taken-back') AS taken_back FROM batch_items GROUP BY batch`
const COUNTERS = ['size', 'waiting', 'done', 'already_so', 'needs_you', 'taken_back']
const MISCOUNTED = `SELECT b.batch FROM batches b JOIN (${ITEMS}) i USING (batch)
  WHERE ${COUNTERS.map((name) => `b.${name} <> i.${name}`).join(' OR ')}`

/** I5: the outcomes of a batch add up to its size, which the schema holds as well; and they are those of its items. */
function checkReceipts({ run }: Ledger): void {
  const wrong = run.db.column<number>(MISCOUNTED)
  hold('I5', wrong.length === 0, () => `batch ${wrong[0]} counts other outcomes than its items have`)
  for (const { batch, size, ...receipt } of listReceipts(run.db, { before: null, limit: 1_000 })) {
    const { done, alreadySo, waiting, needsYou, takenBack } = receipt
    const sum = done + alreadySo + waiting + needsYou + takenBack
    hold('I5', sum === size, () => `batch ${batch} has ${size} items, and ${sum} outcomes`)
  }
}

const GONE = `SELECT r.record, r.grp, r.service_id AS id FROM gone JOIN records r USING (record)
  WHERE r.service_id IS NOT NULL`

/** I6: nothing is thought gone that is there, unless the service itself said so, or the person. */
function checkGone({ run, rig, goneByWord }: Ledger): void {
  const gone = run.db.all<{ record: number; grp: string; id: string }>(GONE)
  if (gone.length === 0) return
  const { images, projects } = rig.service.truth
  const { ids } = dialectIn(rig.plan.world)
  for (const { record, grp, id } of gone) {
    const key = grp === 'images' ? readId(ids, id) : id
    const isThere = typeof key === 'number' ? images.has(key) : projects.has(key)
    const isProved = goneByWord.has(record) || rig.witness.saidGone.has(`${grp} ${key}`)
    hold('I6', !isThere || isProved, () => `${grp} ${key} left the library without proof`)
  }
}

/** I10: the count on screen is the count in the outbox. */
function checkCount({ run }: Ledger): void {
  const status = run.sync.status()
  const inOutbox = run.db.value<number>("SELECT count(*) FROM entries WHERE state <> 'refused'") ?? 0
  hold('I10', status.waiting === inOutbox, () => `the screen counts ${status.waiting}, the outbox ${inOutbox}`)
  const running = status.running.filter(isOfImages).length
  const isDone = status.images.state !== 'up-to-date' || running === 0
  hold('I10', isDone, () => `up to date, and ${running} batches are running`)
}
