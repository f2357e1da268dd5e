/** Reads what a list response reports about its page: numbers, and whether there is more. */
import type { ServicePage } from '../domain/service-records.ts'
import { isObject, member, readCount, readFlag, type JsonObject } from './read-fields.ts'

type PageFacts = Pick<ServicePage<unknown>, 'currentPage' | 'lastPage' | 'perPage' | 'total' | 'hasNext' | 'nextCursor'>

/** Reads the facts from all known locations; a bare array has none. */
export function readPageFacts(root: unknown): PageFacts {
  const places = placesOf(root)
  const next = readNext(places)
  const numbers = {
    currentPage: firstCount(places, 'current_page', 'page') ?? pageBefore(next.page),
    lastPage: firstCount(places, 'last_page', 'total_pages'),
    perPage: firstCount(places, 'per_page'),
    total: firstCount(places, 'total') ?? firstCount(places.filter(hasNeighbors), 'count')
  }
  return { ...numbers, nextCursor: next.cursor, hasNext: hasNext(places, next.told, numbers) }
}

/** Returns meta, root, pagination and data, in order of priority. */
function placesOf(root: unknown): readonly JsonObject[] {
  if (!isObject(root)) return []
  const meta = member(root, 'meta')
  const inMeta = isObject(meta) ? member(meta, 'pagination') : undefined
  return [meta, root, member(root, 'pagination'), inMeta, member(root, 'data')].filter(isObject)
}

function firstCount(places: readonly JsonObject[], ...names: readonly string[]): number | null {
  for (const name of names) {
    for (const place of places) {
      const count = readCount(member(place, name))
      if (count !== undefined) return count
    }
  }
  return null
}

/** Beside links to its neighbors, a count is that of the whole list; elsewhere it is as often that of the page. */
const hasNeighbors = (place: JsonObject): boolean => Object.hasOwn(place, 'next') && Object.hasOwn(place, 'previous')

function readNext(places: readonly JsonObject[]) {
  const addresses = linksOf(places, 'next', 'next_page_url', 'next').map(hrefOf)
  const cursors = places.map((place) => member(place, 'next_cursor'))
  const query = addresses.map(queryOf).find((params) => params !== null)
  return {
    /** Address or cursor of the next page: text, `null` if reported to be none, undefined if not reported. */
    told: [...addresses, ...cursors],
    page: readCount(query?.get('page')) ?? null,
    cursor: [...cursors, query?.get('cursor')].find(isText) ?? null
  }
}

/** A link may be an address, or an object that contains it. */
const hrefOf = (link: unknown): unknown => (isObject(link) ? member(link, 'href') : link)

/** Uses only the page or the cursor from the query of a link, never its host or path. */
function queryOf(address: unknown): URLSearchParams | null {
  return isText(address) ? (URL.parse(address, 'http://localhost')?.searchParams ?? null) : null
}

function hasNext(
  places: readonly JsonObject[],
  links: readonly unknown[],
  numbers: Pick<PageFacts, 'currentPage' | 'lastPage'>
) {
  const told = links.filter((value) => value === null || isText(value)).map((value) => value !== null)
  const more = places.flatMap((place) => [member(place, 'has_more'), member(place, 'has_more_pages')])
  const flags = more.filter((value) => value !== undefined && value !== null).map(readFlag)
  const { currentPage, lastPage } = numbers
  const byNumber = currentPage !== null && lastPage !== null ? [currentPage < lastPage] : []
  const says = [...told, ...flags, ...byNumber].filter((value) => value !== undefined)
  // If they contradict each other, reading an extra page is harmless, but stopping early loses records.
  return says.length === 0 ? null : says.includes(true)
}

const pageBefore = (page: number | null): number | null => (page !== null && page > 0 ? page - 1 : null)

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export type FirstNumber = 'one' | 'zero'

/** Returns what the response to page 1 shows about the number of the first page; `null` if nothing. */
export function readFirstNumber(root: unknown): FirstNumber | null {
  const places = placesOf(root)
  return byRows(places) ?? byLinks(places) ?? byLastPage(places)
}

/** Rows before those of page 1 prove that there is a page before it. */
function byRows(places: readonly JsonObject[]): FirstNumber | null {
  const from = firstCount(places, 'from')
  if (from === null) return null
  return from > 1 ? 'zero' : 'one'
}

function byLinks(places: readonly JsonObject[]): FirstNumber | null {
  const pages = linksOf(places, 'first', 'first_page_url').map((link) => readCount(queryOf(hrefOf(link))?.get('page')))
  const first = pages.find((page) => page !== undefined)
  if (first === 0 || first === 1) return first === 0 ? 'zero' : 'one'
  const previous = linksOf(places, 'prev', 'prev_page_url', 'previous')
  if (previous.length === 0) return null
  return previous.some((link) => link !== null) ? 'zero' : 'one'
}

/**
 * Detects a last page number that is one less than the total requires. The reverse proves nothing, because `last_page`
 * may be a count.
 */
function byLastPage(places: readonly JsonObject[]): FirstNumber | null {
  const [last, total, size] = [
    firstCount(places, 'last_page'),
    firstCount(places, 'total'),
    firstCount(places, 'per_page')
  ]
  return last !== null && total && size && last === Math.ceil(total / size) - 1 ? 'zero' : null
}

/**
 * Returns links of this name in `links`, and of the other names beside it; `null` entries report that there is none. A
 * list of page links has translated labels, so only the object form is read.
 */
function linksOf(places: readonly JsonObject[], inLinks: string, ...beside: readonly string[]): readonly unknown[] {
  const links = places.map((place) => member(place, 'links')).filter(isObject)
  const found = [
    ...links.map((link) => member(link, inLinks)),
    ...places.flatMap((place) => beside.map((name) => member(place, name)))
  ]
  return found.filter((link) => link !== undefined)
}
