/** Reads what a list response reports about its page: numbers, and whether there is more. */
import type { ServicePage } from '../domain/service-records.ts'
import { isObject, member, readCount, readFlag, type JsonObject } from './read-fields.ts'

type PageFacts = Pick<ServicePage<unknown>, 'currentPage' | 'lastPage' | 'perPage' | 'total' | 'hasNext' | 'nextCursor'>

/** Reads the facts from all known locations; a bare array has none. */
export function readPageFacts(root: unknown): PageFacts {
  const locations = locationsOf(root)
  const next = readNext(locations)
  const numbers = {
    currentPage: firstCount(locations, 'current_page', 'page') ?? pageBefore(next.page),
    lastPage: firstCount(locations, 'last_page', 'total_pages'),
    perPage: firstCount(locations, 'per_page'),
    total: firstCount(locations, 'total') ?? firstCount(locations.filter(hasNeighbors), 'count')
  }
  return { ...numbers, nextCursor: next.cursor, hasNext: hasNext(locations, next.reported, numbers) }
}

/** Returns meta, root, pagination and data, in order of priority. */
function locationsOf(root: unknown): readonly JsonObject[] {
  if (!isObject(root)) return []
  const meta = member(root, 'meta')
  const inMeta = isObject(meta) ? member(meta, 'pagination') : undefined
  return [meta, root, member(root, 'pagination'), inMeta, member(root, 'data')].filter(isObject)
}

function firstCount(locations: readonly JsonObject[], ...names: readonly string[]): number | null {
  for (const name of names) {
    for (const location of locations) {
      const count = readCount(member(location, name))
      if (count !== undefined) return count
    }
  }
  return null
}

/** Beside links to its neighbors, a count is that of the whole list; elsewhere it is as often that of the page. */
const hasNeighbors = (location: JsonObject): boolean =>
  Object.hasOwn(location, 'next') && Object.hasOwn(location, 'previous')

function readNext(locations: readonly JsonObject[]) {
  const addresses = linksOf(locations, 'next', 'next_page_url', 'next').map(hrefOf)
  const cursors = locations.map((location) => member(location, 'next_cursor'))
  const query = addresses.map(queryOf).find((params) => params !== null)
  return {
    /** Address or cursor of the next page: text, `null` if reported to be none, undefined if not reported. */
    reported: [...addresses, ...cursors],
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
  locations: readonly JsonObject[],
  links: readonly unknown[],
  numbers: Pick<PageFacts, 'currentPage' | 'lastPage'>
) {
  const reported = links.filter((value) => value === null || isText(value)).map((value) => value !== null)
  const more = locations.flatMap((location) => [member(location, 'has_more'), member(location, 'has_more_pages')])
  const flags = more.filter((value) => value !== undefined && value !== null).map(readFlag)
  const { currentPage, lastPage } = numbers
  const byNumber = currentPage !== null && lastPage !== null ? [currentPage < lastPage] : []
  const reports = [...reported, ...flags, ...byNumber].filter((value) => value !== undefined)
  // If they contradict each other, reading an extra page is harmless, but stopping early loses records.
  return reports.length === 0 ? null : reports.includes(true)
}

const pageBefore = (page: number | null): number | null => (page !== null && page > 0 ? page - 1 : null)

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export type FirstNumber = 'one' | 'zero'

/** Returns what the response to page 1 shows about the number of the first page; `null` if nothing. */
export function readFirstNumber(root: unknown): FirstNumber | null {
  const locations = locationsOf(root)
  return byRows(locations) ?? byLinks(locations) ?? byLastPage(locations)
}

/** Rows before those of page 1 prove that there is a page before it. */
function byRows(locations: readonly JsonObject[]): FirstNumber | null {
  const from = firstCount(locations, 'from')
  if (from === null) return null
  return from > 1 ? 'zero' : 'one'
}

function byLinks(locations: readonly JsonObject[]): FirstNumber | null {
  const pages = linksOf(locations, 'first', 'first_page_url').map((link) =>
    readCount(queryOf(hrefOf(link))?.get('page'))
  )
  const first = pages.find((page) => page !== undefined)
  if (first === 0 || first === 1) return first === 0 ? 'zero' : 'one'
  const previous = linksOf(locations, 'prev', 'prev_page_url', 'previous')
  if (previous.length === 0) return null
  return previous.some((link) => link !== null) ? 'zero' : 'one'
}

/**
 * Detects a last page number that is one less than the total requires. The reverse proves nothing, because `last_page`
 * may be a count.
 */
function byLastPage(locations: readonly JsonObject[]): FirstNumber | null {
  const [last, total, size] = [
    firstCount(locations, 'last_page'),
    firstCount(locations, 'total'),
    firstCount(locations, 'per_page')
  ]
  return last !== null && total && size && last === Math.ceil(total / size) - 1 ? 'zero' : null
}

/**
 * Returns links of this name in `links`, and of the other names beside it; `null` entries report that there is none. A
 * list of page links has translated labels, so only the object form is read.
 */
function linksOf(
  locations: readonly JsonObject[],
  inLinks: string,
  ...otherNames: readonly string[]
): readonly unknown[] {
  const links = locations.map((location) => member(location, 'links')).filter(isObject)
  const found = [
    ...links.map((link) => member(link, inLinks)),
    ...locations.flatMap((location) => otherNames.map((name) => member(location, name)))
  ]
  return found.filter((link) => link !== undefined)
}
