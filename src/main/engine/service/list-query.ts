/** Builds queries of the two lists from arguments only: a link of a response is never requested. */
import { apiAddress } from '../../../shared/address.ts'
import { forEachFacet, type ImageFacets } from '../../../shared/image.ts'
import { SERVICE_FILTERS, type ImageQuery, type ServiceFilter } from '../../../shared/query.ts'
import { writeFlag } from './dialect.ts'
import { fail, type Result, succeed } from '../../../shared/failure.ts'
import type { Group } from '../../../shared/sync-status.ts'

export const PER_PAGE = [10, 25, 50, 100] as const
export type PerPage = (typeof PER_PAGE)[number]

/** The page: by number (1-based; the first if absent), or by the cursor of the page before. */
interface Paging {
  /** Always sent, because the default is an operator's setting. */
  readonly perPage: PerPage
  readonly page?: number | undefined
  readonly cursor?: string | undefined
}

/** `null` and absent values do not filter. */
export interface ImageListArgs
  extends Paging, Partial<ImageFacets>, Partial<Pick<ImageQuery, ServiceFilter | 'searchBy' | 'sortBy' | 'sort'>> {
  /** Text in the name. `%` and `_` are wildcards on most services. */
  readonly search?: string
}

export interface ProjectListArgs extends Paging {
  readonly search?: string
  readonly searchBy?: 'project'
  readonly sortBy?: 'created_at' | 'project'
  readonly sort?: 'desc' | 'asc'
}

/** Returns the address of a page of images. `writing`: encoding of the favorite filter. */
export function imageListUrl(base: string, args: ImageListArgs, writing: 'digits' | 'words'): string {
  const filters = SERVICE_FILTERS.map((name) => {
    const value = args[name]
    return [name, typeof value === 'boolean' ? writeFlag(value, writing) : value] as const
  })
  return withQuery(apiAddress(base, 'images'), {
    ...searchOf(args),
    ...forEachFacet((facet) => args[facet]),
    ...Object.fromEntries(filters),
    ...orderAndPage(args)
  })
}

/** Only the text of a search narrows the list, not the field to search by. */
const ORDER_AND_PAGE: ReadonlySet<string> = new Set<keyof ImageListArgs>([
  'perPage',
  'page',
  'cursor',
  'sortBy',
  'sort',
  'searchBy'
])

/**
 * Returns whether a page may lack records because of its filters, so that it proves nothing about them. Every parameter
 * that is neither order nor page narrows, so that new parameters are covered by default.
 */
export function isNarrowed(args: Partial<ImageListArgs>): boolean {
  const asked = Object.entries(args).filter(([name]) => !ORDER_AND_PAGE.has(name))
  return asked.some(([, value]) => value !== undefined && value !== null && value !== '')
}

/** Returns the address of a page of projects. */
export function projectListUrl(base: string, args: ProjectListArgs): string {
  return withQuery(apiAddress(base, 'projects'), { ...searchOf(args), ...orderAndPage(args) })
}

type Query = Readonly<Record<string, string | null | undefined>>

/** The field to search by has no meaning without a text. */
function searchOf(args: { readonly search?: string; readonly searchBy?: string }): Query {
  return args.search === undefined || args.search === '' ? {} : { search: args.search, search_by: args.searchBy }
}

function orderAndPage(args: Paging & { readonly sortBy?: string; readonly sort?: string }): Query {
  const page = args.cursor === undefined && args.page !== undefined ? String(args.page) : undefined
  return { sort_by: args.sortBy, sort: args.sort, per_page: String(args.perPage), page, cursor: args.cursor }
}

function withQuery(address: string, query: Query): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (typeof value === 'string') params.append(name, value)
  return `${address}?${params.toString()}`
}

/**
 * Returns the address of a record. Fails with `arguments-invalid` for an empty id, which would address the list, and
 * for `.` and `..`, which would address another path. Everything else is encoded, including slashes.
 */
export function recordAddress(base: string, group: Group, id: string): Result<string> {
  if (id === '' || id === '.' || id === '..' || !id.isWellFormed()) return fail('arguments-invalid')
  return succeed(`${apiAddress(base, group)}/${encodeURIComponent(id)}`)
}
