/**
 * Builds the bodies of store and update: application/x-www-form-urlencoded, the only encoding that every service
 * accepts in a PUT. JSON is used only if a service accepts the list of an update in no other encoding.
 */
import type { CreateForm } from '../../../shared/change.ts'
import { OPTIONAL_FACETS, type OptionalFacet } from '../../../shared/image.ts'
import { type ResultsForm, writeFlag } from './dialect.ts'
import { isJsonBody } from '../../../shared/send.ts'
import type { SentResults } from './results-carrier.ts'

/** Maximum depth of lists and objects inside `results`; no documented service nests deeper. */
const MAX_RESULTS_DEPTH = 16

/** Facets that are null or absent were not selected. */
export type StoreForm = Pick<CreateForm, 'name' | 'description' | 'resolution'> &
  Partial<Pick<CreateForm, OptionalFacet>>

export interface UpdateForm {
  /** Absent unless it changes, because a remembered name would undo a rename made elsewhere. */
  readonly name?: string
  readonly favorite: boolean
  readonly results: SentResults
}

/** Builds the body of a create. A facet that was not selected is left out. */
export function storeForm(fields: StoreForm): string {
  const form = new URLSearchParams()
  for (const name of ['name', 'description', 'resolution', ...OPTIONAL_FACETS] as const) {
    const value = fields[name]
    if (value !== null && value !== undefined) form.append(name, value)
  }
  return form.toString()
}

/** The encodings of an update that differ between services. */
export interface UpdateWriting {
  readonly flag: 'digits' | 'words'
  readonly results: ResultsForm
}

/** Builds the body of an update. Always includes `results` and `favorite`, because the interface requires both. */
export function updateForm(fields: UpdateForm, writing: UpdateWriting): string {
  if (writing.results === 'json') return updateJson(fields, writing.flag)
  const form = new URLSearchParams()
  if (fields.name !== undefined) form.append('name', fields.name)
  appendResults(form, fields.results.value, writing.results)
  form.append('favorite', writeFlag(fields.favorite, writing.flag))
  return form.toString()
}

function updateJson({ name, favorite, results }: UpdateForm, flag: UpdateWriting['flag']): string {
  return JSON.stringify({ name, results: results.value, favorite: flag === 'words' ? favorite : Number(favorite) })
}

/** Adds a field to a body in its own encoding. */
export function withField(body: string, name: string, value: string): string {
  if (isJsonBody(body)) return JSON.stringify({ ...(JSON.parse(body) as object), [name]: value })
  const form = new URLSearchParams(body)
  form.append(name, value)
  return form.toString()
}

function appendResults(form: URLSearchParams, results: readonly unknown[], as: Exclude<ResultsForm, 'json'>): void {
  const isPlain = results.every((item) => typeof item !== 'object' || item === null)
  // An empty list cannot be encoded; one empty item is the closest value that passes a check for presence.
  const items = results.length === 0 ? [''] : results
  const key = as === 'repeated' ? 'results' : 'results[]'
  if (isPlain && as !== 'numbered') for (const item of items) form.append(key, plainText(item))
  else items.forEach((item, index) => appendNested(form, `results[${index}]`, item))
}

/** Uses numbered keys at every level, because `results[][url]` would start a new item with every field. */
function appendNested(form: URLSearchParams, key: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return form.append(key, plainText(value))
  const depth = key.split('[').length - 1
  const members = Object.entries(value)
  if (members.length === 0 || depth >= MAX_RESULTS_DEPTH) return form.append(key, '')
  for (const [name, member] of members) appendNested(form, `${key}[${name}]`, member)
}

function plainText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return writeFlag(value, 'digits')
  return typeof value === 'number' ? String(value) : ''
}
