/** Whether the service shows a lot of first updates as wanted, told by list pages. */
import { isNumericId } from '../domain/compare-ids.ts'
import { showsWanted, type WantedValues } from '../domain/record-changes.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import type { TriedUpdate } from '../storage/tried-updates.ts'
import type { PageFinder } from './page-finder.ts'

export interface LotSeen {
  readonly how: 'seen' | 'unseen' | 'unreadable'
  /** Those that are shown otherwise. */
  readonly unseen: readonly TriedUpdate[]
}

/** Reads at most so many pages: of a selection that lies far apart, those of the first ones stand for the others. */
export async function seeOnPages(finder: PageFinder, done: readonly TriedUpdate[], atMost: number): Promise<LotSeen> {
  const shown = new Map<string, ServiceImage>()
  for (let pages = 0; pages < atMost; pages += 1) {
    const next = done.find((one) => !shown.has(one.serviceId) && isNumericId(one.serviceId))
    if (next === undefined) break
    const found = await finder.read(next.record, next.serviceId, 'batch')
    if (found === null) return { how: 'unreadable', unseen: [] }
    for (const image of found.images) shown.set(image.id, image)
    if (!found.holds) break
  }
  const unseen = done.filter((one) => {
    const image = shown.get(one.serviceId)
    return image !== undefined && !showsWanted(image.fields, wantedOf([one]))
  })
  return { how: unseen.length === 0 ? 'seen' : 'unseen', unseen }
}

/** What updates of one record want of it together. */
export const wantedOf = (tried: readonly TriedUpdate[]): WantedValues =>
  Object.assign(
    {},
    ...tried.map(({ kind, want, name }) => (kind === 'name' ? { name: name ?? '' } : { favorite: want }))
  )
