/**
 * Pages of both lists. Page 1 is the first one throughout this program, whatever number the service uses. That number
 * is learned from the response to page 1, or else from what page 0 shows.
 */
import type { SendResponse } from '../../../shared/send.ts'
import { shownBy } from '../domain/outcome.ts'
import type { ServicePage } from '../domain/service-records.ts'
import { locateList } from './decode.ts'
import type { Dialect, TraitValue } from './dialect.ts'
import { type FirstNumber, readFirstNumber } from './page-facts.ts'
import { judge, WITHOUT_LIST } from './reply.ts'
import { type ServiceResult, type ResponseFacts, summed } from './service-client.ts'

/**
 * A page, the path of its list in the response, and what it shows about the number of the first page if number 1 was
 * requested.
 */
export interface PageListed<R> extends ServiceResult<ServicePage<R>> {
  readonly place: TraitValue<'list.place'> | null
  readonly firstNumber: FirstNumber | null
}

/** Reads the response to a list. `decode` returns `null` if it is not a list. */
export function readList<R>(
  received: { readonly response: SendResponse; readonly facts: ResponseFacts },
  decode: (root: unknown) => ServicePage<R> | null
): PageListed<R> {
  const details: Pick<PageListed<R>, 'place' | 'firstNumber'> = { place: null, firstNumber: null }
  const outcome = judge('read', received, (root) => {
    const page = decode(root)
    Object.assign(details, { place: locateList(root)?.place ?? null, firstNumber: readFirstNumber(root) })
    return page === null ? WITHOUT_LIST : { shape: 'shown', value: page }
  })
  const answered = { facts: received.facts, ...details }
  if (outcome.kind !== 'gone') return { outcome, ...answered }
  // A list cannot be gone, so a service without its own list is not the expected service.
  return { outcome: { kind: 'stopped', failure: { ...outcome.failure, code: 'wrong-address' } }, ...answered }
}

interface Position {
  /** In the service's numbering; absent for its first page. */
  readonly page?: number | undefined
  readonly cursor?: string | undefined
}

interface Numbering<R> {
  readonly dialect: Dialect
  readonly idOf: (record: R) => string
}

type List<R> = (place: Position) => Promise<PageListed<R>>

/**
 * Lists the page in `requested`, counted from 1. `send` requests the given position. If a later page is refused, the
 * first one is requested, because only that one shows whether the address is right.
 */
export async function listNumbered<R>(
  numbering: Numbering<R>,
  requested: Position & { readonly perPage: number },
  send: List<R>
): Promise<ServiceResult<ServicePage<R>>> {
  const list: List<R> = async (place) => learned(numbering.dialect, await send(place))
  const answered = await listPage(numbering, requested, list)
  const { page = 1, cursor } = requested
  if ((page <= 1 && cursor === undefined) || !isPageRefused(answered)) return answered
  const one = await listPage(numbering, { page: 1 }, list)
  return judgeRefusedPage(cursor === undefined ? page : null, answered, one)
}

async function listPage<R>(numbering: Numbering<R>, requested: Position, list: List<R>): Promise<PageListed<R>> {
  const { page, cursor } = requested
  if (page === undefined || cursor !== undefined) return list(requested)
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
 * Returns the first page, after number 1 was shown or refused while the numbering is unknown. Page 0 may then contain a
 * whole short list. A refusal teaches nothing, because it may be temporary, and some services return page 1 for page 0.
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
  if (found === null) return { ...(isNoResponse(zero) ? zero : one), facts }
  if (shown === null) return { ...(found.currentPage === 0 ? shifted(zero) : zero), facts }
  const order = compared(idsOf(shown, idOf), idsOf(found, idOf))
  if (order !== null) dialect.learn('page.first', order)
  return { ...(order === 'zero' ? shifted(zero) : one), facts }
}

/** The same records, or some of them, mean that 0 returns page 1; different ones, that 0 is a page of its own. */
function compared(one: ReadonlySet<string>, zero: ReadonlySet<string>): 'one' | 'zero' | null {
  if (zero.size === 0) return one.size === 0 ? null : 'one'
  return [...zero].some((id) => one.has(id)) ? 'one' : 'zero'
}

const idsOf = <R>({ records, deleted }: ServicePage<R>, idOf: (record: R) => string): ReadonlySet<string> =>
  new Set([...records.map(idOf), ...deleted])

/**
 * Whether page 0 had no conclusive response. A failure on a page that does not exist must not prevent reading page 1.
 */
const isNoResponse = ({ outcome, facts }: ServiceResult<unknown>): boolean =>
  facts.status === null || outcome.kind === 'rate-limited' || outcome.kind === 'signed-out'

/** Converts numbers counted from 0 to numbers counted from 1. */
function shifted<R>(answered: PageListed<R>): PageListed<R> {
  const page = shownBy(answered.outcome)
  if (page === null) return answered
  const { currentPage, lastPage } = page
  const value = { ...page, currentPage: more(currentPage), lastPage: more(lastPage) }
  return { ...answered, outcome: { kind: 'applied', value } }
}

const more = (number: number | null): number | null => (number === null ? null : number + 1)

/** Learns the path of the list, and the kind of paging, from a response that shows them. */
function learned<R>(dialect: Dialect, answered: PageListed<R>): PageListed<R> {
  const page = shownBy(answered.outcome)
  if (page === null) return answered
  if (answered.place !== null) dialect.learn('list.place', answered.place)
  if (page.currentPage !== null) dialect.learn('page.selection', 'page')
  else if (page.nextCursor !== null) dialect.learn('page.selection', 'cursor')
  return answered
}

/** Statuses of services for a page, or a cursor, that does not exist. */
const NO_SUCH_PAGE: ReadonlySet<number> = new Set([400, 404, 410, 422])

/** Returns whether the response refuses the requested page. */
function isPageRefused({ outcome }: ServiceResult<unknown>): boolean {
  return outcome.kind !== 'applied' && NO_SUCH_PAGE.has(outcome.failure.status ?? 0)
}

/**
 * Returns the result of a refused page, after the first page was requested again: the failure of the first page if it
 * fails too, else an empty page, whose end `stepPass` judges. `requested` is the refused page, 1-based, or `null` if
 * the list is paged by cursor.
 */
function judgeRefusedPage<R>(
  requested: number | null,
  refused: PageListed<R>,
  firstPage: PageListed<R>
): ServiceResult<ServicePage<R>> {
  const facts = summed(refused.facts, firstPage.facts)
  const page = shownBy(firstPage.outcome)
  if (page === null) return { outcome: firstPage.outcome, facts }
  const nothing = { records: [], listed: 0, unreadable: 0, deleted: [], currentPage: null, nextCursor: null }
  const ended = { ...page, ...nothing, hasNext: false }
  // Page 1 is the only one to compare with. A page shorter than requested proves nothing, because services cap pages
  // silently; only a page size or an end that the service itself reports does. `stepPass` compares the total.
  const isShort = page.perPage !== null && page.listed < page.perPage
  const isProved = requested === 2 && (page.hasNext === false || (page.hasNext === null && isShort))
  return { outcome: { kind: 'applied', value: isProved ? ended : { ...ended, isRefused: true } }, facts }
}
