/** The image operations of the interface, one function each; the update stands in update-image.ts. */
import { apiAddress } from '../../../shared/address.ts'
import { ANSWER_TIMEOUT_MS, STORE_TIMEOUT_MS } from '../../../shared/limits.ts'
import type { ServiceImage, ServicePage } from '../domain/service-records.ts'
import { assessDelete, isBareAcknowledgement } from './acknowledgement.ts'
import { decodeImage, decodeImagePage } from './decode.ts'
import type { Dialect } from './dialect.ts'
import { filterTaken, type FilterTaken } from './favorite-filter.ts'
import { storeForm, type StoreForm } from './form.ts'
import { learnPaging, listOutcome } from './list-outcome.ts'
import { imageListUrl, type ImageListArgs } from './list-query.ts'
import { recordAddress } from './record-address.ts'
import { judge, UNREADABLE, type Assessment } from './reply.ts'
import { call, noRequest, type Answered, type ServiceClient } from './service-client.ts'

export interface ImagesAnswered extends Answered<ServicePage<ServiceImage>> {
  /** `ignored`: the service does not filter by favorite; the records of the page were filtered here. */
  readonly favoriteFilter: FilterTaken
}

/**
 * One page of images. The favorite filter goes as 1/0 first and as true/false once when it visibly has no effect.
 * Stops the group (`wrong-address`) where there is no list.
 */
export async function listImages(client: ServiceClient, args: ImageListArgs): Promise<ImagesAnswered> {
  return filterTaken(client.dialect, args.favorite, async (writing) => {
    const heard = await call(client, get(imageListUrl(client.address, args, writing)))
    const outcome = listOutcome(judge('read', heard, (root) => shown(decodeImagePage(root, client.address))))
    if (outcome.kind === 'applied' && outcome.value !== null) {
      learnPaging(client.dialect, outcome.value)
      if (outcome.value.records.some(hasResults)) client.dialect.learn('results.carrier', 'list')
    }
    return { outcome, facts: heard.facts }
  })
}

/** One image. `gone` when the service itself says that there is none. */
export async function showImage(client: ServiceClient, args: { id: string }): Promise<Answered<ServiceImage>> {
  const address = recordAddress(client.address, 'images', args.id)
  if (!address.ok) return { outcome: { kind: 'rejected', failure: address.failure }, facts: noRequest(client) }
  const heard = await call(client, get(address.value))
  const outcome = judge('read', heard, (root) => shown(imageAsked(root, client.address, args.id)))
  if (outcome.kind === 'applied' && outcome.value !== null) learnCarrier(client.dialect, outcome.value)
  return { outcome, facts: heard.facts }
}

/**
 * Creates an image: slow, paid, and never sent again by itself. `unknown` whenever the answer does not show the
 * record that was made.
 */
export async function storeImage(client: ServiceClient, form: StoreForm): Promise<Answered<ServiceImage>> {
  const heard = await call(client, {
    method: 'POST',
    url: apiAddress(client.address, 'images'),
    form: storeForm(form),
    timeoutMs: STORE_TIMEOUT_MS,
    once: true
  })
  const outcome = judge('store', heard, (root): Assessment<ServiceImage> => {
    const image = decodeImage(root, client.address, null)
    if (image !== null) return { shape: 'shown', value: image }
    return isBareAcknowledgement(root) ? { shape: 'empty', value: null } : UNREADABLE
  })
  return { outcome, facts: heard.facts }
}

/** Deletes an image; one that is gone already counts as deleted. */
export async function deleteImage(client: ServiceClient, args: { id: string }): Promise<Answered<null>> {
  const address = recordAddress(client.address, 'images', args.id)
  if (!address.ok) return { outcome: { kind: 'rejected', failure: address.failure }, facts: noRequest(client) }
  const request = { method: 'DELETE', form: null, timeoutMs: ANSWER_TIMEOUT_MS, once: false } as const
  const heard = await call(client, { ...request, url: address.value })
  return { outcome: judge('delete-image', heard, (root) => assessDelete(root, args.id)), facts: heard.facts }
}

function get(url: string) {
  return { method: 'GET', url, form: null, timeoutMs: ANSWER_TIMEOUT_MS, once: false } as const
}

function shown<T>(value: T | null): Assessment<T> {
  return value === null ? UNREADABLE : { shape: 'shown', value }
}

/** An answer about another record is no answer to this question. */
function imageAsked(root: unknown, base: string, id: string): ServiceImage | null {
  const image = decodeImage(root, base, id)
  return image?.id === id ? image : null
}

const hasResults = (image: ServiceImage): boolean => image.fields.results !== undefined

function learnCarrier(dialect: Dialect, image: ServiceImage): void {
  if (hasResults(image) && dialect.get('results.carrier') !== 'list') dialect.learn('results.carrier', 'show')
}
