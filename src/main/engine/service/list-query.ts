/** Queries of the two lists. Built here from nothing but arguments: a link of an answer is never called. */
import { apiAddress } from '../../../shared/address.ts'
import { forEachLook, type ImageLooks } from '../../../shared/image.ts'
import { SERVICE_FILTERS, type ImageQuery, type ServiceFilter } from '../../../shared/query.ts'
import { writeFlag } from './dialect.ts'
import { fail, type Result, succeed } from '../../../shared/failure.ts'
import type { Group } from '../../../shared/sync-status.ts'

export const PER_PAGE = [10, 25, 50, 100] as const
export type PerPage = (typeof PER_PAGE)[number]

/** Which page: by number (1-based; the first when absent), or by the cursor that the page before told. */
interface Paging {
  /** Always sent, as the default is an operator's setting. */
  readonly perPage: PerPage
  readonly page?: number | undefined
  readonly cursor?: string | undefined
}

/** `null` and what is left out ask nothing. */
export interface ImageListArgs
  extends Paging, Partial<ImageLooks>, Partial<Pick<ImageQuery, ServiceFilter | 'searchBy' | 'sortBy' | 'sort'>> {
  /** Text in the name. `%` and `_` are wildcards on most services. */
  readonly search?: string
}

export interface ProjectListArgs extends Paging {
  readonly search?: string
  readonly searchBy?: 'project'
  readonly sortBy?: 'created_at' | 'project'
  readonly sort?: 'desc' | 'asc'
}

/** Address of a page of images. `writing` is how the favorite filter is written. */
export function imageListUrl(base: string, args: ImageListArgs, writing: 'digits' | 'words'): string {
  const filters = SERVICE_FILTERS.map((name) => {
    const value = args[name]
    return [name, typeof value === 'boolean' ? writeFlag(value, writing) : value] as const
  })
  return withQuery(apiAddress(base, 'images'), {
    ...searchOf(args),
    ...forEachLook((look) => args[look]),
    ...Object.fromEntries(filters),
    ...orderAndPage(args)
  })
}

/** Of a search the text narrows; the field to search by only says how. */
const ORDER_AND_PAGE: ReadonlySet<string> = new Set<keyof ImageListArgs>([
  'perPage',
  'page',
  'cursor',
  'sortBy',
  'sort',
  'searchBy'
])

/**
 * Whether a page may lack records for what was asked, so that it proves nothing of them. Every parameter that is neither
 * order nor page narrows, so that a new one does before anybody thinks of it.
 */
export function isNarrowed(args: Partial<ImageListArgs>): boolean {
  const asked = Object.entries(args).filter(([name]) => !ORDER_AND_PAGE.has(name))
  return asked.some(([, value]) => value !== undefined && value !== null && value !== '')
}

/** Address of a page of projects. */
export function projectListUrl(base: string, args: ProjectListArgs): string {
  return withQuery(apiAddress(base, 'projects'), { ...searchOf(args), ...orderAndPage(args) })
}

type Query = Readonly<Record<string, string | null | undefined>>

/** A field to search by says nothing without a text. */
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
 * Failure `arguments-invalid`: an empty id would address the list, `.` and `..` another path. These never leave this
 * computer; everything else is encoded, slashes and all.
 */
export function recordAddress(base: string, group: Group, id: string): Result<string> {
  if (id === '' || id === '.' || id === '..' || !id.isWellFormed()) return fail('arguments-invalid')
  return succeed(`${apiAddress(base, group)}/${encodeURIComponent(id)}`)
}
