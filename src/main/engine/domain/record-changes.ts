/**
 * Finds what an update changed besides the desired values, by comparing the record read just before it with the one
 * read just after. Pure.
 *
 * Not counted: the desired values, `updated_at`, added results (they arrive automatically), and file addresses, which
 * get a new signature each time. For fields unknown to this version, a value that vanished, a flag that changed, or a
 * text that became another one counts; numbers and times change without an update.
 */
import type { FieldChange } from '../../../shared/failure.ts'
import { FACETS } from '../../../shared/image.ts'
import { isSameName, isShortenedName, plainFiles } from './same-value.ts'
import type { ServiceImage, ServiceImageFields } from './service-records.ts'

export interface DesiredValues {
  readonly favorite?: boolean
  readonly name?: string
}

const FIELDS = ['name', 'description', ...FACETS, 'favorite', 'result', 'createdAt'] as const

/** Longer values, and longer names of unknown fields, are cut for the screen. */
const SHOWN = 120

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return shortened(typeof value === 'string' ? value : JSON.stringify(value))
}

const shortened = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

const plain = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/\?.*/s, '') : value)
const isSame = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left ?? null) === JSON.stringify(right ?? null)
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const fileOf = (result: unknown): string => plainFiles(JSON.stringify(result))

/**
 * Returns what happened to the files of a list: `lost` if some are missing and none is new, as after a form that drops
 * items; `replaced` if others came instead, which an update never causes by losing items, but another client does.
 */
export function fateOfResults(
  before: ServiceImageFields['results'],
  after: ServiceImageFields['results']
): 'kept' | 'lost' | 'replaced' {
  const [old, now] = [new Set(before?.map(fileOf)), new Set(after?.map(fileOf))]
  if ([...old].every((file) => now.has(file))) return 'kept'
  return [...now].every((file) => old.has(file)) ? 'lost' : 'replaced'
}

/** Returns whether the update was meant to change this field. */
function isDesired(field: (typeof FIELDS)[number], desired: DesiredValues): boolean {
  return (field === 'favorite' && desired.favorite !== undefined) || (field === 'name' && desired.name !== undefined)
}

function hasTurned(before: unknown, after: unknown): boolean {
  if (isEmpty(before)) return false
  if (isEmpty(after)) return true
  if (typeof before === 'boolean' || typeof after === 'boolean') return before !== after
  if (typeof before !== 'string' || typeof after !== 'string') return false
  const areTimes = !Number.isNaN(Date.parse(before)) && !Number.isNaN(Date.parse(after))
  return !areTimes && plain(before) !== plain(after)
}

/** Returns the fields that changed unexpectedly, each with its value before and after as text. */
export function recordChanges(before: ServiceImage, after: ServiceImage, desired: DesiredValues): FieldChange[] {
  const known = FIELDS.filter((field) => {
    const wasPresent = before.fields[field] !== undefined && !isDesired(field, desired)
    return wasPresent && !isSame(plain(before.fields[field]), plain(after.fields[field]))
  })
  const changes = known.map((field) => changeOf(field, before.fields[field], after.fields[field]))
  const { results } = before.fields
  if (fateOfResults(results, after.fields.results) !== 'kept')
    changes.push(changeOf('results', results, after.fields.results))
  if (!isEmpty(before.fields.url) && isEmpty(after.fields.url)) changes.push(changeOf('url', before.fields.url, null))
  for (const [field, value] of Object.entries(before.other)) {
    if (hasTurned(value, after.other[field])) changes.push(changeOf(field, value, after.other[field]))
  }
  return changes
}

const changeOf = (field: string, before: unknown, after: unknown): FieldChange => ({
  field: shortened(field),
  before: textOf(before),
  after: textOf(after)
})

/**
 * Returns whether the record shows the desired values; true for fields it does not have. A name may be cut or
 * normalized.
 */
export function showsDesired(fields: ServiceImageFields, { favorite, name }: DesiredValues): boolean {
  if (favorite !== undefined && fields.favorite !== undefined && fields.favorite !== favorite) return false
  const shown = fields.name
  return name === undefined || typeof shown !== 'string' || isSameName(shown, name) || isShortenedName(shown, name)
}
