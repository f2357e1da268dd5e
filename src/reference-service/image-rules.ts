/** What a store or an update must bring: the rules, and the messages in the wording of the stock framework. */
import { LOOK_VALUES, OPTIONAL_LOOKS, type OptionalLook } from '../shared/image.ts'
import type { FormMap, FormValue } from './form.ts'
import type { ImageChanges, ImageDraft } from './image-record.ts'
import type { FieldErrors } from './operation-result.ts'

/** Of this service: others have other limits, or none. */
const NAME_MAX_LENGTH = 128
const DESCRIPTION_MAX_LENGTH = 2048

export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly errors: FieldErrors }

/** Collects complaints by field; the first value of a field that fails is null. */
class Complaints {
  readonly errors: Record<string, string[]> = {}

  add(field: string, message: string): null {
    const list = (this.errors[field] ??= [])
    list.push(message)
    return null
  }

  /** `value` unless something was complained about or a required part is missing. */
  result<T>(value: T | null): Checked<T> {
    if (value === null || Object.keys(this.errors).length > 0) return { ok: false, errors: this.errors }
    return { ok: true, value }
  }
}

/** Fields of a store form, to the letter of the interface. */
export function checkStore(form: FormMap): Checked<ImageDraft> {
  const complaints = new Complaints()
  const name = requiredText(complaints, ['name', form['name']], NAME_MAX_LENGTH)
  const description = requiredText(complaints, ['description', form['description']], DESCRIPTION_MAX_LENGTH)
  const resolution = oneOf(complaints, ['resolution', form['resolution']], LOOK_VALUES.resolution)
  if (resolution === null && missing(form['resolution']))
    complaints.add('resolution', 'The resolution field is required.')
  const looks = OPTIONAL_LOOKS.map((look) => [look, oneOf(complaints, [look, form[look]], LOOK_VALUES[look])])
  const isComplete = name !== null && description !== null && resolution !== null
  // Each look was found in its own list.
  const chosen = Object.fromEntries(looks) as Pick<ImageDraft, OptionalLook>
  return complaints.result(isComplete ? { name, description, resolution, ...chosen } : null)
}

/** Fields of an update form. Lenient services take any of the three alone; strict ones want results and favorite. */
export function checkUpdate(form: FormMap, mode: 'lenient' | 'strict'): Checked<ImageChanges> {
  const complaints = new Complaints()
  const name = 'name' in form ? requiredText(complaints, ['name', form['name']], NAME_MAX_LENGTH) : null
  const favorite = checkFavorite(complaints, form, mode)
  const results = checkResults(complaints, form, mode)
  return complaints.result({
    ...(name === null ? {} : { name }),
    ...(favorite === null ? {} : { favorite }),
    ...(results === null ? {} : { results })
  })
}

/** Only 1 and 0 are booleans: the words true and false are refused. */
function checkFavorite(complaints: Complaints, form: FormMap, mode: 'lenient' | 'strict'): boolean | null {
  const sent = form['favorite']
  if (sent === '1' || sent === '0') return sent === '1'
  if ('favorite' in form) return complaints.add('favorite', 'The favorite field must be true or false.')
  return mode === 'strict' ? complaints.add('favorite', 'The favorite field is required.') : null
}

/** An empty item stands for an empty list: a form has no other way to write one. */
function checkResults(complaints: Complaints, form: FormMap, mode: 'lenient' | 'strict'): readonly FormValue[] | null {
  const sent = form['results']
  if (Array.isArray(sent) && sent.length > 0) return sent.filter((item) => item !== null)
  if (mode === 'lenient') return null
  if (missing(sent) || Array.isArray(sent)) return complaints.add('results', 'The results field is required.')
  return complaints.add('results', 'The results field must be an array.')
}

type Field = readonly [name: string, value: FormValue | undefined]

const missing = (value: FormValue | undefined): boolean => value === undefined || value === null

function requiredText(complaints: Complaints, [field, value]: Field, max: number): string | null {
  if (missing(value)) return complaints.add(field, `The ${field} field is required.`)
  if (typeof value !== 'string') return complaints.add(field, `The ${field} field must be a string.`)
  // Counted in code points, as multi-byte string functions do.
  if (Array.from(value).length <= max) return value
  return complaints.add(field, `The ${field} field must not be greater than ${max} characters.`)
}

/** null both for an absent value and for one outside the list; the latter is complained about. */
function oneOf<T extends string>(complaints: Complaints, [field, value]: Field, allowed: readonly T[]): T | null {
  if (missing(value)) return null
  const found = allowed.find((known) => known === value)
  return found ?? complaints.add(field, `The selected ${field} is invalid.`)
}
