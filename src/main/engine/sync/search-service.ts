/** Reads what matches at the service into the library: for records that have not been read yet. */
import type { Failure, Result } from '../../../shared/failure.ts'
import { type Look, LOOKS } from '../../../shared/image.ts'
import { type ImageQuery, NO_VALUE, SERVICE_FILTERS, type ServiceSearch } from '../../../shared/query.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import type { ImagesAnswered } from '../service/images.ts'
import type { ImageListArgs } from '../service/list-query.ts'
import { readImagePage } from './image-pages.ts'
import { type AskedPorts, whyNotNow } from './refresh-image.ts'

/** More than this is no search but a reading of the list. */
const MAX_PAGES = 10

/** What the interface can filter by: one value of a look at most. The rest of the query is asked of the library. */
function argsOf(query: ImageQuery): Omit<ImageListArgs, 'perPage'> {
  const { looks, search, searchBy, sortBy, sort } = query
  const filters = SERVICE_FILTERS.map((name) => [name, query[name]])
  const single = LOOKS.flatMap((look) => {
    const [value, ...others] = looks[look]
    return value === undefined || value === NO_VALUE || others.length > 0 ? [] : [[look, value] as const]
  })
  return { search, searchBy, sortBy, sort, ...Object.fromEntries([...filters, ...single]) }
}

/** The looks of which several values are wanted were not asked of the service. */
function matches({ fields }: ServiceImage, { looks }: ImageQuery): boolean {
  return LOOKS.every((look: Look) => looks[look].length === 0 || looks[look].includes(fields[look] ?? NO_VALUE))
}

/** Fails as the first page did, or as nothing may be sent now; a later page that fails leaves the search unfinished. */
export async function searchService(ports: AskedPorts, query: ImageQuery): Promise<Result<ServiceSearch>> {
  const obstacle = whyNotNow(ports)
  if (obstacle !== null) return { ok: false, failure: obstacle }
  const found = new Set<string>()
  const heard: { failure: Failure | null } = { failure: null }
  const answered = ({ outcome }: ImagesAnswered): void => {
    heard.failure = outcome.kind === 'applied' ? null : outcome.failure
  }
  // A search that is refused says nothing of the list.
  const how = { lane: 'hand', isWatched: true, pass: null, about: 'record', answered } as const
  let added = 0
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const read = await readImagePage(ports, { ...argsOf(query), page }, how)
    const failure = heard.failure ?? whyNotNow(ports) ?? { code: 'cancelled' }
    if (read === null && page === 1) return { ok: false, failure }
    if (read === null) break
    for (const image of read.page.records) if (matches(image, query)) found.add(image.id)
    added += read.applied.added.length
    if (read.page.hasNext === false || read.page.listed === 0)
      return { ok: true, value: { found: found.size, added, isWhole: true } }
  }
  return { ok: true, value: { found: found.size, added, isWhole: false } }
}
