/** Events around the user in a history: other clients, the network, the disk, keys, and the end of the program. */
import { tryStorage } from '../../../src/main/engine/storage/storage-failure.ts'
import type { Result } from '../../../src/shared/failure.ts'
import { EMPTY_QUERY } from '../../../src/shared/query.ts'
import type { Hazard } from '../../../src/reference-service/hazards/hazard.ts'
import type { ImageStore } from '../../../src/reference-service/image-store.ts'
import type { StatementError, StatementFaults } from '../../helpers/failing-statements.ts'
import type { Chance } from '../history-chance.ts'
import { decideRemovals } from './decisions.ts'
import type { Ledger } from './ledger.ts'
import { dialectIn } from './plan.ts'
import { choose, said, type UserAct } from './user-acts.ts'
import { LYING_HAZARDS, REFUSING_HAZARDS, TRUE_HAZARDS, UNCERTAIN_HAZARDS } from './fault-injector.ts'

/** More deletions at once need a confirmation, which other tests cover. */
const MOST_FOREIGN_DELETIONS = 3

function deleteElsewhere({ rig }: Ledger, images: ImageStore, id: number): void {
  if (dialectIn(rig.plan.world).deletion === 'removes') images.remove(id)
  else images.retire(id)
}

/** Another client of the same account. */
const elsewhere: UserAct = (ledger, chance) => {
  const { images } = ledger.rig.service.store
  const all = images.all()
  if (all.size === 0) return null
  const [id, record] = chance.pick([...all])
  const text = `foreign-${chance.below(1_000)}`
  const acts: readonly (readonly [what: string, act: () => unknown])[] = [
    ['stars', () => images.put(id, { favorite: chance.hits(0.5) })],
    ['renames', () => images.put(id, { name: text })],
    ['adds results to', () => images.put(id, { results: [text] })],
    ['copies', () => images.add({ ...record, name: text })],
    ['deletes', () => (ledger.foreignDeletions++ < MOST_FOREIGN_DELETIONS ? deleteElsewhere(ledger, images, id) : null)]
  ]
  const [what, act] = chance.pick(acts)
  if (what !== 'copies') ledger.foreign.add(id)
  act()
  return `another client ${what} image ${id}`
}

const DOWN = ['offline', 'connection-refused', 'host-not-found'] as const

function chooseHazards(lies: boolean, chance: Chance): Hazard[] {
  const chooseOne = (): Hazard => {
    if (lies && chance.hits(0.4)) return chance.pick(LYING_HAZARDS)
    return chance.pick(chance.pick([TRUE_HAZARDS, UNCERTAIN_HAZARDS, UNCERTAIN_HAZARDS, REFUSING_HAZARDS]))
  }
  return Array.from({ length: chance.pick([1, 2, 4, 12]) }, chooseOne)
}

/** Changes the conditions of the network or the service. */
const network: UserAct = ({ rig }, chance) => {
  const { injector } = rig
  injector.end()
  rig.down = chance.hits(0.15) ? chance.pick(DOWN) : null
  if (rig.down !== null) return `the network is down: ${rig.down}`
  if (chance.hits(0.25)) return 'the network works'
  const hazards = chooseHazards(rig.plan.world.lies, chance)
  const share = chance.pick([0.1, 0.3, 0.6, 1])
  const jitterMs = chance.pick([0, 0, 500, 5_000])
  const duplicates = chance.pick([0, 0, 0.2])
  Object.assign(injector, { hazards, share, jitterMs, duplicates })
  const names = hazards.map(({ id }) => id).join(', ')
  return `${share * 100} % meet ${names}; answers up to ${jitterMs} ms late, ${duplicates * 100} % twice`
}

const ERRORS: readonly StatementError[] = [
  { code: 'SQLITE_IOERR_WRITE', rollsBack: false },
  { code: 'SQLITE_FULL', rollsBack: true }
]
const MOST_STATEMENTS = 60

/** Makes one of the following statements fail, in a verb or in the sync. */
const diskFault =
  (statements: StatementFaults): UserAct =>
  (ledger, chance) => {
    const error = chance.pick(ERRORS)
    const isOfVerb = chance.hits(0.4)
    const at = 1 + chance.below(isOfVerb ? 10 : MOST_STATEMENTS)
    const where = `statement ${at} fails: ${error.code}`
    if (!isOfVerb) {
      statements.arm(at, error)
      return `${where}, counted from now on`
    }
    const { what, records, run } = chance.hits(0.5) ? starring(ledger, chance) : renaming(ledger, chance)
    statements.arm(at, error)
    const done = tryStorage(run)
    statements.disarm()
    // The sync that the verb has started threw after the verb: the user sees an error, although the change may be done.
    if (!done.ok) ledger.forget(records)
    return done.ok ? said(ledger, `${what}, while ${where}`, done.value, records) : `${what}, while ${where}: thrown`
  }

interface FailingVerb {
  readonly what: string
  readonly records: readonly number[]
  readonly run: () => Result<{ readonly changed: Uint32Array }>
}

function starring(ledger: Ledger, chance: Chance): FailingVerb {
  const records = choose(ledger, chance, [1, 5, 40])
  const favorite = chance.hits(0.5)
  const run = () => ledger.run.library.setFavorite({ records: Uint32Array.from(records), favorite })
  return { what: `${favorite ? 'stars' : 'unstars'} ${records.join(' ')}`, records, run }
}

function renaming(ledger: Ledger, chance: Chance): FailingVerb {
  const [record = 0] = choose(ledger, chance, [1])
  const name = `Failing ${chance.below(1_000)}`
  const run = () => ledger.run.library.renameImage({ record, name })
  return { what: `renames ${record} "${name}"`, records: [record], run }
}

const MOST_PAGES = 1_073_741_823

/** Limits the file size until the end of the step. */
const diskFull: UserAct = ({ run }, chance) => {
  const pages = run.db.value<number>('PRAGMA page_count') ?? 0
  const more = chance.below(3)
  run.db.value(`PRAGMA max_page_count = ${pages + more}`)
  return `the disk has room for ${more} pages`
}

export function freeDisk({ run }: Ledger): void {
  run.db.value(`PRAGMA max_page_count = ${MOST_PAGES}`)
}

/** Removes or renews the key, replaces it by that of another account, or restores it. */
const key: UserAct = (ledger, chance) => {
  const { rig } = ledger
  const isOurs = rig.account === 'ours' && rig.hasKeys
  const what = isOurs
    ? chance.pick(['other', 'renewed', 'renewed', 'none'] as const)
    : chance.pick(['ours', 'renewed'] as const)
  rig.account = what === 'other' ? 'other' : 'ours'
  rig.hasKeys = what !== 'none'
  const hashes = { other: 'b1', ours: 'a1', renewed: `a${chance.below(1_000)}`, none: rig.imagesKeyHash }
  rig.imagesKeyHash = hashes[what]
  ledger.run.sync.setGroups(rig.groups())
  return `the key for images: ${what}`
}

/** Restores the user's own key permanently. */
export function returnKey(ledger: Ledger): void {
  const { rig, run } = ledger
  rig.account = 'ours'
  rig.hasKeys = true
  rig.imagesKeyHash = 'a1'
  run.sync.setGroups(rig.groups())
  // Keeps the records that the empty account made seem deleted.
  decideRemovals(ledger, 'images', false)
}

const pause: UserAct = ({ run }, chance) => {
  const isPaused = chance.hits(0.4)
  run.sync.setPaused(isPaused)
  return isPaused ? 'pauses' : 'resumes'
}

const wake: UserAct = ({ run }, chance) => {
  const why = chance.pick(['online', 'focus', 'resume', 'user'] as const)
  run.sync.wake(why)
  return `wakes: ${why}`
}

/** The user refreshes one record, or searches at the service. */
const refresh: UserAct = (ledger, chance) => {
  const { run, rig } = ledger
  const records = rig.records(run)
  const isSearch = chance.hits(0.3)
  if (records.length === 0) return null
  const record = chance.pick(records)
  if (!isSearch) {
    void run.sync.refreshImage(record)
    // Another account returns its own images; a record missing there returns with the key of its account.
    if (rig.account === 'other') ledger.forget([record])
    return `refreshes ${record}`
  }
  const search = rig.name(run, record).slice(0, 4)
  void run.sync.searchService({ ...EMPTY_QUERY, search })
  return `searches for "${search}" at the service`
}

const restart =
  (how: 'kill' | 'close'): UserAct =>
  (ledger) => {
    ledger.restart(how)
    return how === 'kill' ? 'is killed and starts again' : 'is closed and starts again'
  }

export const worldActs = (statements: StatementFaults) =>
  ({
    elsewhere,
    network,
    'disk-fault': diskFault(statements),
    'disk-full': diskFull,
    key,
    pause,
    wake,
    'ask-again': refresh,
    kill: restart('kill'),
    close: restart('close')
  }) as const satisfies Record<string, UserAct>
