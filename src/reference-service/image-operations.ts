/** The five operations of the image group, from parsed input to answer. */
import { FILTERS, MEDIUMS, RESOLUTIONS, STYLES } from '../shared/image.ts'
import { deletedAnswer, invalidAnswer, json, notFoundAnswer, recordAnswer } from './answers.ts'
import type { OperationInput, ServiceAnswer } from './exchange.ts'
import { textOf } from './form.ts'
import type { FormMap } from './form.ts'
import type { ImageRecord, ImageSelection } from './image-record.ts'
import { checkStore, checkUpdate } from './image-rules.ts'
import type { ImageStore } from './image-store.ts'
import { listBody, offsetOf, readPage } from './list-page.ts'
import { PICTURE_PATH } from './picture-name.ts'
import type { ServiceClock, ServiceSettings } from './service-options.ts'

/** What an operation works with: the records, the switches of this moment, and the clock. */
export interface ImageContext {
  readonly images: ImageStore
  readonly settings: ServiceSettings
  readonly clock: ServiceClock
  /** Takes one from the quota; false when nothing is left. */
  readonly spendQuota: () => boolean
}

const ALLOWED = { style: STYLES, medium: MEDIUMS, filter: FILTERS, resolution: RESOLUTIONS } as const

export function listImages(context: ImageContext, input: OperationInput): ServiceAnswer {
  const request = readPage(input.query, context.settings.imagesPerPage)
  const ids = context.images.list(readSelection(input.query))
  const page = ids.subarray(offsetOf(request), offsetOf(request) + request.perPage)
  const rows: unknown[] = []
  for (const id of page) {
    const record = context.images.get(id)
    if (record !== null) rows.push(presentImage(context.settings, record, input.origin))
  }
  return json(200, listBody(input, request, { rows, total: ids.length }))
}

export function showImage(context: ImageContext, input: OperationInput): ServiceAnswer {
  const record = context.images.get(idOf(input))
  return record === null ? notFoundAnswer() : recordAnswer(200, presentImage(context.settings, record, input.origin))
}

/** Slow: the picture is made inside the request. Only this request waits, and it ends its work whoever still listens. */
export async function storeImage(context: ImageContext, input: OperationInput): Promise<ServiceAnswer> {
  const checked = checkStore(input.form)
  if (!checked.ok) return invalidAnswer(checked.errors)
  if (!context.spendQuota()) return invalidAnswer({ name: ['You have used all the images of your plan.'] })
  if (context.settings.storeDelayMs > 0) await context.clock.wait(context.settings.storeDelayMs)
  const record = context.images.add(checked.value)
  return recordAnswer(201, presentImage(context.settings, record, input.origin))
}

/** PUT and PATCH alike: what is sent changes, the rest stays. */
export function updateImage(context: ImageContext, input: OperationInput): ServiceAnswer {
  if (context.images.get(idOf(input)) === null) return notFoundAnswer()
  const checked = checkUpdate(input.form, context.settings.strictResults ? 'strict' : 'lenient')
  if (!checked.ok) return invalidAnswer(checked.errors)
  const record = context.images.put(idOf(input), checked.value)
  return record === null ? notFoundAnswer() : recordAnswer(200, presentImage(context.settings, record, input.origin))
}

export function deleteImage(context: ImageContext, input: OperationInput): ServiceAnswer {
  const id = idOf(input)
  return context.images.remove(id) ? deletedAnswer(id, 'image') : notFoundAnswer()
}

/** The record on the wire. `origin` makes the picture's address absolute. */
export function presentImage(settings: ServiceSettings, record: ImageRecord, origin: string): Record<string, unknown> {
  const url = record.result === null ? null : origin + PICTURE_PATH + record.result
  return {
    id: record.id,
    name: record.name,
    ...(settings.listDescriptions ? { description: record.description } : {}),
    style: record.style,
    medium: record.medium,
    filter: record.filter,
    resolution: record.resolution,
    result: record.result,
    url,
    ...(settings.listResults ? { results: record.results ?? (url === null ? [] : [url]) } : {}),
    favorite: record.favorite ? 1 : 0,
    created_at: wireDate(record.createdAt),
    updated_at: wireDate(record.updatedAt)
  }
}

/** As the stock framework writes dates: six digits behind the second. */
export const wireDate = (at: number): string => new Date(at).toISOString().replace('Z', '000Z')

/** Unknown values are silently left out: that list is then not filtered by them. */
function readSelection(query: FormMap): ImageSelection {
  const look: Record<string, string> = {}
  for (const [field, allowed] of Object.entries(ALLOWED)) {
    const value = allowed.find((known) => known === textOf(query, field))
    if (value !== undefined) look[field] = value
  }
  const favorite = textOf(query, 'favorite')
  return {
    look,
    favorite: favorite === '1' || favorite === '0' ? favorite === '1' : null,
    search: searchText(query),
    sortBy: textOf(query, 'sort_by') === 'name' ? 'name' : 'id',
    sort: textOf(query, 'sort') === 'asc' ? 'asc' : 'desc'
  }
}

/** The text to search for; "0" counts as nothing in the language the service is written in. */
export function searchText(query: FormMap): string | null {
  const text = textOf(query, 'search')
  return text === '0' ? null : text
}

/** The id in the path; 0, which no record has, when it is no whole number. */
const idOf = (input: OperationInput): number => (/^[1-9]\d{0,14}$/.test(input.key) ? Number(input.key) : 0)
