/** A service whose images have lists of results, and the state of those lists. */
import { dialectOf } from '../../src/reference-service/dialects/dialects.ts'
import type { ServiceDialect } from '../../src/reference-service/dialects/switches.ts'
import { rigOf } from './rigs.ts'
import type { SyncRig } from './sync-rig.ts'

const filesOf = (id: number, count: number): string[] => Array.from({ length: count }, (_, n) => `${id}-${n}.png`)

/** Creates a library that has been read, whose images have `counts` results each, in turn. */
export async function rigWithResults(
  carrier: ServiceDialect['carrier'],
  counts: readonly number[],
  changes: Partial<ServiceDialect> = {},
  images = 40
) {
  const rig = rigOf({ images, dialect: dialectOf('django', { carrier, results: 'list', ...changes }) })
  const before = new Map<number, string[]>()
  for (const [index, id] of [...rig.service.truth.images.keys()].entries()) {
    const results = filesOf(id, counts[index % counts.length] ?? 0)
    rig.service.store.images.put(id, { results, favorite: false })
    before.set(id, results)
  }
  const run = rig.start()
  await rig.firstPull(run)
  rig.service.log.clear()
  return { rig, run, before }
}

export const lists = (rig: SyncRig) => new Map([...rig.service.truth.images].map(([id, { results }]) => [id, results]))
