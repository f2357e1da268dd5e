/** A later page that the service refuses, past the end or lost: it says nothing of the address. */
import type { ServicePage } from '../domain/service-records.ts'
import type { Answered } from './service-client.ts'

type Page<R> = Answered<ServicePage<R>>

/** What services answer where there is no such page, or none behind such a cursor. */
const NO_SUCH_PAGE: ReadonlySet<number> = new Set([400, 404, 410, 422])

/** Whether the answer refuses the page that was asked for. */
export function isPageRefused({ outcome }: Page<unknown>): boolean {
  return outcome.kind !== 'applied' && NO_SUCH_PAGE.has(outcome.failure.status ?? 0)
}

/**
 * What a refused page counts as, once the first page was asked for again: where that one fails too, its own failure,
 * else a page of nothing, whose end `stepPass` judges. `asked` is the refused page, 1-based, or `null` where the list is
 * paged by cursor.
 */
export function judgeRefusedPage<R>(asked: number | null, refused: Page<R>, first: Page<R>): Page<R> {
  const facts = { ...first.facts, requests: refused.facts.requests + first.facts.requests }
  const page = first.outcome.kind === 'applied' ? first.outcome.value : null
  if (page === null) return { outcome: first.outcome, facts }
  const nothing = { records: [], listed: 0, unreadable: 0, deleted: [], currentPage: null, nextCursor: null }
  const ended = { ...page, ...nothing, hasNext: false }
  // Page 1 is the only one to compare with. Shorter than requested proves nothing, as services cap pages silently; only
  // a page size or an end that the service itself reports does. `stepPass` compares the total.
  const isShort = page.perPage !== null && page.listed < page.perPage
  const isProved = asked === 2 && (page.hasNext === false || (page.hasNext === null && isShort))
  return { outcome: { kind: 'applied', value: isProved ? ended : { ...ended, isRefused: true } }, facts }
}
