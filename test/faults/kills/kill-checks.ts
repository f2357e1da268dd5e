/** Invariants of a library after every kill, and after all of it has been sent. */
import type { RunningService } from '../../../src/reference-service/server.ts'
import { brokenField, type KillLedger } from './kill-ledger.ts'
import type { LibraryFacts } from './kill-library.ts'

type Fault = 'lost' | 'doubled' | 'stuck' | 'wrong'

export interface Finding {
  readonly fault: Fault
  readonly what: string
}

export interface Scene {
  readonly ledger: KillLedger
  readonly facts: LibraryFacts
  readonly service: RunningService
  /** The service that accepts the key of the other account. */
  readonly other: RunningService
  /** Id of the killed process; `null` = its library was not open yet. */
  readonly instanceId: string | null
}

const found = (fault: Fault, what: string): Finding => ({ fault, what })

/** Checks a library after a kill. */
export function checkKilled(scene: Scene & { readonly shownBefore: LibraryFacts['shown'] }): Finding[] {
  const { facts, ledger } = scene
  if (facts.check !== 'ok') return [found('lost', `the file is damaged: ${facts.check}`)]
  const isWhole = ledger.settleOpen(facts, scene.shownBefore)
  const half = isWhole ? [] : [found('wrong', 'a verb without an acknowledgement is half done')]
  return [
    ...half,
    ...checkShown(scene),
    ...checkWire(scene),
    ...checkGone(scene),
    ...checkCounts(facts),
    ...checkHolds(facts),
    ...checkClaims(scene)
  ]
}

/** I1: acknowledged changes are on disk, or done. */
function checkShown({ ledger, facts }: Scene): Finding[] {
  return [...ledger.latest(facts)].flatMap(([record, promised]) => {
    if (facts.parked.has(record)) return []
    const broken = brokenField(promised, facts.shown.get(record))
    const shown = JSON.stringify(facts.shown.get(record))
    return broken === null
      ? []
      : [found('lost', `${broken} of ${record}: promised ${JSON.stringify(promised)}, shown ${shown}`)]
  })
}

/** I2: one request on the wire for each order; I9: none with the key of the other account. */
function checkWire({ ledger, service, other }: Scene): Finding[] {
  const posts = Map.groupBy(
    service.log.filter(({ method, group }) => method === 'POST' && group === 'images'),
    ({ form }) => JSON.stringify(form['name'])
  )
  const deletions = Map.groupBy(
    service.log.filter(({ method, group }) => method === 'DELETE' && group === 'projects'),
    ({ path }) => decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
  )
  const strays = other.log.filter(({ method }) => method !== 'GET')
  return [
    ...[...posts].flatMap(([name, { length }]) =>
      tooMany(`creates of ${name}`, length, ledger.ordered.get(JSON.parse(name) as string) ?? 0)
    ),
    ...[...deletions].flatMap(([name, { length }]) =>
      tooMany(`deletions of ${name}`, length, ledger.projects.has(name) ? 1 : 0)
    ),
    ...strays.map(({ method, path }) => found('wrong', `${method} ${path} was sent with the key of another account`))
  ]
}

const tooMany = (what: string, arrived: number, ordered: number): Finding[] =>
  arrived <= ordered ? [] : [found('doubled', `${arrived} ${what} on the wire, ${ordered} ordered`)]

/** I6: no existing record counts as deleted. */
function checkGone({ facts, service }: Scene): Finding[] {
  const { images, projects } = service.truth
  const isThere = ({ group, id }: LibraryFacts['gone'][number]): boolean =>
    group === 'images' ? images.has(Number(id)) : projects.has(id)
  return facts.gone.filter(isThere).map(({ group, id }) => found('lost', `${group} ${id} was removed without proof`))
}

/** I5: the outcomes of a batch add up, and equal those of its items. */
function checkCounts({ batches }: LibraryFacts): Finding[] {
  return batches.filter((one) => !one.isCounted).map(({ batch }) => found('wrong', `batch ${batch} does not add up`))
}

/** The service accepts every change, so only the user pauses a batch. */
function checkHolds({ batches }: LibraryFacts): Finding[] {
  const paused = batches.filter(
    ({ pause, isRunning }) => isRunning === 1 && pause !== null && !pause.includes('"user"')
  )
  return paused.map(({ batch, pause }) => found('wrong', `batch ${batch} is on hold: ${pause}`))
}

/** No entry is "sending" for a process that died before the killed one. */
function checkClaims({ facts, instanceId }: Scene): Finding[] {
  if (instanceId === null) return []
  const old = facts.outbox.filter(
    ({ state, instance }) => state === 'sent' && instance?.startsWith(`${instanceId}.`) !== true
  )
  return old.map(({ entry, kind, instance }) =>
    found('stuck', `entry ${entry} (${kind}) is still claimed by ${instance}`)
  )
}

/** Checks the final state: the service has the promised values, and the library equals the service. */
export function checkDrained(scene: Scene): Finding[] {
  const { facts, service, ledger } = scene
  const { images } = service.truth
  const here = new Map([...facts.shown.values()].map((shown) => [Number(shown.id), shown]))
  const missing = [...images.keys()]
    .filter((id) => !here.has(id))
    .map((id) => found('wrong', `${id} is not in the library`))
  const others = [...here].filter(([id, { name, favorite }]) => {
    const there = images.get(id)
    return there?.name !== name || there.favorite !== favorite
  })
  const names = [...facts.projects].map(({ name }) => name).toSorted()
  const isSameProjects = JSON.stringify(names) === JSON.stringify([...service.truth.projects.keys()].toSorted())
  return [
    ...missing,
    ...others.map(([id, shown]) =>
      found('lost', `the service has ${JSON.stringify(images.get(id))}, not ${JSON.stringify(shown)}`)
    ),
    ...(isSameProjects ? [] : [found('wrong', `projects differ: ${names.join(', ')}`)]),
    ...checkMade(scene),
    ...checkUpdates(facts, service, ledger)
  ]
}

function checkMade({ ledger, service }: Scene): Finding[] {
  const made = Map.groupBy(service.truth.images.values(), ({ name }) => name)
  return [...ledger.ordered].flatMap(([name, ordered]) =>
    tooMany(`images named ${name}`, made.get(name)?.length ?? 0, ordered)
  )
}

/** Entries are read before they are sent again, so only requests without a response may have been sent twice. */
function checkUpdates({ batches }: LibraryFacts, service: RunningService, { unheard }: KillLedger): Finding[] {
  const arrived = service.log.filter(({ method }) => method === 'PUT' || method === 'PATCH').length
  const values = batches.filter(({ kind }) => kind === 'favorite' || kind === 'name')
  const wanted = values.reduce((sum, { size, unchanged }) => sum + size - unchanged, 0)
  return tooMany('updates', arrived, wanted + unheard)
}
