/** Pages of a list: which one is asked for, and the envelope around it. */
import type { OperationInput } from './exchange.ts'
import type { FormMap } from './form.ts'
import { textOf } from './form.ts'

const PAGE_SIZES: readonly number[] = [10, 25, 50, 100]

export interface PageRequest {
  /** 1-based. */
  readonly page: number
  readonly perPage: number
}

/** `page` below 1 or no number reads as 1; a `per_page` outside the allowed values as the operator's setting. */
export function readPage(query: FormMap, usualPerPage: number): PageRequest {
  const page = wholeNumber(textOf(query, 'page'))
  const perPage = wholeNumber(textOf(query, 'per_page'))
  return {
    page: page === null || page < 1 ? 1 : page,
    perPage: PAGE_SIZES.includes(perPage ?? 0) ? Number(perPage) : usualPerPage
  }
}

function wholeNumber(text: string | null): number | null {
  const number = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
  return number
}

/** First place of the page in the whole list, 0-based. */
export const offsetOf = (request: PageRequest): number => (request.page - 1) * request.perPage

/** The list answer's body. `rows` is the page, `total` how many match. */
export function listBody(
  input: OperationInput,
  request: PageRequest,
  found: { rows: readonly unknown[]; total: number }
): unknown {
  const { page, perPage } = request
  const lastPage = Math.max(1, Math.ceil(found.total / perPage))
  const path = input.origin + input.path
  const link = (target: number): string => `${path}?${linkQuery(input.query, target)}`
  const hasRows = found.rows.length > 0
  return {
    data: found.rows,
    links: {
      first: link(1),
      last: link(lastPage),
      prev: page > 1 ? link(page - 1) : null,
      next: page < lastPage ? link(page + 1) : null
    },
    meta: {
      current_page: page,
      from: hasRows ? offsetOf(request) + 1 : null,
      last_page: lastPage,
      path,
      per_page: perPage,
      to: hasRows ? offsetOf(request) + found.rows.length : null,
      total: found.total
    },
    status: 200
  }
}

/** The caller's own plain parameters again, then the page. */
function linkQuery(query: FormMap, page: number): string {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (key !== 'page' && typeof value === 'string') parameters.set(key, value)
  }
  parameters.set('page', String(page))
  return parameters.toString()
}
