/** Reads one image record. What the answer does not have stays absent; what cannot be read is kept as it came. */
import { forEachLook } from '../../../shared/image.ts'
import type { ResultsValue, ServiceImage, ServiceImageFields } from '../domain/service-records.ts'
import { keepOther } from './keep-other.ts'
import { readPicture } from './picture-address.ts'
import { isObject, member, readChoice, readFlag, readId, readText, type JsonObject } from './read-fields.ts'
import { readResults } from './read-results.ts'
import { CREATED_NAMES, UPDATED_NAMES, readTime } from './read-time.ts'

type Fields = { -readonly [K in keyof ServiceImageFields]: ServiceImageFields[K] }

type Reader = (value: unknown) => FieldValue
type Wire = readonly [wire: string, read: { readonly field: keyof Fields; readonly read: Reader }]

const timed = (field: 'createdAt' | 'updatedAt', names: readonly string[]): readonly Wire[] =>
  names.map((name) => [name, { field, read: readTime }])

/** The names on the wire, each with its field and reader. `picture` is made of several and stands apart. */
const WIRE = {
  name: { field: 'name', read: readText },
  description: { field: 'description', read: readText },
  ...forEachLook((look) => ({ field: look, read: readChoice })),
  favorite: { field: 'favorite', read: readFlag },
  results: { field: 'results', read: readResults },
  result: { field: 'result', read: readChoice },
  url: { field: 'url', read: readChoice }
} as const satisfies Record<string, { field: keyof Fields; read: Reader }>

/** Once, as it is walked for every record of a library. */
const WIRE_FIELDS: readonly Wire[] = [
  ...Object.entries(WIRE),
  ...timed('createdAt', CREATED_NAMES),
  ...timed('updatedAt', UPDATED_NAMES)
]

type FieldValue = string | number | boolean | ResultsValue | null | undefined

/** undefined when the value is no record or has no id that can be addressed. `service` resolves picture addresses. */
export function readImage(raw: unknown, service: URL | null): ServiceImage | undefined {
  if (!isObject(raw)) return undefined
  const id = readId(member(raw, 'id'))
  if (id === undefined) return undefined
  const read = readFields(raw)
  const picture = readPicture(raw, service)
  const fields = picture === undefined ? read.fields : { ...read.fields, picture: picture.address }
  const isTaken = (key: string): boolean => key === 'id' || key === picture?.from || read.taken.has(key)
  return { id, fields, other: keepOther(raw, isTaken) }
}

function readFields(raw: JsonObject): { fields: ServiceImageFields; taken: ReadonlySet<string> } {
  const fields = new Map<string, FieldValue>()
  const taken = new Set<string>()
  for (const [wire, { field, read }] of WIRE_FIELDS) {
    const value = member(raw, wire)
    // The first name of a time that has one counts; what stands under the others is shown as it came.
    const known = value === undefined || (fields.get(field) ?? null) !== null ? undefined : read(value)
    if (known === undefined) continue
    taken.add(wire)
    fields.set(field, known)
  }
  // Each reader yields its field's own type; Object.fromEntries cannot follow that.
  return { fields: Object.fromEntries(fields) as ServiceImageFields, taken }
}
