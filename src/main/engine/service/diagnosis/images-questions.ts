/** What the images service is asked. Reads only, and never more than a page of ten: a service may be slow. */
import type { Finding } from '../../../../shared/diagnosis.ts'
import type { ServiceImage, ServicePage } from '../../domain/service-records.ts'
import { listImages, showImage, type ImagesAnswered } from '../images.ts'
import type { ServiceClient } from '../service-client.ts'
import { failureOf, listShown, noList, pageOf, type Ask, type Questions } from './ask-service.ts'

type ImagesPage = ServicePage<ServiceImage>
/** null = nothing more can be asked now. */
type Step = (at: { readonly client: ServiceClient; readonly ask: Ask }, first: ImagesPage) => Promise<Found>
type Found = readonly Finding[] | null

const PER_PAGE = 10
/** An id of the right kind that nobody has. */
const UNKNOWN_ID = '999999999'
/** Shorter names are part of many others. */
const LONGER_THAN = 3

/** All questions to the images; only the first where there is no list. False = not everything could be asked. */
export async function askImages({ client, ask, tell }: Questions): Promise<boolean> {
  const answered = await ask('list', () => listImages(client, { ...NEWEST, page: 1 }))
  if (answered === null) return false
  const first = pageOf(answered)
  if (first === null) {
    tell([noList(answered.outcome)])
    return true
  }
  tell([listShown(first), ...rowFindings(first)])
  for (const step of STEPS) {
    const found = await step({ client, ask }, first)
    if (found === null) return false
    tell(found)
  }
  tell([paceFinding(answered)])
  return true
}

const NEWEST = { perPage: PER_PAGE, sortBy: 'id', sort: 'desc' } as const

function rowFindings({ records, unreadable }: ImagesPage): readonly Finding[] {
  if (records.length === 0) return [{ kind: 'ids.no-records' }]
  const tells = (field: keyof ServiceImage['fields']): boolean =>
    records.some(({ fields }) => fields[field] !== undefined)
  const isPictured = records.some(({ fields }) => typeof fields.picture === 'string')
  return [
    unreadable > 0 ? { kind: 'ids.missing', count: unreadable } : { kind: 'ids.all' },
    { kind: tells('favorite') ? 'favorites.told' : 'favorites.untold' },
    { kind: isPictured ? 'pictures.told' : 'pictures.untold' },
    { kind: tells('createdAt') ? 'dates.told' : 'dates.untold' }
  ]
}

const askPaging: Step = async ({ client, ask }, first) => {
  if (first.hasNext === false) return [{ kind: 'paging.one-page' }]
  const isByCursor = client.dialect.get('page.selection') === 'cursor' && first.nextCursor !== null
  const at = isByCursor && first.nextCursor !== null ? { cursor: first.nextCursor } : { page: 2 }
  const answered = await ask('record', () => listImages(client, { ...NEWEST, ...at }))
  if (answered === null) return null
  const second = pageOf(answered)
  if (second === null) return [{ kind: 'paging.failed', ...failureOf(answered.outcome) }]
  const known = new Set(first.records.map(({ id }) => id))
  const isSame = second.records.length > 0 && second.records.every(({ id }) => known.has(id))
  if (isSame) return [{ kind: 'paging.same' }]
  const isFromZero = client.dialect.get('page.first') === 'zero'
  const size = first.perPage ?? first.records.length
  return [
    { kind: isByCursor ? 'paging.by-cursor' : isFromZero ? 'paging.from-zero' : 'paging.from-one' },
    { kind: first.total === null ? 'total.untold' : 'total.told' },
    size === PER_PAGE ? { kind: 'per-page.obeyed' } : { kind: 'per-page.other', count: size }
  ]
}

const askOrder: Step = async ({ client, ask }, newest) => {
  if (newest.hasNext === false) return []
  const answered = await ask('record', () => listImages(client, { ...NEWEST, page: 1, sort: 'asc' }))
  if (answered === null) return null
  const oldest = pageOf(answered)
  if (oldest === null) return [{ kind: 'sort.failed', ...failureOf(answered.outcome) }]
  return [{ kind: oldest.records[0]?.id === newest.records[0]?.id ? 'sort.ignored' : 'sort.obeyed' }]
}

const askFilter: Step = async ({ client, ask }) => {
  const answered = await ask('record', () => listImages(client, { perPage: PER_PAGE, page: 1, favorite: true }))
  return answered === null ? null : [filterFinding(client, answered)]
}

function filterFinding({ dialect }: ServiceClient, { outcome, favoriteFilter }: ImagesAnswered): Finding {
  if (outcome.kind !== 'applied') return { kind: 'filter.failed', failure: outcome.failure }
  if (favoriteFilter === 'ignored') return { kind: 'filter.ignored' }
  if (dialect.known('filter.boolean') === null) return { kind: 'filter.unclear' }
  return { kind: dialect.get('filter.boolean') === 'words' ? 'filter.words' : 'filter.digits' }
}

const askSearch: Step = async ({ client, ask }, { records }) => {
  const names = records.map(({ fields }) => fields.name)
  const search = names.find((name) => typeof name === 'string' && name.length > LONGER_THAN)
  if (typeof search !== 'string') return []
  const answered = await ask('record', () =>
    listImages(client, { perPage: PER_PAGE, page: 1, search, searchBy: 'name' })
  )
  if (answered === null) return null
  const isFound = pageOf(answered)?.records.some(({ fields }) => fields.name === search) === true
  return [{ kind: isFound ? 'search.finds' : 'search.misses' }]
}

const askShow: Step = async ({ client, ask }, { records }) => {
  const id = records[0]?.id
  if (id === undefined) return [{ kind: 'show.no-records' }]
  const answered = await ask('record', () => showImage(client, { id }))
  if (answered === null) return null
  const { outcome } = answered
  return [outcome.kind === 'applied' ? { kind: 'show.shown' } : { kind: 'show.failed', ...failureOf(outcome) }]
}

/** Last: a service that fails at it is left alone for a while. */
const askUnknownId: Step = async ({ client, ask }) => {
  const answered = await ask('record', () => showImage(client, { id: UNKNOWN_ID }))
  if (answered === null) return null
  const { outcome } = answered
  return [outcome.kind === 'gone' ? { kind: 'unknown-id.told' } : { kind: 'unknown-id.unclear', ...failureOf(outcome) }]
}

const STEPS: readonly Step[] = [askPaging, askOrder, askFilter, askSearch, askShow, askUnknownId]

function paceFinding({ facts }: ImagesAnswered): Finding {
  const { limit } = facts.rate
  return limit === null ? { kind: 'pace.untold' } : { kind: 'pace.told', count: limit }
}
