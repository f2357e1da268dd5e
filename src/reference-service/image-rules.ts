/** Validates store and update forms, with the messages of the stock framework. */
import { FACET_VALUES, OPTIONAL_FACETS, type OptionalFacet } from '../shared/image.ts'
import type { FormMap, FormValue } from './form.ts'
import type { ImageChanges, ImageDraft } from './image-record.ts'
import type { FieldErrors } from './operation-result.ts'

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
export function checkStore(form: FormMap): Checked<ImageDraft> {
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
export function checkUpdate(form: FormMap, mode: 'lenient' | 'strict'): Checked<ImageChanges> {
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
