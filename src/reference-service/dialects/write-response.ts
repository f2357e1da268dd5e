/** Converts the result of an operation to a response, by dialect. */
import type { ServiceResponse, Found, OperationResult } from '../exchange.ts'
import type { Alteration } from '../faults.ts'
import type { FormMap } from '../form.ts'
import { pageFacts, type PageFacts, type PageRange } from './page-facts.ts'
import type { ServiceDialect } from './switches.ts'
import { writeId } from './wire-values.ts'
import { invalid, noSuchPage, notFound, writeFailure } from './write-failure.ts'
import { writeJson } from './write-json.ts'
import { writeImage, writeProject, type RecordPlace, type Row } from './write-record.ts'

export interface ResponsePlace {
  /** Address of the service, without a trailing slash. */
  readonly base: string
  /** Requested address, without the query. */
  readonly address: string
  readonly query: FormMap
  /** ms since epoch. */
  readonly now: number
  /** Alterations of records in the response. */
  readonly alter: Pick<Alteration, 'row' | 'rows' | 'total'>
}

interface Writing {
  readonly dialect: ServiceDialect
  readonly place: ResponsePlace
}

type Results = { readonly [K in OperationResult['kind']]: Extract<OperationResult, { readonly kind: K }> }

const WRITERS: { readonly [K in keyof Results]: (writing: Writing, result: Results[K]) => ServiceResponse } = {
  images: (writing, { found }) => {
    const { dialect, place } = writing
    const lastId = found.rows.at(-1)?.id
    const rows = mapped(found, (record) => writeImage(dialect, record, placeIn(place, 'list')))
    return listResponse(writing, rows, ['images', lastId === undefined ? null : String(lastId)])
  },
  projects: (writing, { found }) => {
    const rows = mapped(found, (record, at, all) =>
      writeProject(writing.dialect, record, (all[at + 1] ?? all[0])?.project)
    )
    return listResponse(writing, rows, ['projects', found.rows.at(-1)?.project ?? null])
  },
  image: imageResponse,
  'image-deleted': ({ dialect, place }, { record }) => {
    const id = writeId(dialect.ids, record.id)
    return deletedResponse(dialect, { id, object: 'image' }, writeImage(dialect, record, placeIn(place, 'single')))
  },
  'project-deleted': ({ dialect }, { record }) =>
    deletedResponse(dialect, { id: record.project, object: 'report' }, writeProject(dialect, record)),
  invalid: ({ dialect }, { errors }) => writeFailure(dialect, invalid(errors)),
  'not-found': ({ dialect }) => writeFailure(dialect, notFound('application'))
}

export function writeResponse(dialect: ServiceDialect, result: OperationResult, place: ResponsePlace): ServiceResponse {
  // The writer matches the kind of the result, which the compiler cannot verify.
  const write = WRITERS[result.kind] as (writing: Writing, result: OperationResult) => ServiceResponse
  return write({ dialect, place }, result)
}

const placeIn = ({ base, now }: ResponsePlace, place: RecordPlace['in']): RecordPlace => ({ base, now, in: place })

const mapped = <R>(found: Found<R>, write: (record: R, at: number, rows: readonly R[]) => Row): Found<Row> => ({
  ...found,
  rows: found.rows.map(write)
})

const REFUSED_PAGES = { empty: null, missing: 404, refused: 422 } as const

function listResponse(
  { dialect, place }: Writing,
  found: Found<Row>,
  [name, lastKey]: readonly ['images' | 'projects', string | null]
): ServiceResponse {
  const refusal = REFUSED_PAGES[dialect.past]
  if (refusal !== null && found.offset > 0 && found.rows.length === 0) return writeFailure(dialect, noSuchPage(refusal))
  const { row, rows, total } = place.alter
  const altered = row === undefined ? found.rows : found.rows.map(row)
  const shown = { ...found, total: total?.(found.total, found.offset) ?? found.total }
  const facts = pageFacts(dialect, { address: place.address, query: place.query, lastKey }, shown)
  const shownRows = rows?.(altered) ?? altered
  const body = writeList(dialect, dialect.record === 'resource' ? shownRows.map(resource) : shownRows, facts, name)
  return writeJson(dialect, 'success', { status: 200, body })
}

const STATUS = { shown: 200, updated: 200, stored: 201, accepted: 202 } as const

/** Writes an image. A create has status 201 and `status` 200 in the body. */
function imageResponse({ dialect, place }: Writing, { record, was }: Results['image']): ServiceResponse {
  const status = dialect.create === 'processing' && was === 'accepted' ? STATUS.stored : STATUS[was]
  if (was === 'accepted' && dialect.create === 'unnamed') {
    return writeJson(dialect, 'success', { status, body: { message: 'Your image is being created.' } })
  }
  const written = writeImage(dialect, record, placeIn(place, 'single'))
  const row = place.alter.row?.(written) ?? written
  return writeJson(dialect, 'success', { status, body: RECORDS[dialect.record](row) })
}

const RECORDS: Readonly<Record<ServiceDialect['record'], (row: Row) => Row>> = {
  wrapped: (row) => ({ data: row, status: 200 }),
  bare: (row) => row,
  success: (row) => ({ success: true, data: row }),
  named: (row) => ({ data: { image: row } }),
  resource: (row) => ({ data: resource(row) })
}

/** Converts a row to a JSON:API resource. Any other value is unchanged. */
function resource(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
  const { id, project, ...rest }: Row = { ...row }
  const isImage = project === undefined
  const attributes = Object.entries(isImage ? rest : { project, ...rest }).map(
    ([name, value]) => [name.replaceAll('_', '-'), value] as const
  )
  return {
    id: isImage ? id : project,
    type: isImage ? 'images' : 'projects',
    attributes: Object.fromEntries(attributes)
  }
}

interface Deleted {
  readonly id: number | string | bigint
  readonly object: 'image' | 'report'
}

/** Bodies of deletions; `null` for no body. */
const DELETIONS: Readonly<Record<ServiceDialect['deleted'], (named: Deleted, record: Row) => Row | null>> = {
  flag: (named) => ({ ...named, deleted: true, status: 200 }),
  success: () => ({ success: true, message: 'Deleted.' }),
  record: (_, record) => record,
  'no-content': () => null,
  empty: () => null
}

function deletedResponse(dialect: ServiceDialect, named: Deleted, record: Row): ServiceResponse {
  const body = DELETIONS[dialect.deleted](named, RECORDS[dialect.record](record))
  if (body !== null) return writeJson(dialect, 'success', { status: 200, body })
  if (dialect.deleted === 'empty') return { ...writeJson(dialect, 'success', { status: 200, body }), body: '' }
  return { status: 204, headers: { 'cache-control': 'no-cache, private' }, body: '' }
}

type Body = Readonly<Record<string, unknown>> | readonly unknown[]

/** Number of pages linked at each end of a long list of pages. */
const LINKED = 3

const ENVELOPES: Readonly<
  Record<ServiceDialect['list'], (rows: readonly unknown[], facts: PageFacts, name: string) => Body>
> = {
  meta: (rows, facts) => ({ data: rows, links: facts.links, meta: metaOf(facts), status: 200 }),
  'meta-links': (rows, facts) => ({
    data: rows,
    links: facts.links,
    meta: { ...metaOf(facts), links: linkList(facts) }
  }),
  flat: flatBody,
  array: (rows) => rows,
  items: (rows, facts) => ({
    success: true,
    data: { items: rows, total: facts.total, next_cursor: facts.nextCursor, has_more: moreWithoutEnd(facts) }
  }),
  named: (rows, facts, name) => ({
    [name]: rows,
    pagination: {
      page: facts.current,
      per_page: facts.perPage,
      total_pages: facts.last,
      total: facts.total,
      next_cursor: facts.nextCursor,
      has_more: moreWithoutEnd(facts)
    }
  }),
  links: (rows, { links }) => ({
    data: rows,
    links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, href === null ? null : { href }]))
  }),
  results: (rows, { total, links }) => ({ count: total, next: links.next, previous: links.prev, results: rows })
}

/** Writes the envelope of a list. `name` is the field for named lists. */
function writeList(
  { list }: ServiceDialect,
  rows: readonly unknown[],
  facts: PageFacts,
  name: 'images' | 'projects'
): Body {
  return ENVELOPES[list](rows, facts, name)
}

function metaOf(facts: PageFacts): Readonly<Record<string, unknown>> {
  return {
    current_page: facts.current,
    from: facts.from,
    last_page: facts.last,
    path: facts.address,
    per_page: facts.perPage,
    to: facts.to,
    total: facts.total,
    next_cursor: facts.nextCursor,
    prev_cursor: facts.nextCursor === undefined ? undefined : null
  }
}

/** Whether more pages follow, if neither a total nor a cursor shows it. */
const moreWithoutEnd = (facts: PageFacts): boolean | undefined =>
  facts.total === undefined && facts.nextCursor === undefined ? facts.hasMore : undefined

function flatBody(rows: readonly unknown[], facts: PageFacts): Body {
  const { links } = facts
  const showsEnd = facts.last !== undefined
  return {
    current_page: facts.current,
    data: rows,
    first_page_url: facts.current === undefined ? undefined : links.first,
    from: facts.from,
    last_page: facts.last,
    last_page_url: showsEnd ? links.last : undefined,
    links: showsEnd ? linkList(facts) : undefined,
    next_cursor: facts.nextCursor,
    next_page_url: links.next,
    path: facts.address,
    per_page: facts.perPage,
    prev_page_url: links.prev,
    to: facts.to,
    total: facts.total
  }
}

interface PageLink {
  readonly url: string | null
  readonly label: string
  readonly active: boolean
}

/** Returns links with labels: previous, the pages, next. */
function linkList({ pages, links }: PageFacts): readonly PageLink[] {
  return [
    { url: links.prev, label: '&laquo; Previous', active: false },
    ...(pages === null ? [] : numberedLinks(pages)),
    { url: links.next, label: 'Next &raquo;', active: false }
  ]
}

function numberedLinks({ first, current, last, addressOf }: PageRange): readonly PageLink[] {
  const link = (page: number): PageLink => ({ url: addressOf(page), label: String(page), active: page === current })
  const range = (from: number, to: number): readonly PageLink[] =>
    Array.from({ length: to - from + 1 }, (_, index) => link(from + index))
  if (last - first < 2 * LINKED) return range(first, last)
  const gap = { url: null, label: '...', active: false }
  return [...range(first, first + LINKED - 1), gap, ...range(last - LINKED + 1, last)]
}
