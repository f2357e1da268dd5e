/**
 * Pages of both lists. Page 1 is the first one everywhere in this program, whatever the service calls it: which it is, is
 * learned from the answer to page 1, and where that tells nothing from what page 0 shows.
 */
import type { SendAnswer } from '../../../shared/send.ts'
import { shownBy } from '../domain/outcome.ts'
import type { ServicePage } from '../domain/service-records.ts'
import { locateList } from './decode.ts'
import type { Dialect, TraitValue } from './dialect.ts'
import { type FirstNumber, readFirstNumber } from './page-facts.ts'
import { judge, WITHOUT_LIST } from './reply.ts'
import { type Answered, type AnswerFacts, summed } from './service-client.ts'

/**
 * A page, where its list stood in the answer, and what it tells about the number of the first page, provided that
 * number 1 was asked for.
 */
export interface PageListed<R> extends Answered<ServicePage<R>> {
  readonly place: TraitValue<'list.place'> | null
  readonly firstNumber: FirstNumber | null
}

/** Reads the answer to a list. `decode` answers null where it is none. */
export function readList<R>(
  heard: { readonly answer: SendAnswer; readonly facts: AnswerFacts },
  decode: (root: unknown) => ServicePage<R> | null
): PageListed<R> {
  const told: Pick<PageListed<R>, 'place' | 'firstNumber'> = { place: null, firstNumber: null }
  const outcome = judge('read', heard, (root) => {
    const page = decode(root)
    Object.assign(told, { place: locateList(root)?.place ?? null, firstNumber: readFirstNumber(root) })
    return page === null ? WITHOUT_LIST : { shape: 'shown', value: page }
  })
  const answered = { facts: heard.facts, ...told }
  if (outcome.kind !== 'gone') return { outcome, ...answered }
  // A list cannot be gone: a service that does not know its own list is not the service.
  return { outcome: { kind: 'stopped', failure: { ...outcome.failure, code: 'wrong-address' } }, ...answered }
}

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
 * Lists the page that `asked` names, counted from 1. `send` asks for the place it is given. Where a later page is refused
 * the first one is asked for, as only that one tells whether the address is right.
 */
export async function listNumbered<R>(
  numbering: Numbering<R>,
  asked: Place & { readonly perPage: number },
  send: List<R>
): Promise<Answered<ServicePage<R>>> {
  const list: List<R> = async (place) => learned(numbering.dialect, await send(place))
  const answered = await listPage(numbering, asked, list)
  const { page = 1, cursor } = asked
  if ((page <= 1 && cursor === undefined) || !isPageRefused(answered)) return answered
  const one = await listPage(numbering, { page: 1 }, list)
  return judgeRefusedPage(cursor === undefined ? page : null, answered, one)
}

async function listPage<R>(numbering: Numbering<R>, asked: Place, list: List<R>): Promise<PageListed<R>> {
  const { page, cursor } = asked
  if (page === undefined || cursor !== undefined) return list(asked)
  const { dialect } = numbering
  const known = dialect.known('page.first')
  if (known === 'zero') return shifted(await list({ page: page - 1 }))
  const answered = await list({ page })
  const isSettled = page > 1 || known === 'one' || dialect.known('page.selection') === 'cursor'
  const shown = shownBy(answered.outcome)
  const isToCompare = shown === null ? isPageRefused(answered) : shown.nextCursor === null
  return isSettled || !isToCompare ? answered : first(numbering, answered, list)
}

/**
 * The first page, when number 1 was shown or refused and nothing is known yet. Page 0 may hold a whole short list then; of
 * a refusal nothing is learned, because it may be a passing one, and some services answer page 0 with page 1.
 */
async function first<R>({ dialect, idOf }: Numbering<R>, one: PageListed<R>, list: List<R>): Promise<PageListed<R>> {
  const shown = shownBy(one.outcome)
  if (one.firstNumber === 'one') dialect.learn('page.first', 'one')
  if (one.firstNumber === 'one') return one
  const zero = await list({ page: 0 })
  const facts = summed(one.facts, zero.facts)
  const found = shownBy(zero.outcome)
  if (shown !== null && isPageRefused(zero)) dialect.learn('page.first', 'one')
  // If page 0 got no response, it may still be the first page, so its failure is returned instead of page 1.
  if (found === null) return { ...(isNoAnswer(zero) ? zero : one), facts }
  if (shown === null) return { ...(found.currentPage === 0 ? shifted(zero) : zero), facts }
  const order = compared(idsOf(shown, idOf), idsOf(found, idOf))
  if (order !== null) dialect.learn('page.first', order)
  return { ...(order === 'zero' ? shifted(zero) : one), facts }
}

/** The same records, or some of them: 0 reads as 1. Others: 0 is a page of its own. */
function compared(one: ReadonlySet<string>, zero: ReadonlySet<string>): 'one' | 'zero' | null {
  if (zero.size === 0) return one.size === 0 ? null : 'one'
  return [...zero].some((id) => one.has(id)) ? 'one' : 'zero'
}

const idsOf = <R>({ records, deleted }: ServicePage<R>, idOf: (record: R) => string): ReadonlySet<string> =>
  new Set([...records.map(idOf), ...deleted])

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

/** Learns where the list stands, and how the next page is asked for, once an answer has shown it. */
function learned<R>(dialect: Dialect, answered: PageListed<R>): PageListed<R> {
  const page = shownBy(answered.outcome)
  if (page === null) return answered
  if (answered.place !== null) dialect.learn('list.place', answered.place)
  if (page.currentPage !== null) dialect.learn('page.selection', 'page')
  else if (page.nextCursor !== null) dialect.learn('page.selection', 'cursor')
  return answered
}

/** What services answer where there is no such page, or none behind such a cursor. */
const NO_SUCH_PAGE: ReadonlySet<number> = new Set([400, 404, 410, 422])

/** Whether the answer refuses the page that was asked for. */
function isPageRefused({ outcome }: Answered<unknown>): boolean {
  return outcome.kind !== 'applied' && NO_SUCH_PAGE.has(outcome.failure.status ?? 0)
}

/**
 * What a refused page counts as, once the first page was asked for again: where that one fails too, its own failure,
 * else a page of nothing, whose end `stepPass` judges. `asked` is the refused page, 1-based, or `null` where the list is
 * paged by cursor.
 */
function judgeRefusedPage<R>(
  asked: number | null,
  refused: PageListed<R>,
  firstPage: PageListed<R>
): Answered<ServicePage<R>> {
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
