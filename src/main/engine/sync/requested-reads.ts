/** Reads that a user requests and waits for: one image, or the matches of a search. */
import { fail, type Failure, type Result, succeed } from '../../../shared/failure.ts'
import { type Facet, FACETS, type RecordNumber } from '../../../shared/image.ts'
import { serviceIdOf } from '../storage/records.ts'
import type { Parts } from './group-parts.ts'
import { showRecord } from './show-record.ts'
import { type ImageQuery, NO_VALUE, SERVICE_FILTERS, type ServiceSearch } from '../../../shared/query.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import type { ImageListArgs } from '../service/list-query.ts'
import { readImagePage } from './list-pages.ts'

/**
 * Returns why nothing can be requested now, or `null` if it can. A user should not wait for an hour's cooldown of the
 * host, and responses for a new key reveal nothing about these records until its owner is known.
 */
export function whyNotNow({ governor, availability, clock }: Parts): Failure | null {
  const problem = availability.problem()
  if (!availability.may('read') || availability.owner !== 'ours') return problem?.failure ?? { code: 'canceled' }
  const { cooldownUntil } = governor.state()
  return cooldownUntil === null ? null : { code: 'rate-limited', retryAfterMs: cooldownUntil - clock.now() }
}

/**
 * Reads one image; the library contains it when this settles. A record that the service no longer has is removed,
 * because the service's own response about this record is the proof.
 */
export async function refreshImage(ports: Parts, record: RecordNumber): Promise<Result<null>> {
  const { db, removal } = ports
  const id = serviceIdOf(db, record)
  if (id === null) return fail('unknown-record')
  const obstacle = whyNotNow(ports)
  if (obstacle !== null) return { ok: false, failure: obstacle }
  const shown = await showRecord(ports, id, {
    lane: 'interactive',
    failFastOnCooldown: true,
    onResponse: ({ kind }) => {
      if (kind === 'gone') removal.remove([record])
    }
  })
  if (shown === null) return { ok: false, failure: whyNotNow(ports) ?? { code: 'canceled' } }
  const { outcome } = shown
  return outcome.kind === 'applied' ? succeed(null) : { ok: false, failure: outcome.failure }
}

/** More pages than this would read the list rather than search it. */
const MAX_PAGES = 10

/** Returns the filters that the service supports, with at most one value per facet. The library applies the others. */
function argsOf(query: ImageQuery): Omit<ImageListArgs, 'perPage'> {
  const { facets, search, searchBy, sortBy, sort } = query
  const filters = SERVICE_FILTERS.map((name) => [name, query[name]])
  const single = FACETS.flatMap((facet) => {
    const [value, ...others] = facets[facet]
    return value === undefined || value === NO_VALUE || others.length > 0 ? [] : [[facet, value] as const]
  })
  return { search, searchBy, sortBy, sort, ...Object.fromEntries([...filters, ...single]) }
}

/** Applies the facets with several desired values, which the service cannot filter by. */
function matches({ fields }: ServiceImage, { facets }: ImageQuery): boolean {
  return FACETS.every((facet: Facet) => facets[facet].length === 0 || facets[facet].includes(fields[facet] ?? NO_VALUE))
}

/**
 * Searches the service and stores the matches. Fails with the failure of the first page, or with the reason why nothing
 * may be sent; if a later page fails, the search ends incomplete.
 */
export async function searchService(ports: Parts, query: ImageQuery): Promise<Result<ServiceSearch>> {
  const obstacle = whyNotNow(ports)
  if (obstacle !== null) return { ok: false, failure: obstacle }
  const found = new Set<string>()
  const state: { failure: Failure | null } = { failure: null }
  const answered = (outcome: Outcome<unknown>): void => {
    state.failure = outcome.kind === 'applied' ? null : outcome.failure
  }
  // A rejected search says nothing about the list.
  const how = { lane: 'interactive', failFastOnCooldown: true, pass: null, about: 'record', answered } as const
  let added = 0
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const read = await readImagePage(ports, { ...argsOf(query), page }, how)
    const failure = state.failure ?? whyNotNow(ports) ?? { code: 'canceled' }
    if (read === null && page === 1) return { ok: false, failure }
    if (read === null) break
    for (const image of read.page.records) if (matches(image, query)) found.add(image.id)
    added += read.added
    if (read.page.hasNext === false || read.page.listed === 0)
      return { ok: true, value: { found: found.size, added, isWhole: true } }
  }
  return { ok: true, value: { found: found.size, added, isWhole: false } }
}
