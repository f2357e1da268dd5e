/**
 * Pages by number: 1 is the first one everywhere in this program, whatever the service calls it. Which it is, is learned
 * from the answer to page 1, and where that tells nothing from what page 0 shows.
 */
import { shownBy } from '../domain/outcome.ts'
import type { ServicePage } from '../domain/service-records.ts'
import type { Dialect } from './dialect.ts'
import type { PageListed } from './list-outcome.ts'
import { type Answered, summed } from './service-client.ts'

interface Place {
  /** As the service counts; absent for its own first page. */
  readonly page?: number | undefined
  readonly cursor?: string | undefined
}

interface Numbering<R> {
  readonly dialect: Dialect
  readonly idOf: (record: R) => string
}

type List<R> = (place: Place) => Promise<PageListed<R>>

/**
 * Lists the page that `asked` names, counted from 1. `list` sends the place it is given. Where a later page is refused the
 * first one is asked for, as only that one tells whether the address is right.
 */
export async function listNumbered<R>(
  numbering: Numbering<R>,
  asked: Place & { readonly perPage: number },
  list: List<R>
): Promise<Answered<ServicePage<R>>> {
  const answered = await listPage(numbering, asked, list)
  const { page = 1, cursor } = asked
  if ((page <= 1 && cursor === undefined) || !isPageRefused(answered)) return answered
  const one = await listPage(numbering, { page: 1 }, list)
  return judgeRefusedPage(cursor === undefined ? page : null, answered, one)
}

async function listPage<R>(
  { dialect, idOf }: Numbering<R>,
  asked: Place,
  list: List<R>
): Promise<Answered<ServicePage<R>>> {
  const { page, cursor } = asked
  if (page === undefined || cursor !== undefined) return learned(dialect, await list(asked))
  const known = dialect.known('page.first')
  if (known === 'zero') return learned(dialect, shifted(await list({ page: page - 1 })))
  const answered = await list({ page })
  const isSettled = known === 'one' || dialect.known('page.selection') === 'cursor'
  if (page === 1 && !isSettled && isPageRefused(answered)) return learned(dialect, await zeroth(answered, list))
  if (page > 1 || isSettled || shownBy(answered.outcome) === null) return learned(dialect, answered)
  return learned(dialect, await first({ dialect, idOf }, answered, list))
}

/** The first page, when number 1 has been read and nothing is known yet. */
async function first<R>({ dialect, idOf }: Numbering<R>, one: PageListed<R>, list: List<R>): Promise<PageListed<R>> {
  if (shownBy(one.outcome)?.nextCursor !== null) return one
  if (one.firstNumber === 'one') dialect.learn('page.first', 'one')
  if (one.firstNumber === 'one') return one
  const zero = await list({ page: 0 })
  const both = summed(one.facts, zero.facts)
  const found = shownBy(zero.outcome)
  if (isPageRefused(zero)) dialect.learn('page.first', 'one')
  // If page 0 got no response, it may still be the first page, so its failure is returned instead of page 1.
  if (found === null) return isNoAnswer(zero) ? { ...zero, facts: both } : { ...one, facts: both }
  const order = compared(idsOf(shownBy(one.outcome), idOf), idsOf(found, idOf))
  if (order !== null) dialect.learn('page.first', order)
  return order === 'zero' ? { ...shifted(zero), facts: both } : { ...one, facts: both }
}

/**
 * Page 0 where page 1 was refused: it may hold a whole short list. Teaches nothing, because a refusal may be a passing
 * one, and some services answer page 0 with page 1.
 */
async function zeroth<R>(refused: PageListed<R>, list: List<R>): Promise<PageListed<R>> {
  const zero = await list({ page: 0 })
  const facts = summed(refused.facts, zero.facts)
  const page = shownBy(zero.outcome)
  if (page === null) return { ...(isNoAnswer(zero) ? zero : refused), facts }
  return { ...(page.currentPage === 0 ? shifted(zero) : zero), facts }
}

/** The same records, or some of them: 0 reads as 1. Others: 0 is a page of its own. */
function compared(one: ReadonlySet<string>, zero: ReadonlySet<string>): 'one' | 'zero' | null {
  if (zero.size === 0) return one.size === 0 ? null : 'one'
  return [...zero].some((id) => one.has(id)) ? 'one' : 'zero'
}

const idsOf = <R>(page: ServicePage<R> | null, idOf: (record: R) => string): ReadonlySet<string> =>
  new Set([...(page?.records ?? []).map(idOf), ...(page?.deleted ?? [])])

/** A server that fails on a page 0 it does not have must not keep page 1 from being read. */
const isNoAnswer = ({ outcome, facts }: Answered<unknown>): boolean =>
  facts.status === null || outcome.kind === 'held' || outcome.kind === 'signed-out'

/** Numbers counted from 0, counted from 1. */
function shifted<R>(answered: PageListed<R>): PageListed<R> {
  const page = shownBy(answered.outcome)
  if (page === null) return answered
  const { currentPage, lastPage } = page
  const value = { ...page, currentPage: more(currentPage), lastPage: more(lastPage) }
  return { ...answered, outcome: { kind: 'applied', value } }
}

const more = (number: number | null): number | null => (number === null ? null : number + 1)

/** Where the list stands, and how the next page is asked for, once an answer has shown it. */
function learned<R>(dialect: Dialect, { outcome, facts, place }: PageListed<R>): Answered<ServicePage<R>> {
  const page = shownBy(outcome)
  if (page !== null && place !== null) dialect.learn('list.place', place)
  if (page !== null && page.nextCursor !== null && page.currentPage === null) dialect.learn('page.selection', 'cursor')
  else if (page !== null && page.currentPage !== null) dialect.learn('page.selection', 'page')
  return { outcome, facts }
}

type Page<R> = Answered<ServicePage<R>>

/** What services answer where there is no such page, or none behind such a cursor. */
const NO_SUCH_PAGE: ReadonlySet<number> = new Set([400, 404, 410, 422])

/** Whether the answer refuses the page that was asked for. */
function isPageRefused({ outcome }: Page<unknown>): boolean {
  return outcome.kind !== 'applied' && NO_SUCH_PAGE.has(outcome.failure.status ?? 0)
}

/**
 * What a refused page counts as, once the first page was asked for again: where that one fails too, its own failure,
 * else a page of nothing, whose end `stepPass` judges. `asked` is the refused page, 1-based, or `null` where the list is
 * paged by cursor.
 */
function judgeRefusedPage<R>(asked: number | null, refused: Page<R>, firstPage: Page<R>): Page<R> {
  const facts = summed(refused.facts, firstPage.facts)
  const page = shownBy(firstPage.outcome)
  if (page === null) return { outcome: firstPage.outcome, facts }
  const nothing = { records: [], listed: 0, unreadable: 0, deleted: [], currentPage: null, nextCursor: null }
  const ended = { ...page, ...nothing, hasNext: false }
  // Page 1 is the only one to compare with. Shorter than requested proves nothing, as services cap pages silently; only
  // a page size or an end that the service itself reports does. `stepPass` compares the total.
  const isShort = page.perPage !== null && page.listed < page.perPage
  const isProved = asked === 2 && (page.hasNext === false || (page.hasNext === null && isShort))
  return { outcome: { kind: 'applied', value: isProved ? ended : { ...ended, isRefused: true } }, facts }
}
