/**
 * Reads the records of images and projects. Fields missing from the response stay absent; unreadable and unknown fields
 * are kept as sent.
 */
import { FACETS } from '../../../shared/image.ts'
import type { ResultsValue, ServiceImage, ServiceImageFields, ServiceProject } from '../domain/service-records.ts'
import { readPicture } from './picture-address.ts'
import { isObject, type JsonObject, member, readChoice, readCount, readFlag, readId, readText } from './read-fields.ts'
import { CREATED_NAMES, readTime, UPDATED_NAMES } from './read-time.ts'

type FieldValue = string | number | boolean | ResultsValue | null | undefined
type Reader = (value: unknown) => FieldValue

/** A name on the wire, the field it maps to, and its reader. */
type Wire<R> = readonly [wire: string, field: keyof R & string, read: Reader]

const timed = <F extends string>(field: F, names: readonly string[]) =>
  names.map((name) => [name, field, readTime] as const)

/**
 * Computed once, because it is used for every record of a library. `picture` has several names and is read separately.
 */
const IMAGE_WIRE: readonly Wire<ServiceImageFields>[] = [
  ['name', 'name', readText],
  ['description', 'description', readText],
  ...FACETS.map((facet) => [facet, facet, readChoice] as const),
  ['favorite', 'favorite', readFlag],
  ['results', 'results', readResults],
  ['result', 'result', readChoice],
  ['url', 'url', readChoice],
  ...timed('createdAt', CREATED_NAMES),
  ...timed('updatedAt', UPDATED_NAMES)
]

type ProjectFields = Omit<ServiceProject, 'project' | 'other'>

const PROJECT_WIRE: readonly Wire<ProjectFields>[] = [
  ['id', 'id', readId],
  ['reports', 'reports', readCount],
  ['result', 'result', readChoice],
  ...timed('createdAt', CREATED_NAMES)
]

/** Returns undefined if the value is not a record or has no usable id. `service` resolves picture addresses. */
export function readImage(raw: unknown, service: URL | null): ServiceImage | undefined {
  if (!isObject(raw)) return undefined
  const id = readId(member(raw, 'id'))
  if (id === undefined) return undefined
  const read = readFields(raw, IMAGE_WIRE)
  const picture = readPicture(raw, service)
  const fields = picture === undefined ? read.fields : { ...read.fields, picture: picture.address }
  const isTaken = (key: string): boolean => key === 'id' || key === picture?.from || read.taken.has(key)
  return { id, fields, other: keepOther(raw, isTaken) }
}

function readFields<R>(raw: JsonObject, wires: readonly Wire<R>[]): { fields: Partial<R>; taken: ReadonlySet<string> } {
  const fields = new Map<string, FieldValue>()
  const taken = new Set<string>()
  for (const [wire, field, read] of wires) {
    const value = member(raw, wire)
    // The first name of a time with a value counts; values under other names are kept as sent.
    const known = value === undefined || (fields.get(field) ?? null) !== null ? undefined : read(value)
    if (known === undefined) continue
    taken.add(wire)
    fields.set(field, known)
  }
  // Each reader yields its field's own type; Object.fromEntries cannot follow that.
  return { fields: Object.fromEntries(fields) as Partial<R>, taken }
}

/** Deeper values overflow the stack of later recursive code. */
const MAX_DEPTH = 32
const TOO_DEEP = '[nested too deep to keep]'

/** Keeps every member that `isTaken` does not claim, under its own name (even `__proto__`). */
function keepOther(raw: JsonObject, isTaken: (key: string) => boolean): Readonly<Record<string, unknown>> {
  const kept = Object.entries(raw).filter(([key]) => !isTaken(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, isWithinDepth(value) ? value : TOO_DEEP]))
}

/** Returns whether a value is shallow enough to be kept. */
function isWithinDepth(value: unknown, left: number = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (left === 0) return false
  return Object.values(value).every((inner) => isWithinDepth(inner, left - 1))
}

/**
 * Reads `null` as an empty list, one text as a list of one, and an object with numbered keys as the intended list.
 * Returns undefined if unreadable, or too deep to be kept.
 */
function readResults(value: unknown): ResultsValue | undefined {
  const list = asList(value)
  return list !== undefined && isWithinDepth(list) ? list : undefined
}

function asList(value: unknown): ResultsValue | undefined {
  if (Array.isArray(value)) return value
  if (value === null || value === '') return []
  if (typeof value === 'string') return [value]
  if (!isObject(value)) return undefined
  const keys = Object.keys(value)
  return keys.every((key) => /^\d{1,9}$/.test(key)) ? keys.map((key) => value[key]) : undefined
}

/**
 * Returns undefined if the value is not a record or its `project` is not text. An empty name is read and shown; that it
 * cannot be addressed is reported on deletion.
 */
export function readProject(raw: unknown): ServiceProject | undefined {
  if (!isObject(raw)) return undefined
  const name = member(raw, 'project')
  const project = name === null || name === '' ? '' : readId(name)
  if (project === undefined) return undefined
  const { fields, taken } = readFields(raw, PROJECT_WIRE)
  // null in a known field means the same as its absence.
  const known = PROJECT_WIRE.map(([wire]) => wire).filter((wire) => taken.has(wire) || raw[wire] === null)
  const other = keepOther(raw, (key) => key === 'project' || known.includes(key))
  return { project, reports: null, result: null, createdAt: null, ...fields, other }
}

const FLAGS = ['deleted', 'is_deleted', 'trashed'] as const

/**
 * Returns whether a time in `deleted_at` (not all zeros) or a flag marks the record as deleted. Such a record counts as
 * gone.
 */
export function isSoftDeleted(record: JsonObject): boolean {
  if (typeof readTime(member(record, 'deleted_at')) === 'number') return true
  return FLAGS.some((name) => readFlag(member(record, name)) === true)
}
