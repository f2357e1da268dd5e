/** Implements the five operations of the image group, independent of the dialect. */
import { NO_FACETS } from '../shared/image.ts'
import { chanceAt } from './chance.ts'
import type { FormMap } from './form.ts'
import type { ImageChanges, ImageSelection } from './image-record.ts'
import { checkStore, checkUpdate } from './image-rules.ts'
import type { ImageStore } from './image-store.ts'
import { type OperationResult, startOf, type PageWindow } from './operation-result.ts'
import type { ServiceClock, ServiceSettings } from './service-options.ts'

/** Context of an operation: the records, the current settings, and the clock. */
export interface ImageContext {
  readonly images: ImageStore
  readonly settings: ServiceSettings
  readonly clock: ServiceClock
  /** Uses one unit of the quota; returns `false` if none is left. */
  readonly spendQuota: () => boolean
}

export interface ImageListArgs {
  readonly selection: ImageSelection
  readonly window: PageWindow
}

export interface StoreArgs {
  readonly form: FormMap
  /** With `later` the record exists immediately and its picture after the store delay. */
  readonly picture: 'inside' | 'later'
}

export interface UpdateArgs {
  readonly id: number
  /** Form with `favorite` as 1 or 0. */
  readonly form: FormMap
  /** `strict` returns 422 without `results` or `favorite`. */
  readonly demands: 'lenient' | 'strict'
  /** Fields that become null if the form omits them, as the form may replace the whole record. */
  readonly blanks: 'nothing' | 'name' | 'everything'
}

export interface DeleteArgs {
  readonly id: number
  /** Whether the record is kept and marked with the time of deletion. */
  readonly keeps: boolean
}

const STORE_SEED = 71
const NOT_FOUND = { kind: 'not-found' } as const
/** Values of a replaced record for omitted fields. The resolution cannot be null. */
const NOTHING: ImageChanges = {
  name: '',
  description: '',
  ...NO_FACETS,
  favorite: false,
  results: []
}
const BLANKED: Readonly<Record<UpdateArgs['blanks'], ImageChanges>> = {
  nothing: {},
  name: { name: '' },
  everything: NOTHING
}

export function listImages({ images }: ImageContext, { selection, window }: ImageListArgs): OperationResult {
  const ids = images.list(selection)
  const offset = startOf(window, (after) => ids.indexOf(Number(after)))
  const page = [...ids.subarray(offset, offset + window.perPage)]
  const rows = page.map((id) => images.getKept(id)).filter((record) => record !== null)
  return { kind: 'images', found: { rows, total: ids.length, offset, perPage: window.perPage } }
}

export function showImage({ images }: ImageContext, { id }: { readonly id: number }): OperationResult {
  const record = images.getKept(id)
  return record === null ? NOT_FOUND : { kind: 'image', record, was: 'shown' }
}

/**
 * Creates an image. The picture is generated within the request, which delays only this request and completes even if
 * the caller disconnects. With `later` the response is immediate.
 */
export async function storeImage(context: ImageContext, { form, picture }: StoreArgs): Promise<OperationResult> {
  const checked = checkStore(form)
  if (!checked.ok) return { kind: 'invalid', errors: checked.errors }
  if (!context.spendQuota()) {
    return { kind: 'invalid', errors: { name: ['You have used all the images of your plan.'] } }
  }
  const delayMs = storeDelay(context)
  if (picture === 'later') {
    const record = context.images.add(checked.value, context.clock.now() + delayMs)
    return { kind: 'image', record, was: 'accepted' }
  }
  if (delayMs > 0) await context.clock.wait(delayMs)
  return { kind: 'image', record: context.images.add(checked.value), was: 'stored' }
}

function storeDelay({ settings, images }: ImageContext): number {
  return settings.storeDelayMs + Math.floor(settings.storeSpreadMs * chanceAt(STORE_SEED, images.size, 1))
}

export function updateImage({ images }: ImageContext, args: UpdateArgs): OperationResult {
  if (images.get(args.id) === null) return NOT_FOUND
  const checked = checkUpdate(args.form, args.demands)
  if (!checked.ok) return { kind: 'invalid', errors: checked.errors }
  const record = images.put(args.id, { ...BLANKED[args.blanks], ...checked.value })
  return record === null ? NOT_FOUND : { kind: 'image', record, was: 'updated' }
}

export function deleteImage({ images }: ImageContext, { id, keeps }: DeleteArgs): OperationResult {
  const record = images.get(id)
  if (record === null) return NOT_FOUND
  if (keeps) images.retire(id)
  else images.remove(id)
  return { kind: 'image-deleted', record }
}
