/** The image operations of the interface, one function each; the update is in update-image.ts. */
import { apiAddress } from '../../../shared/address.ts'
import { STORE_TIMEOUT_MS } from '../../../shared/limits.ts'
import { shownBy } from '../domain/outcome.ts'
import type { ServiceImage, ServicePage } from '../domain/service-records.ts'
import { isBareAcknowledgement } from './call-verb.ts'
import { decodeImage, decodeImagePage, findRecord } from './decode.ts'
import { filterTaken, type FilterTaken } from './favorite-filter.ts'
import { storeForm, type StoreForm } from './form.ts'
import { deleteRecord } from './delete-record.ts'
import { type ImageListArgs, imageListUrl, recordAddress } from './list-query.ts'
import { listNumbered, readList } from './numbered-pages.ts'
import { judge, UNREADABLE, WITHOUT_RECORD, type Assessment } from './reply.ts'
import { call, get, unsent, type Answered, type ServiceClient } from './service-client.ts'
import { isSoftDeleted } from './records.ts'

export interface ImagesAnswered extends Answered<ServicePage<ServiceImage>> {
  /** `ignored`: the service does not filter by favorite, so the records of the page were filtered here. */
  readonly favoriteFilter: FilterTaken
}

/**
 * Reads one page of images. The favorite filter is sent as 1/0 first, and as true/false once if that has no effect.
 * Stops the group (`wrong-address`) if there is no list.
 */
export async function listImages(client: ServiceClient, args: ImageListArgs): Promise<ImagesAnswered> {
  const { dialect, address } = client
  return filterTaken(dialect, args.favorite ?? null, async (writing) => {
    const answered = await listNumbered({ dialect, idOf: ({ id }: ServiceImage) => id }, args, async (place) => {
      const url = imageListUrl(address, { ...args, page: undefined, cursor: undefined, ...place }, writing)
      const received = await call(client, get(url))
      return readList(received, (root) => decodeImagePage(root, address))
    })
    if (shownBy(answered.outcome)?.records.some(hasResults) === true) dialect.learn('results.carrier', 'list')
    return answered
  })
}

/** Reads one image. `gone` if the service itself reports that there is none, or shows it as deleted. */
export async function showImage(client: ServiceClient, { id }: { id: string }): Promise<Answered<ServiceImage>> {
  const address = recordAddress(client.address, 'images', id)
  if (!address.ok) return unsent(address.failure)
  const received = await call(client, get(address.value))
  const seen = { isDeleted: false }
  const read = judge('read', received, (root) => {
    const record = findRecord(root)
    seen.isDeleted = record !== null && isSoftDeleted(record)
    return record === null ? WITHOUT_RECORD : assessImage(root, client.address, id)
  })
  const outcome: typeof read = seen.isDeleted ? { kind: 'gone', failure: { code: 'not-found' } } : read
  const image = shownBy(outcome)
  const isCarrier = image !== null && hasResults(image) && client.dialect.get('results.carrier') !== 'list'
  if (isCarrier) client.dialect.learn('results.carrier', 'show')
  return { outcome, facts: received.facts }
}

/** Reads what a response shows about an image. `requestedId`: the requested id; `null` for a new image. */
export function assessImage(root: unknown, base: string, requestedId: string | null): Assessment<ServiceImage> {
  const image = decodeImage(root, base, requestedId)
  if (image === null) return isBareAcknowledgement(root) ? { shape: 'empty', value: null } : WITHOUT_RECORD
  return requestedId === null || image.id === requestedId ? { shape: 'shown', value: image } : UNREADABLE
}

/**
 * Creates an image: slow, paid, and never sent again automatically. `unknown` if the response does not show the created
 * record.
 */
export async function storeImage(client: ServiceClient, form: StoreForm): Promise<Answered<ServiceImage>> {
  const received = await call(client, {
    method: 'POST',
    url: apiAddress(client.address, 'images'),
    form: storeForm(form),
    timeoutMs: STORE_TIMEOUT_MS,
    once: true
  })
  return { outcome: judge('store', received, (root) => assessImage(root, client.address, null)), facts: received.facts }
}

/** Deletes an image; one that is already gone counts as deleted. */
export function deleteImage(client: ServiceClient, { id }: { id: string }): Promise<Answered<null>> {
  return deleteRecord(client, 'images', id)
}

const hasResults = (image: ServiceImage): boolean => image.fields.results !== undefined
