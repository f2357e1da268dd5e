/** What a person asks the service for and looks at: one image, or what matches a search. */
import { fail, type Failure, type Result, succeed } from '../../../shared/failure.ts'
import { type Look, LOOKS, type RecordNumber } from '../../../shared/image.ts'
import { serviceIdOf } from '../storage/records.ts'
import type { Parts } from './group-parts.ts'
import { showRecord } from './show-record.ts'
import { type ImageQuery, NO_VALUE, SERVICE_FILTERS, type ServiceSearch } from '../../../shared/query.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import type { ImageListArgs } from '../service/list-query.ts'
import { readImagePage } from './list-pages.ts'

/**
 * Why nothing can be asked now; a person does not wait out an hour's rest of the host, and a new key tells nothing of
 * these records before it is known whose it is. null = it can.
 */
export function whyNotNow({ governor, standing, clock }: Parts): Failure | null {
  const trouble = standing.trouble()
  if (!standing.may('read') || standing.owner !== 'ours') return trouble?.failure ?? { code: 'cancelled' }
  const { heldUntil } = governor.state()
  return heldUntil === null ? null : { code: 'rate-limited', retryAfterMs: heldUntil - clock.now() }
}

/**
 * What the answer shows is in the library when this settles. One that the service does not know any more leaves the
 * library: its own answer about this very record is the proof.
 */
export async function refreshImage(ports: Parts, record: RecordNumber): Promise<Result<null>> {
  const { db, removal } = ports
  const id = serviceIdOf(db, record)
  if (id === null) return fail('unknown-record')
  const obstacle = whyNotNow(ports)
  if (obstacle !== null) return { ok: false, failure: obstacle }
  const shown = await showRecord(ports, id, {
    lane: 'hand',
    isWatched: true,
    heard: ({ kind }) => {
      if (kind === 'gone') removal.remove([record])
    }
  })
  if (shown === null) return { ok: false, failure: whyNotNow(ports) ?? { code: 'cancelled' } }
  const { outcome } = shown
  return outcome.kind === 'applied' ? succeed(null) : { ok: false, failure: outcome.failure }
}

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
export async function searchService(ports: Parts, query: ImageQuery): Promise<Result<ServiceSearch>> {
  const obstacle = whyNotNow(ports)
  if (obstacle !== null) return { ok: false, failure: obstacle }
  const found = new Set<string>()
  const heard: { failure: Failure | null } = { failure: null }
  const answered = (outcome: Outcome<unknown>): void => {
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
    added += read.added
    if (read.page.hasNext === false || read.page.listed === 0)
      return { ok: true, value: { found: found.size, added, isWhole: true } }
  }
  return { ok: true, value: { found: found.size, added, isWhole: false } }
}
