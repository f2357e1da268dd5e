/** The body of a list, in each of the known envelopes. */
import type { PageFacts, PageRange } from './page-facts.ts'
import type { ServiceDialect } from './switches.ts'

type Body = Readonly<Record<string, unknown>> | readonly unknown[]

/** Of many pages so many are linked at each end. */
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

/** `name` is the group's: what a list that is called by a name is called. */
export function writeList(
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

/** Told where neither a total nor a cursor tells it. */
const moreWithoutEnd = (facts: PageFacts): boolean | undefined =>
  facts.total === undefined && facts.nextCursor === undefined ? facts.hasMore : undefined

function flatBody(rows: readonly unknown[], facts: PageFacts): Body {
  const { links } = facts
  const tellsEnd = facts.last !== undefined
  return {
    current_page: facts.current,
    data: rows,
    first_page_url: facts.current === undefined ? undefined : links.first,
    from: facts.from,
    last_page: facts.last,
    last_page_url: tellsEnd ? links.last : undefined,
    links: tellsEnd ? linkList(facts) : undefined,
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

/** Links with labels for people: back, the pages, on. */
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
