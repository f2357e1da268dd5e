/** The image operations of the interface, one function each; the update is in update-image.ts. */
import { apiAddress } from '../../../shared/address.ts'
import { STORE_TIMEOUT_MS } from '../../../shared/limits.ts'
import { shownBy } from '../domain/outcome.ts'
import type { ServiceImage, ServicePage } from '../domain/service-records.ts'
import { isBareAcknowledgement } from './call-verb.ts'
import { decodeImage, decodeImagePage, findRecord } from './decode.ts'
import { deleteRecord } from './delete-record.ts'
import { otherWriting, type Dialect } from './dialect.ts'
import { storeForm, type StoreForm } from './form.ts'
import { type ImageListArgs, imageListUrl, recordAddress } from './list-query.ts'
import { listNumbered, readList } from './numbered-pages.ts'
import { isSoftDeleted } from './records.ts'
import { judge, UNREADABLE, WITHOUT_RECORD, type Assessment } from './reply.ts'
import { call, get, unsent, type ServiceResult, type ServiceClient, summed } from './service-client.ts'

export interface ImagesResult extends ServiceResult<ServicePage<ServiceImage>> {
  /** `ignored`: the service does not filter by favorite, so the records of the page were filtered here. */
  readonly favoriteFilter: FilterTaken
}

/**
 * Reads one page of images. The favorite filter is sent as 1/0 first, and as true/false once if that has no effect.
 * Stops the group (`wrong-address`) if there is no list.
 */
export async function listImages(client: ServiceClient, args: ImageListArgs): Promise<ImagesResult> {
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
export async function showImage(client: ServiceClient, { id }: { id: string }): Promise<ServiceResult<ServiceImage>> {
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
export async function storeImage(client: ServiceClient, form: StoreForm): Promise<ServiceResult<ServiceImage>> {
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
export function deleteImage(client: ServiceClient, { id }: { id: string }): Promise<ServiceResult<null>> {
  return deleteRecord(client, 'images', id)
}

const hasResults = (image: ServiceImage): boolean => image.fields.results !== undefined

/** `none`: not requested. */
type FilterTaken = 'none' | 'taken' | 'ignored'

type Writing = 'digits' | 'words'
type PageResult = ServiceResult<ServicePage<ServiceImage>>
type Filtered = PageResult & { readonly favoriteFilter: FilterTaken }

/**
 * Lists with the known encoding, or with 1/0 first and true/false once if the first has no effect or is refused. If
 * neither works, the page is filtered here.
 */
async function filterTaken(
  dialect: Dialect,
  desired: boolean | null,
  list: (writing: Writing) => Promise<PageResult>
): Promise<Filtered> {
  const known = dialect.known('filter.boolean')
  const writing = known === 'words' ? 'words' : 'digits'
  const first = await list(writing)
  if (desired === null) return { ...first, favoriteFilter: 'none' }
  if (!isRefused(first) && (known !== null || !hasContradiction(first, desired))) {
    if (known !== 'ignored') learnShown(dialect, first, desired, writing)
    return narrowed(first, desired)
  }
  const other = otherWriting(writing)
  const second = await list(other)
  // Only a page whose rows contradict the filter proves that it has no effect; a failure proves nothing.
  if (hasContradiction(second, desired)) dialect.learn('filter.boolean', 'ignored')
  else if (known !== 'ignored') learnShown(dialect, second, desired, other)
  return narrowed({ ...second, facts: summed(first.facts, second.facts) }, desired)
}

/** Learns the encoding from a page with rows that prove it. */
function learnShown(dialect: Dialect, answered: PageResult, desired: boolean, writing: Writing): void {
  const rows = shownBy(answered.outcome)?.records ?? []
  const isProof = rows.some((image) => image.fields.favorite === desired) && !hasContradiction(answered, desired)
  if (isProof) dialect.learn('filter.boolean', writing)
}

/** Filters the page if the service did not. Rows without a favorite stay. */
function narrowed(answered: PageResult, desired: boolean): Filtered {
  const page = shownBy(answered.outcome)
  if (page === null || !hasContradiction(answered, desired)) return { ...answered, favoriteFilter: 'taken' }
  const records = page.records.filter((image) => !contradicts(image, desired))
  return { ...answered, outcome: { kind: 'applied', value: { ...page, records } }, favoriteFilter: 'ignored' }
}

function isRefused({ outcome }: PageResult): boolean {
  return outcome.kind === 'rejected' && Object.hasOwn(outcome.failure.fields ?? {}, 'favorite')
}

function hasContradiction(answered: PageResult, desired: boolean): boolean {
  return shownBy(answered.outcome)?.records.some((image) => contradicts(image, desired)) ?? false
}

function contradicts(image: ServiceImage, desired: boolean): boolean {
  return image.fields.favorite !== undefined && image.fields.favorite !== desired
}
