/** Implements the five operations of the image group, independent of the dialect. */
import { NO_FACETS, FACET_VALUES, OPTIONAL_FACETS, type OptionalFacet } from '../shared/image.ts'
import { chanceAt } from './chance.ts'
import { type OperationResult, startOf, type PageWindow, type FieldErrors } from './exchange.ts'
import type { FormMap, FormValue } from './form.ts'
import type { ImageChanges, ImageSelection, ImageDraft } from './image-record.ts'
import type { ImageStore } from './image-store.ts'
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

// Validates store and update forms, with the messages of the stock framework.

/** Limits of this service; others have other limits, or none. */
const NAME_MAX_LENGTH = 128
const DESCRIPTION_MAX_LENGTH = 2048

export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly errors: FieldErrors }

/** Collects error messages by field; `add` returns `null` as the value of the invalid field. */
class FieldErrorList {
  readonly errors: Record<string, string[]> = {}

  add(field: string, message: string): null {
    const list = (this.errors[field] ??= [])
    list.push(message)
    return null
  }

  /** Returns `value` unless there are errors or it is `null`. */
  result<T>(value: T | null): Checked<T> {
    if (value === null || Object.keys(this.errors).length > 0) return { ok: false, errors: this.errors }
    return { ok: true, value }
  }
}

/** Validates a store form exactly as the interface describes. */
function checkStore(form: FormMap): Checked<ImageDraft> {
  const errors = new FieldErrorList()
  const name = requiredText(errors, ['name', form['name']], NAME_MAX_LENGTH)
  const description = requiredText(errors, ['description', form['description']], DESCRIPTION_MAX_LENGTH)
  const resolution = oneOf(errors, ['resolution', form['resolution']], FACET_VALUES.resolution)
  if (resolution === null && missing(form['resolution'])) errors.add('resolution', 'The resolution field is required.')
  const facets = OPTIONAL_FACETS.map((facet) => [facet, oneOf(errors, [facet, form[facet]], FACET_VALUES[facet])])
  const isComplete = name !== null && description !== null && resolution !== null
  // Each attribute was found in its own list.
  const chosen = Object.fromEntries(facets) as Pick<ImageDraft, OptionalFacet>
  return errors.result(isComplete ? { name, description, resolution, ...chosen } : null)
}

/**
 * Validates an update form. Lenient services accept any of the three fields; strict ones require results and favorite.
 */
function checkUpdate(form: FormMap, mode: 'lenient' | 'strict'): Checked<ImageChanges> {
  const errors = new FieldErrorList()
  const name = 'name' in form ? requiredText(errors, ['name', form['name']], NAME_MAX_LENGTH) : null
  const favorite = checkFavorite(errors, form, mode)
  const results = checkResults(errors, form, mode)
  return errors.result({
    ...(name === null ? {} : { name }),
    ...(favorite === null ? {} : { favorite }),
    ...(results === null ? {} : { results })
  })
}

/** Validates the favorite field, which accepts only 1 and 0, not true and false. */
function checkFavorite(errors: FieldErrorList, form: FormMap, mode: 'lenient' | 'strict'): boolean | null {
  const sent = form['favorite']
  if (sent === '1' || sent === '0') return sent === '1'
  if ('favorite' in form) return errors.add('favorite', 'The favorite field must be true or false.')
  return mode === 'strict' ? errors.add('favorite', 'The favorite field is required.') : null
}

/** Validates results. An empty item means an empty list, which a form cannot express otherwise. */
function checkResults(errors: FieldErrorList, form: FormMap, mode: 'lenient' | 'strict'): readonly FormValue[] | null {
  const sent = form['results']
  if (Array.isArray(sent) && sent.length > 0) return sent.filter((item) => item !== null)
  if (mode === 'lenient') return null
  if (missing(sent) || Array.isArray(sent)) return errors.add('results', 'The results field is required.')
  return errors.add('results', 'The results field must be an array.')
}

type Field = readonly [name: string, value: FormValue | undefined]

const missing = (value: FormValue | undefined): boolean => value === undefined || value === null

function requiredText(errors: FieldErrorList, [field, value]: Field, max: number): string | null {
  if (missing(value)) return errors.add(field, `The ${field} field is required.`)
  if (typeof value !== 'string') return errors.add(field, `The ${field} field must be a string.`)
  // Counts code points, as multi-byte string functions do.
  if (Array.from(value).length <= max) return value
  return errors.add(field, `The ${field} field must not be greater than ${max} characters.`)
}

/** Returns an allowed value; `null` for an absent value or, with an error, for an unknown one. */
function oneOf<T extends string>(errors: FieldErrorList, [field, value]: Field, allowed: readonly T[]): T | null {
  if (missing(value)) return null
  const found = allowed.find((known) => known === value)
  return found ?? errors.add(field, `The selected ${field} is invalid.`)
}
