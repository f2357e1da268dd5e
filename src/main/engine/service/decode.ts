/**
 * The reading rules of docs/service.md: where in an answer a list or a record stands, in every known dialect.
 * Nothing here throws, whatever the service sends.
 */
import type { ServiceImage, ServicePage, ServiceProject } from '../domain/service-records.ts'
import type { TraitValue } from './dialect.ts'
import { isSoftDeleted, readImage, readProject } from './records.ts'
import { readPageFacts } from './page-facts.ts'
import { pictureBase } from './picture-address.ts'
import { isObject, member, type JsonObject } from './read-fields.ts'

/** Names of the list inside `data`, and of the list at the root. Never `links`, which is a list too. */
const LISTS_IN_DATA = ['data', 'items', 'images', 'projects', 'records', 'results'] as const
const LISTS_AT_ROOT = ['items', 'images', 'projects', 'results'] as const
const RECORDS_IN_DATA = ['image', 'item'] as const
const RECORDS_AT_ROOT = ['image', 'project', 'result', 'item'] as const

/** A page of images; null when the answer is no list of a known shape. `base` resolves picture addresses. */
export function decodeImagePage(root: unknown, base: string): ServicePage<ServiceImage> | null {
  const service = pictureBase(base)
  return decodePage(
    root,
    (raw) => readImage(raw, service),
    (image) => image.id
  )
}

/** A page of projects; null when the answer is no list of a known shape. */
export function decodeProjectPage(root: unknown): ServicePage<ServiceProject> | null {
  return decodePage(root, readProject, (project) => project.project)
}

/**
 * The image of a show, store or update answer; null when it has none, or one that was deleted. A record that leaves
 * out its id is taken for the one that was asked for (`asked`, null where none was).
 */
export function decodeImage(root: unknown, base: string, asked: string | null): ServiceImage | null {
  const raw = findRecord(root)
  if (raw === null || isSoftDeleted(raw)) return null
  const isNameless = asked !== null && (member(raw, 'id') ?? null) === null
  return readImage(isNameless ? { ...raw, id: asked } : raw, pictureBase(base)) ?? null
}

function decodePage<R>(
  root: unknown,
  read: (raw: unknown) => R | undefined,
  idOf: (record: R) => string
): ServicePage<R> | null {
  const list = locateList(root)?.list
  if (list === undefined) return null
  const records = new Map<string, R>()
  const deleted = new Set<string>()
  let unreadable = 0
  for (const row of list) {
    const raw = isObject(row) ? plainRecord(row) : row
    const record = read(raw)
    if (record === undefined) unreadable += 1
    else if (isObject(raw) && isSoftDeleted(raw)) deleted.add(idOf(record))
    // Rows shift while pages are read: the first of two with the same id is as good as the second.
    else if (!records.has(idOf(record))) records.set(idOf(record), record)
  }
  const rows = { listed: list.length, unreadable, deleted: [...deleted] }
  return { records: [...records.values()], ...rows, ...readPageFacts(root) }
}

type ListPlace = TraitValue<'list.place'>

/** A list, and where in the answer it stands. */
interface LocatedList {
  readonly place: ListPlace
  readonly list: readonly unknown[]
}

/** The list of records inside a list answer, or null. */
export function locateList(root: unknown): LocatedList | null {
  if (Array.isArray(root)) return { place: 'root', list: root }
  if (!isObject(root)) return null
  const data = member(root, 'data')
  if (Array.isArray(data)) return { place: 'data', list: data }
  const inData = isObject(data) ? firstArray(data, LISTS_IN_DATA) : null
  return inData === null
    ? firstArray(root, LISTS_AT_ROOT)
    : { place: `data.${inData.place}` as const, list: inData.list }
}

function firstArray<N extends string>(
  object: JsonObject,
  names: readonly N[]
): { readonly place: N; readonly list: readonly unknown[] } | null {
  for (const name of names) {
    const value = member(object, name)
    if (Array.isArray(value)) return { place: name, list: value }
  }
  return null
}

/** The object that is the record of an answer, or null. */
export function findRecord(root: unknown): JsonObject | null {
  if (!isObject(root)) return null
  const data = onlyItem(member(root, 'data'))
  const inData = isObject(data) ? [...RECORDS_IN_DATA.map((name) => member(data, name)), data] : []
  const candidates = [...inData, ...RECORDS_AT_ROOT.map((name) => member(root, name)), root]
  const found = candidates.filter(isObject).find(looksLikeRecord)
  return found === undefined ? null : plainRecord(found)
}

/**
 * JSON:API has a `type` and keeps all other fields in `attributes`, where names may have hyphens. Beside a `name` or
 * `project`, `attributes` is a field like any other.
 */
function plainRecord(record: JsonObject): JsonObject {
  const attributes = member(record, 'attributes')
  const hasOwnFields = Object.hasOwn(record, 'name') || Object.hasOwn(record, 'project')
  if (!isObject(attributes) || typeof member(record, 'type') !== 'string' || hasOwnFields) return record
  const fields = Object.entries(attributes).map(([name, value]) => [name.replaceAll('-', '_'), value] as const)
  return { ...Object.fromEntries(fields), id: member(record, 'id') }
}

/** Some services answer a single record as a list of one. */
function onlyItem(data: unknown): unknown {
  return Array.isArray(data) && data.length === 1 ? data[0] : data
}

function looksLikeRecord(object: JsonObject): boolean {
  return ['id', 'name', 'project'].some((name) => Object.hasOwn(object, name))
}
