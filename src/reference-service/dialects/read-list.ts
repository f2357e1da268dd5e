/** Parses the parameters of a list, by dialect. */
import { FACET_VALUES, FACETS } from '../../shared/image.ts'
import type { FieldErrors, PageWindow } from '../exchange.ts'
import { type FormMap, textOf } from '../form.ts'
import type { ImageListArgs, Checked } from '../image-operations.ts'
import type { ProjectListArgs } from '../project-operations.ts'
import { readCursor } from './page-facts.ts'
import type { ServiceDialect } from './switches.ts'
import { readFlag } from './wire-values.ts'

const PAGE_SIZES = ['10', '25', '50', '100'] as const
const SORTS = ['desc', 'asc'] as const
const OTHER_USUAL = 15
const CAP = 25

/** Parses an image list. `usual` is the default page size. Only unknown values fail, if the dialect refuses them. */
export function readImageList(dialect: ServiceDialect, query: FormMap, usual: number): Checked<ImageListArgs> {
  const errors = unknownValues(dialect, query, { sort_by: ['id', 'name'], search_by: ['name'] })
  if (errors !== null) return { ok: false, errors }
  const selection = {
    facets: readFacets(query),
    favorite: readFlag(dialect.filter, textOf(query, 'favorite')),
    search: readSearch(dialect, query),
    sortBy: textOf(query, 'sort_by') === 'name' ? ('name' as const) : ('id' as const),
    sort: readSort(query),
    ...withDeleted(dialect)
  }
  return { ok: true, value: { selection, window: readWindow(dialect, query, usual) } }
}

/** Like `readImageList`, for projects. */
export function readProjectList(dialect: ServiceDialect, query: FormMap, usual: number): Checked<ProjectListArgs> {
  const errors = unknownValues(dialect, query, { sort_by: ['created_at', 'project'], search_by: ['project'] })
  if (errors !== null) return { ok: false, errors }
  const selection = {
    search: readSearch(dialect, query),
    sortBy: textOf(query, 'sort_by') === 'project' ? ('project' as const) : ('created_at' as const),
    sort: readSort(query),
    ...withDeleted(dialect)
  }
  return { ok: true, value: { selection, window: readWindow(dialect, query, usual) } }
}

const withDeleted = ({ deletion }: ServiceDialect): { withDeleted?: true } =>
  deletion === 'flags' ? { withDeleted: true } : {}

/** Reads the attribute filters. Unknown fields are ignored. */
function readFacets(query: FormMap): Record<string, string> {
  const facets: Record<string, string> = {}
  for (const field of FACETS) {
    const allowed: readonly string[] = FACET_VALUES[field]
    const value = allowed.find((known) => known === textOf(query, field))
    if (value !== undefined) facets[field] = value
  }
  return facets
}

const readSort = (query: FormMap): 'asc' | 'desc' => (textOf(query, 'sort') === 'asc' ? 'asc' : 'desc')

/** Reads the search text. "0" is empty in the language of the service. */
function readSearch({ search }: ServiceDialect, query: FormMap): string | null {
  const text = textOf(query, 'search')
  if (search === 'ignored' || text === null) return null
  if (search === 'plain') return text.replaceAll(/[%_\\]/g, String.raw`\$&`)
  return text === '0' ? null : text
}

function readWindow(dialect: ServiceDialect, query: FormMap, usual: number): PageWindow {
  const perPage = readSize(dialect, query, usual)
  if (dialect.paging === 'cursor') {
    const cursor = readCursor(textOf(query, 'cursor') ?? '')
    return { perPage, offset: cursor?.offset ?? 0, after: cursor?.after ?? null }
  }
  return { perPage, offset: readPage(dialect, query) * perPage, after: null }
}

/** Returns the 0-based page. An invalid number, or one below the first page, means the first page. */
function readPage({ paging }: ServiceDialect, query: FormMap): number {
  const text = textOf(query, 'page')
  const first = paging === 'from-zero' ? 0 : 1
  const page = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : first
  return paging === 'ignored' ? 0 : Math.max(0, page - first)
}

function readSize(dialect: ServiceDialect, query: FormMap, usual: number): number {
  const requested = PAGE_SIZES.find((size) => size === textOf(query, 'per_page'))
  const fallback = dialect.usual === 'other' ? OTHER_USUAL : usual
  const size = requested === undefined || dialect.size === 'ignored' ? fallback : Number(requested)
  return dialect.size === 'capped' ? Math.min(size, CAP) : size
}

/** Returns errors for unknown values; `null` if there are none. */
function unknownValues(
  { unknown }: ServiceDialect,
  query: FormMap,
  fields: Readonly<Record<'sort_by' | 'search_by', readonly string[]>>
): FieldErrors | null {
  if (unknown === 'replaced') return null
  const allowed: Readonly<Record<string, readonly string[]>> = { ...fields, sort: SORTS, per_page: PAGE_SIZES }
  const wrong = Object.keys(allowed).filter((field) => {
    const text = textOf(query, field)
    return text !== null && allowed[field]?.includes(text) !== true
  })
  if (wrong.length === 0) return null
  return Object.fromEntries(wrong.map((field) => [field, [`The selected ${field} is invalid.`]]))
}
