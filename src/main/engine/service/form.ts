/** Bodies of store and update: application/x-www-form-urlencoded, the only form that a PUT arrives in everywhere. */
import type { CreateForm } from '../../../shared/change.ts'
import { writeFlag } from './dialect.ts'
import type { SentResults } from './results-carrier.ts'

/** Levels of lists and objects inside `results` that are written; deeper ones are no results of a document. */
const MAX_RESULTS_DEPTH = 16

/** Looks that are null or absent were not chosen. */
export type StoreForm = Pick<CreateForm, 'name' | 'description' | 'resolution'> &
  Partial<Pick<CreateForm, 'style' | 'medium' | 'filter'>>

export interface UpdateForm {
  /** Absent unless it shall change: a remembered name would undo a rename made elsewhere. */
  readonly name?: string
  readonly favorite: boolean
  readonly results: SentResults
}

/** Body of a create. A look that was not chosen is left out. */
export function storeForm(fields: StoreForm): string {
  const form = new URLSearchParams({
    name: fields.name,
    description: fields.description,
    resolution: fields.resolution
  })
  for (const look of ['style', 'medium', 'filter'] as const) {
    const value = fields[look]
    if (value !== null && value !== undefined) form.append(look, value)
  }
  return form.toString()
}

/** Body of an update. `results` and `favorite` always go along: the interface requires both. */
export function updateForm(fields: UpdateForm, writing: 'digits' | 'words'): string {
  const form = new URLSearchParams()
  if (fields.name !== undefined) form.append('name', fields.name)
  appendResults(form, fields.results.value)
  form.append('favorite', writeFlag(fields.favorite, writing))
  return form.toString()
}

function appendResults(form: URLSearchParams, results: readonly unknown[]): void {
  const isPlain = results.every((item) => typeof item !== 'object' || item === null)
  // An empty list cannot be written; one empty item is the nearest that passes a check for presence.
  if (results.length === 0) form.append('results[]', '')
  else if (isPlain) results.forEach((item) => form.append('results[]', plainText(item)))
  else results.forEach((item, index) => appendNested(form, `results[${index}]`, item))
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
