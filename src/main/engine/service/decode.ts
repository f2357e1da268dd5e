/**
 * Implements the reading rules of docs/service.md: where a response contains a list or a record, in every known
 * dialect. Nothing here throws, whatever the service sends.
 */
import type { ServiceImage, ServicePage, ServiceProject } from '../domain/service-records.ts'
import { LIST_PLACES } from './dialect.ts'
import { isSoftDeleted, readImage, readProject } from './records.ts'
import { readPageFacts } from './page-facts.ts'
import { pictureBase } from './picture-address.ts'
import { isObject, member, type JsonObject } from './read-fields.ts'

const RECORD_PLACES = ['data.image', 'data.item', 'data', 'image', 'project', 'result', 'item'] as const

/**
 * Returns a page of images; `null` if the response contains no list of a known shape. `base` resolves picture
 * addresses.
 */
export function decodeImagePage(root: unknown, base: string): ServicePage<ServiceImage> | null {
  const service = pictureBase(base)
  return decodePage(
    root,
    (raw) => readImage(raw, service),
    (image) => image.id
  )
}

/** Returns a page of projects; `null` if the response contains no list of a known shape. */
export function decodeProjectPage(root: unknown): ServicePage<ServiceProject> | null {
  return decodePage(root, readProject, (project) => project.project)
}

/**
 * Returns the image of a show, store or update response; `null` if there is none, or a deleted one. A record without an
 * id is assumed to be the requested one (`requestedId`, `null` if none was).
 */
export function decodeImage(root: unknown, base: string, requestedId: string | null): ServiceImage | null {
  const raw = findRecord(root)
  if (raw === null || isSoftDeleted(raw)) return null
  const lacksId = requestedId !== null && (member(raw, 'id') ?? null) === null
  return readImage(lacksId ? { ...raw, id: requestedId } : raw, pictureBase(base)) ?? null
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
    // Rows shift while pages are read, so either of two rows with the same id is valid.
    else if (!records.has(idOf(record))) records.set(idOf(record), record)
  }
  const rows = { listed: list.length, unreadable, deleted: [...deleted] }
  const facts = readPageFacts(root)
  // Links and page numbers are counted from the same total, so they are as wrong as a total below the page's own rows.
  const isWrong = facts.total !== null && facts.total < records.size
  const unknown = isWrong ? { total: null, lastPage: null, hasNext: null } : {}
  return { records: [...records.values()], ...rows, ...facts, ...unknown }
}

/** Returns the value at this path of a response; `root` is the response itself. */
function at(root: unknown, place: string): unknown {
  const names = place === 'root' ? [] : place.split('.')
  return names.reduce((inside, name) => (isObject(inside) ? member(inside, name) : undefined), root)
}

/** Returns the list of records in a list response, and its path; `null` if there is none. */
export function locateList(root: unknown) {
  for (const place of LIST_PLACES) {
    const list: unknown = at(root, place)
    if (Array.isArray(list)) return { place, list }
  }
  return null
}

/** Returns the object that is the record of a response, or `null`. */
export function findRecord(root: unknown): JsonObject | null {
  if (!isObject(root)) return null
  const data = member(root, 'data')
  // Some services return a single record as a list of one.
  const plain = Array.isArray(data) && data.length === 1 ? { ...root, data: data[0] as unknown } : root
  const candidates = [...RECORD_PLACES.map((place) => at(plain, place)), root]
  const found = candidates.filter(isObject).find(looksLikeRecord)
  return found === undefined ? null : plainRecord(found)
}

/**
 * Flattens JSON:API, which has a `type` and keeps all other fields in `attributes`, where names may have hyphens.
 * Beside a `name` or `project`, `attributes` is an ordinary field.
 */
function plainRecord(record: JsonObject): JsonObject {
  const attributes = member(record, 'attributes')
  const hasOwnFields = Object.hasOwn(record, 'name') || Object.hasOwn(record, 'project')
  if (!isObject(attributes) || typeof member(record, 'type') !== 'string' || hasOwnFields) return record
  const fields = Object.entries(attributes).map(([name, value]) => [name.replaceAll('-', '_'), value] as const)
  return { ...Object.fromEntries(fields), id: member(record, 'id') }
}

function looksLikeRecord(object: JsonObject): boolean {
  return ['id', 'name', 'project'].some((name) => Object.hasOwn(object, name))
}
