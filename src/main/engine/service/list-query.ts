/** Queries of the two lists. Built here from nothing but arguments: a link of an answer is never called. */
import { apiAddress } from '../../../shared/address.ts'
import { writeFlag } from './dialect.ts'

export const PER_PAGE = [10, 25, 50, 100] as const
export type PerPage = (typeof PER_PAGE)[number]

/** Which page: by number (1-based; the first when absent), or by the cursor that the page before told. */
interface Paging {
  /** Always sent, as the default is an operator's setting. */
  readonly perPage: PerPage
  readonly page?: number | undefined
  readonly cursor?: string | undefined
}

export interface ImageListArgs extends Paging {
  /** Text in the name. `%` and `_` are wildcards on most services. */
  readonly search?: string
  readonly searchBy?: 'name'
  readonly resolution?: string
  readonly style?: string
  readonly medium?: string
  readonly filter?: string
  readonly favorite?: boolean
  /** `id` is the date created. */
  readonly sortBy?: 'id' | 'name'
  readonly sort?: 'desc' | 'asc'
}

export interface ProjectListArgs extends Paging {
  readonly search?: string
  readonly searchBy?: 'project'
  readonly sortBy?: 'created_at' | 'project'
  readonly sort?: 'desc' | 'asc'
}

/** Address of a page of images. `writing` is how the favorite filter is written. */
export function imageListUrl(base: string, args: ImageListArgs, writing: 'digits' | 'words'): string {
  const favorite = args.favorite === undefined ? undefined : writeFlag(args.favorite, writing)
  const { resolution, style, medium, filter } = args
  return withQuery(apiAddress(base, 'images'), {
    ...searchOf(args),
    resolution,
    style,
    medium,
    filter,
    favorite,
    ...orderAndPage(args)
  })
}

/** Address of a page of projects. */
export function projectListUrl(base: string, args: ProjectListArgs): string {
  return withQuery(apiAddress(base, 'projects'), { ...searchOf(args), ...orderAndPage(args) })
}

type Query = Readonly<Record<string, string | undefined>>

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
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.append(name, value)
  return `${address}?${params.toString()}`
}
