/**
 * Bodies of store and update: application/x-www-form-urlencoded, the only form that a PUT arrives in everywhere. JSON
 * only where a service takes the list of an update in no other way.
 */
import type { CreateForm } from '../../../shared/change.ts'
import { OPTIONAL_LOOKS, type OptionalLook } from '../../../shared/image.ts'
import { type ResultsForm, writeFlag } from './dialect.ts'
import { isJsonBody } from '../../../shared/send.ts'
import type { SentResults } from './results-carrier.ts'

/** Levels of lists and objects inside `results` that are written; deeper ones are no results of a document. */
const MAX_RESULTS_DEPTH = 16

/** Looks that are null or absent were not chosen. */
export type StoreForm = Pick<CreateForm, 'name' | 'description' | 'resolution'> &
  Partial<Pick<CreateForm, OptionalLook>>

export interface UpdateForm {
  /** Absent unless it shall change: a remembered name would undo a rename made elsewhere. */
  readonly name?: string
  readonly favorite: boolean
  readonly results: SentResults
}

/** Body of a create. A look that was not chosen is left out. */
export function storeForm(fields: StoreForm): string {
  const form = new URLSearchParams()
  for (const name of ['name', 'description', 'resolution', ...OPTIONAL_LOOKS] as const) {
    const value = fields[name]
    if (value !== null && value !== undefined) form.append(name, value)
  }
  return form.toString()
}

/** How an update is written where services differ. */
export interface UpdateWriting {
  readonly flag: 'digits' | 'words'
  readonly results: ResultsForm
}

/** Body of an update. `results` and `favorite` always go along: the interface requires both. */
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

/** A body with one more field, in the form that it has. */
export function withField(body: string, name: string, value: string): string {
  if (isJsonBody(body)) return JSON.stringify({ ...(JSON.parse(body) as object), [name]: value })
  const form = new URLSearchParams(body)
  form.append(name, value)
  return form.toString()
}

function appendResults(form: URLSearchParams, results: readonly unknown[], as: Exclude<ResultsForm, 'json'>): void {
  const isPlain = results.every((item) => typeof item !== 'object' || item === null)
  // An empty list cannot be written; one empty item is the nearest that passes a check for presence.
  const items = results.length === 0 ? [''] : results
  const key = as === 'repeated' ? 'results' : 'results[]'
  if (isPlain && as !== 'numbered') for (const item of items) form.append(key, plainText(item))
  else items.forEach((item, index) => appendNested(form, `results[${index}]`, item))
}

/** Numbered keys all the way down: `results[][url]` would start a new item with every field. */
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
