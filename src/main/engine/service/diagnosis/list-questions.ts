/**
 * Diagnoses a list: a second page, a page as large as sync reads, and one past the last. The responses are judged by
 * the rules of a pass, so that a diagnosis predicts the result of reading the list.
 */
import type { Finding, FindingKind } from '../../../../shared/diagnosis.ts'
import type { IncompleteWhy } from '../../../../shared/sync-status.ts'
import { type Outcome, shownBy } from '../../domain/outcome.ts'
import { incompleteWhy, NEW_PASS, type PassStep, stepPass } from '../../domain/pass-step.ts'
import type { ServicePage, ServiceProject } from '../../domain/service-records.ts'
import type { Dialect } from '../dialect.ts'
import type { PerPage } from '../list-query.ts'
import { listProjects } from '../projects.ts'
import type { ServiceResult, ResponseFacts, ServiceClient } from '../service-client.ts'

/** Sends the request when permitted; `null` if no further request can be sent. */
export type Ask = <A extends ServiceResult<unknown>>(
  about: 'list' | 'record',
  send: () => Promise<A>
) => Promise<A | null>

export interface Questions {
  readonly client: ServiceClient
  readonly ask: Ask
  /** Receives findings as they arrive. */
  readonly report: (findings: readonly Finding[]) => void
}

/** `null` if no further request can be sent. */
type Found = readonly Finding[] | null

/** An additional request, after those for every list. */
export type Step<R> = (listing: Listing<R>, first: ServicePage<R>, facts: ResponseFacts) => Promise<Found>

export interface Listing<R> extends Questions {
  readonly idOf: (record: R) => string
  readonly list: (at: {
    readonly perPage: PerPage
    readonly page?: number
    readonly cursor?: string
  }) => Promise<ServiceResult<ServicePage<R>>>
  /** Returns what the first page shows about its records. */
  readonly rowFindings: (page: ServicePage<R>) => readonly Finding[]
  readonly steps: readonly Step<R>[]
}

/** The smallest page size, because a service may be slow. */
export const SMALL = 10
/** The page size of sync. */
const LARGE = 100
/** Beyond the last page of any library, for services that do not report the number of pages. */
const FAR_PAGE = 10_001

/** Runs all requests for a list; only the first if there is none. Returns false if not all could be sent. */
export async function askList<R>(listing: Listing<R>): Promise<boolean> {
  const { ask, report, list, rowFindings, steps } = listing
  const answered = await ask('list', () => list({ perPage: SMALL, page: 1 }))
  if (answered === null) return false
  const { outcome, facts } = answered
  const first = shownBy(outcome)
  if (first === null) {
    report([{ kind: isVerdict(outcome) ? 'list.failed' : 'list.unanswered', ...failureOf(outcome) }])
    return true
  }
  const { records, total } = first
  report([{ kind: 'list.shown', count: records.length, ...(total === null ? {} : { total }) }, ...rowFindings(first)])
  for (const step of [askPaging<R>, askSizeAndEnd<R>, ...steps]) {
    const found = await step(listing, first, facts)
    if (found === null) return false
    report(found)
  }
  return true
}

/** Returns the failure as part of a finding. */
export const failureOf = (outcome: Outcome<unknown>): Pick<Finding, 'failure'> =>
  outcome.kind === 'applied' ? {} : { failure: outcome.failure }

/** Whether the program itself rejects the service for this outcome; others pass, or can be fixed. */
const isVerdict = ({ kind }: Outcome<unknown>): boolean =>
  kind === 'stopped' || kind === 'rejected' || kind === 'applied'

/** Returns a finding of `kind` for an unreadable page, unless the outcome says nothing about the service. */
const failedAs = (kind: FindingKind, outcome: Outcome<unknown>): Finding => ({
  kind: isVerdict(outcome) ? kind : 'rest.not-checked',
  ...failureOf(outcome)
})

/** Checks how pages follow each other, and the total. `first`: the first page of `SMALL`. */
async function askPaging<R>(listing: Listing<R>, first: ServicePage<R>): Promise<Found> {
  const { client, ask, list } = listing
  const total = { kind: first.total === null ? 'total.unreported' : 'total.reported' } as const
  const begun = stepOf(listing, [first])
  if (begun.kind === 'end') return [{ kind: PAGING_FAILURES[whyOf(begun)] ?? 'paging.one-page' }, total]
  const { page, cursor } = begun.state
  const at = cursor === null ? { page: page ?? 1 } : { cursor }
  const answered = await ask('record', () => list({ perPage: SMALL, ...at }))
  if (answered === null) return null
  const second = shownBy(answered.outcome)
  if (second === null) return [failedAs('paging.failed', answered.outcome)]
  const next = stepOf(listing, [first, second])
  const problem = PAGING_FAILURES[whyOf(next)]
  if (problem !== undefined) return [{ kind: problem }, total]
  if (second.listed === 0) return [{ kind: 'paging.one-page' }, total]
  const isFromZero = client.dialect.get('page.first') === 'zero'
  return [{ kind: cursor !== null ? 'paging.by-cursor' : isFromZero ? 'paging.from-zero' : 'paging.from-one' }, total]
}

/** Records without an id have a finding of their own. */
const PAGING_FAILURES: Readonly<Partial<Record<IncompleteWhy | 'none', FindingKind>>> = {
  'no-paging': 'paging.same',
  'page-refused': 'paging.refused',
  'fewer-than-reported': 'paging.short'
}

/** An open pass is known to be incomplete only by a flaw. */
const whyOf = ({ kind, state }: PassStep): IncompleteWhy | 'none' =>
  (kind === 'end' ? incompleteWhy(state) : state.flaw) ?? 'none'

/** Returns the state of a pass after these pages. */
function stepOf<R>({ idOf }: Listing<R>, pages: readonly [ServicePage<R>, ...ServicePage<R>[]]): PassStep {
  const seen = new Set<string>()
  let step: PassStep = { kind: 'next', state: NEW_PASS }
  for (const page of pages) {
    const ids = page.records.map(idOf)
    const newlySeen = ids.filter((id) => !seen.has(id)).length
    for (const id of ids) seen.add(id)
    step = stepPass(step.state, { page, ids, newlySeen })
  }
  return step
}

/** Checks the largest page, and the end of a list that is paged by number. */
async function askSizeAndEnd<R>(listing: Listing<R>): Promise<Found> {
  const { ask, list } = listing
  const answered = await ask('record', () => list({ perPage: LARGE, page: 1 }))
  if (answered === null) return null
  const large = shownBy(answered.outcome)
  if (large === null) return [failedAs('per-page.failed', answered.outcome)]
  if (large.nextCursor !== null) return [sizeOf(large)]
  const last = lastPageOf(large)
  const past = await ask('record', () => list({ perPage: LARGE, page: (last ?? FAR_PAGE - 1) + 1 }))
  if (past === null) return null
  const page = shownBy(past.outcome)
  if (page?.records.length === 0) return [sizeOf(large), { kind: 'end.found' }]
  // No pass reads beyond a page that reports itself as the last.
  if (large.hasNext !== null) return [sizeOf(large), { kind: 'end.reported' }]
  return [sizeOf(large), page === null ? failedAs('end.failed', past.outcome) : { kind: 'end.records' }]
}

/** A shorter page still obeys the requested size if there are no more records. */
function sizeOf({ perPage, listed, total, hasNext }: ServicePage<unknown>): Finding {
  const size = perPage ?? listed
  const isAll = perPage === null && (total === null ? hasNext !== true : listed >= total)
  return size === LARGE || isAll ? { kind: 'per-page.obeyed' } : { kind: 'per-page.other', count: size }
}

function lastPageOf({ lastPage, total, perPage, listed }: ServicePage<unknown>): number | null {
  if (lastPage !== null) return lastPage
  const size = perPage ?? listed
  return total === null || size === 0 ? null : Math.max(1, Math.ceil(total / size))
}

const BY_NAME = { sortBy: 'project', sort: 'asc' } as const

/** Runs all requests for projects; only the first if there is no list. Returns false if not all could be sent. */
export const askProjects = (questions: Questions): Promise<boolean> =>
  askList<ServiceProject>({
    ...questions,
    idOf: ({ project }) => project,
    list: (at) => listProjects(questions.client, { ...BY_NAME, ...at }),
    rowFindings: (page) => projectRowFindings(page, questions.client.dialect),
    steps: []
  })

function projectRowFindings(
  { records, unreadable }: ServicePage<ServiceProject>,
  dialect: Dialect
): readonly Finding[] {
  const names: Finding = unreadable === 0 ? { kind: 'names.all' } : { kind: 'names.missing', count: unreadable }
  if (records.length === 0) return [names]
  const isDated = records.some(({ createdAt }) => createdAt !== null)
  return [names, { kind: isDated ? 'dates.reported' : 'dates.unreported' }, keyFinding(records, dialect)]
}

/** Returns how a project is deleted, as far as reading shows. */
function keyFinding(records: readonly ServiceProject[], dialect: Dialect): Finding {
  const ids = records.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (ids.length === 0) return { kind: 'address.by-name' }
  const isName = records.some(({ project }) => ids.includes(project))
  if (isName || dialect.known('projects.key') === 'name') return { kind: 'address.ids-unused' }
  return { kind: dialect.known('projects.key') === 'id' ? 'address.by-id' : 'address.ids-possible' }
}
