/**
 * What an update did to a record beyond what was wanted: the record as it was read just before against the record as
 * it was read just after. Pure.
 *
 * Not counted: what was wanted, `updated_at`, results that were added (they arrive by themselves), and the addresses of
 * files, which are handed out anew. Of fields that this version does not know a value that vanished, a flag that
 * turned, or a text that became another one counts; numbers and times change by themselves.
 */
import type { FieldChange } from '../../../shared/failure.ts'
import { LOOKS } from '../../../shared/image.ts'
import { plainFiles } from './same-files.ts'
import { isSameName, isShortenedName } from './same-name.ts'
import type { ServiceImage, ServiceImageFields } from './service-records.ts'

export interface WantedValues {
  readonly favorite?: boolean
  readonly name?: string
}

const FIELDS = ['name', 'description', ...LOOKS, 'favorite', 'result', 'createdAt'] as const

/** Longer values, and longer names of fields nobody knows, are cut for the screen. */
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

/** Some file that was there is there no more. */
export function lostResults({ fields: before }: ServiceImage, { fields: after }: ServiceImage): boolean {
  const left = new Set(after.results?.map(fileOf))
  return before.results?.some((item) => !left.has(fileOf(item))) ?? false
}

/** Whether this field of a record is one that the update was asked to change. */
function isWanted(field: (typeof FIELDS)[number], wanted: WantedValues): boolean {
  return (field === 'favorite' && wanted.favorite !== undefined) || (field === 'name' && wanted.name !== undefined)
}

function hasTurned(before: unknown, after: unknown): boolean {
  if (isEmpty(before)) return false
  if (isEmpty(after)) return true
  if (typeof before === 'boolean' || typeof after === 'boolean') return before !== after
  if (typeof before !== 'string' || typeof after !== 'string') return false
  const areTimes = !Number.isNaN(Date.parse(before)) && !Number.isNaN(Date.parse(after))
  return !areTimes && plain(before) !== plain(after)
}

/** The fields that changed and should not have, each with its value before and after as text. */
export function recordChanges(before: ServiceImage, after: ServiceImage, wanted: WantedValues): FieldChange[] {
  const known = FIELDS.filter((field) => {
    const isSaid = before.fields[field] !== undefined && !isWanted(field, wanted)
    return isSaid && !isSame(plain(before.fields[field]), plain(after.fields[field]))
  })
  const changes = known.map((field) => changeOf(field, before.fields[field], after.fields[field]))
  if (lostResults(before, after)) changes.push(changeOf('results', before.fields.results, after.fields.results))
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

/** Whether the record shows what was wanted; true for what it does not tell. A name may come back cut or tidied. */
export function showsWanted(fields: ServiceImageFields, { favorite, name }: WantedValues): boolean {
  if (favorite !== undefined && fields.favorite !== undefined && fields.favorite !== favorite) return false
  const shown = fields.name
  return name === undefined || typeof shown !== 'string' || isSameName(shown, name) || isShortenedName(shown, name)
}
