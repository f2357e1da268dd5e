/** Paging information of a list, by dialect. Undefined values are omitted. */
import type { Found } from '../exchange.ts'
import type { FormMap } from '../form.ts'
import type { ServiceDialect } from './switches.ts'
import { writeCount, writeSize } from './wire-values.ts'

export interface PageQuestion {
  /** Address of the list, without the query. */
  readonly address: string
  readonly query: FormMap
  /** Id or name of the last row; `null` without rows. */
  readonly lastKey: string | null
}

type Count = number | string

export interface PageRange {
  readonly first: number
  readonly current: number
  readonly last: number
  readonly addressOf: (page: number) => string
}

export interface PageFacts {
  readonly address: string
  readonly current?: Count | undefined
  readonly last?: Count | undefined
  readonly perPage: Count
  readonly total?: Count | undefined
  readonly from?: Count | null | undefined
  readonly to?: Count | null | undefined
  readonly nextCursor?: string | null | undefined
  readonly hasMore: boolean
  readonly links: Readonly<Record<'first' | 'last' | 'prev' | 'next', string | null>>
  /** Page numbers, for lists of links; `null` if the last one is not reported. */
  readonly pages: PageRange | null
}

export function pageFacts(dialect: ServiceDialect, question: PageQuestion, found: Found<unknown>): PageFacts {
  return dialect.paging === 'cursor' ? cursorFacts(dialect, question, found) : numberFacts(dialect, question, found)
}

function numberFacts(dialect: ServiceDialect, question: PageQuestion, found: Found<unknown>): PageFacts {
  const { perPage, offset, total, rows } = found
  const first = dialect.paging === 'from-zero' ? 0 : 1
  const current = first + Math.floor(offset / perPage)
  const last = first + Math.max(0, Math.ceil(total / perPage) - 1)
  const showsEnd = dialect.totals === 'included' && dialect.paging !== 'simple'
  const link = (page: number): string => linkTo(question, 'page', String(page))
  const count = (value: number): Count => writeCount(dialect, value)
  return {
    address: question.address,
    current: count(current),
    last: showsEnd ? count(last) : undefined,
    perPage: writeSize(dialect, perPage),
    total: showsEnd ? count(total) : undefined,
    from: rows.length > 0 ? count(offset + 1) : null,
    to: rows.length > 0 ? count(offset + rows.length) : null,
    hasMore: current < last,
    links: {
      first: link(first),
      last: showsEnd ? link(last) : null,
      prev: current > first ? link(current - 1) : null,
      next: current < last ? link(current + 1) : null
    },
    pages: showsEnd ? { first, current, last, addressOf: link } : null
  }
}

function cursorFacts(dialect: ServiceDialect, question: PageQuestion, found: Found<unknown>): PageFacts {
  const end = found.offset + found.rows.length
  const hasMore = end < found.total && question.lastKey !== null
  const nextCursor = hasMore ? writeCursor({ after: question.lastKey ?? '', offset: end }) : null
  const next = nextCursor === null ? null : linkTo(question, 'cursor', nextCursor)
  return {
    address: question.address,
    perPage: writeSize(dialect, found.perPage),
    nextCursor,
    hasMore,
    links: { first: null, last: null, prev: null, next },
    pages: null
  }
}

/** Builds a link with the caller's own plain parameters and the page. */
function linkTo({ address, query }: PageQuestion, name: 'page' | 'cursor', value: string): string {
  const parameters = new URLSearchParams()
  for (const [key, sent] of Object.entries(query)) {
    if (key !== 'page' && key !== 'cursor' && typeof sent === 'string') parameters.set(key, sent)
  }
  parameters.set(name, value)
  return `${address}?${parameters.toString()}`
}

/** Cursor of a page: the record before it, as text that is opaque to callers. */

export interface CursorPlace {
  /** Id or name of the last record before it. */
  readonly after: string
  /** Start of the page if that record no longer exists, 0-based. */
  readonly offset: number
}

function writeCursor({ after, offset }: CursorPlace): string {
  const text = encodeURIComponent(JSON.stringify([after, offset]))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Parses a cursor; `null` if it is invalid, and then the list starts at its beginning as in the stock framework. */
export function readCursor(text: string): CursorPlace | null {
  try {
    const parts: unknown = JSON.parse(decodeURIComponent(atob(text.replaceAll('-', '+').replaceAll('_', '/'))))
    if (!Array.isArray(parts)) return null
    const [after, offset]: readonly unknown[] = parts
    return typeof after === 'string' && typeof offset === 'number' ? { after, offset } : null
  } catch (cause) {
    // Invalid base64, escapes or JSON; any other error is a bug.
    if (cause instanceof SyntaxError || cause instanceof URIError || cause instanceof DOMException) return null
    throw cause
  }
}
