/** Diagnoses the images service. Reads only, and except for the largest page at most ten records at a time. */
import type { Finding } from '../../../../shared/diagnosis.ts'
import { shownBy } from '../../domain/outcome.ts'
import type { ServiceImage, ServicePage } from '../../domain/service-records.ts'
import { listImages, showImage, type ImagesResult } from '../images.ts'
import type { ServiceClient } from '../service-client.ts'
import { askList, failureOf, SMALL, type Questions, type Step } from './list-questions.ts'

type ImagesPage = ServicePage<ServiceImage>
type ImagesStep = Step<ServiceImage>

/** An id of the right kind that no record has. */
const UNKNOWN_ID = '999999999'
/** Shorter names are part of many others. */
const LONGER_THAN = 3

/** Runs all requests for images; only the first if there is no list. Returns false if not all could be sent. */
export const askImages = (questions: Questions): Promise<boolean> =>
  askList({
    ...questions,
    idOf: ({ id }) => id,
    list: (at) => listImages(questions.client, { ...NEWEST, ...at }),
    rowFindings,
    steps: [askOrder, askFilter, askSearch, askShow, askUnknownId, readRate]
  })

const NEWEST = { perPage: SMALL, sortBy: 'id', sort: 'desc' } as const

function rowFindings({ records, unreadable }: ImagesPage): readonly Finding[] {
  if (records.length === 0) return [{ kind: 'ids.no-records' }]
  const hasField = (field: keyof ServiceImage['fields']): boolean =>
    records.some(({ fields }) => fields[field] !== undefined)
  const isPictured = records.some(({ fields }) => typeof fields.picture === 'string')
  return [
    unreadable > 0 ? { kind: 'ids.missing', count: unreadable } : { kind: 'ids.all' },
    { kind: hasField('favorite') ? 'favorites.reported' : 'favorites.unreported' },
    { kind: isPictured ? 'pictures.reported' : 'pictures.unreported' },
    { kind: hasField('createdAt') ? 'dates.reported' : 'dates.unreported' }
  ]
}

const askOrder: ImagesStep = async ({ client, ask }, newest) => {
  if (newest.hasNext === false) return []
  const answered = await ask('record', () => listImages(client, { ...NEWEST, page: 1, sort: 'asc' }))
  if (answered === null) return null
  const oldest = shownBy(answered.outcome)
  if (oldest === null) return [{ kind: 'sort.failed', ...failureOf(answered.outcome) }]
  return [{ kind: oldest.records[0]?.id === newest.records[0]?.id ? 'sort.ignored' : 'sort.obeyed' }]
}

const askFilter: ImagesStep = async ({ client, ask }) => {
  const answered = await ask('record', () => listImages(client, { perPage: SMALL, page: 1, favorite: true }))
  return answered === null ? null : [filterFinding(client, answered)]
}

function filterFinding({ dialect }: ServiceClient, { outcome, favoriteFilter }: ImagesResult): Finding {
  if (outcome.kind !== 'applied') return { kind: 'filter.failed', failure: outcome.failure }
  if (favoriteFilter === 'ignored') return { kind: 'filter.ignored' }
  if (dialect.known('filter.boolean') === null) return { kind: 'filter.unclear' }
  return { kind: dialect.get('filter.boolean') === 'words' ? 'filter.words' : 'filter.digits' }
}

const askSearch: ImagesStep = async ({ client, ask }, { records }) => {
  const names = records.map(({ fields }) => fields.name)
  const search = names.find((name) => typeof name === 'string' && name.length > LONGER_THAN)
  if (typeof search !== 'string') return []
  const answered = await ask('record', () => listImages(client, { perPage: SMALL, page: 1, search, searchBy: 'name' }))
  if (answered === null) return null
  const isFound = shownBy(answered.outcome)?.records.some(({ fields }) => fields.name === search) === true
  return [{ kind: isFound ? 'search.finds' : 'search.misses' }]
}

const askShow: ImagesStep = async ({ client, ask }, { records }) => {
  const id = records[0]?.id
  if (id === undefined) return [{ kind: 'show.no-records' }]
  const answered = await ask('record', () => showImage(client, { id }))
  if (answered === null) return null
  const { outcome } = answered
  return [outcome.kind === 'applied' ? { kind: 'show.shown' } : { kind: 'show.failed', ...failureOf(outcome) }]
}

/** Last, because the program pauses a service that fails at it. */
const askUnknownId: ImagesStep = async ({ client, ask }) => {
  const answered = await ask('record', () => showImage(client, { id: UNKNOWN_ID }))
  if (answered === null) return null
  const { outcome } = answered
  return [
    outcome.kind === 'gone' ? { kind: 'unknown-id.reported' } : { kind: 'unknown-id.unclear', ...failureOf(outcome) }
  ]
}

const readRate: ImagesStep = async (_listing, _first, { rate: { limit } }) => [
  limit === null ? { kind: 'pace.unreported' } : { kind: 'pace.reported', count: limit }
]
