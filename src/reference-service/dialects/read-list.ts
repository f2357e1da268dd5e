/** What a list asks for, as a dialect reads it. */
import { LOOK_VALUES, LOOKS } from '../../shared/image.ts'
import { type FormMap, textOf } from '../form.ts'
import type { ImageListArgs } from '../image-operations.ts'
import type { Checked } from '../image-rules.ts'
import type { FieldErrors, PageWindow } from '../operation-result.ts'
import type { ProjectListArgs } from '../project-operations.ts'
import { readCursor } from './page-facts.ts'
import type { ServiceDialect } from './switches.ts'
import { readFlag } from './wire-values.ts'

const PAGE_SIZES = ['10', '25', '50', '100'] as const
const SORTS = ['desc', 'asc'] as const
const OTHER_USUAL = 15
const CAP = 25

/** `usual` is the operator's page size. Refused are only unknown values, and only where the dialect does that. */
export function readImageList(dialect: ServiceDialect, query: FormMap, usual: number): Checked<ImageListArgs> {
  const errors = unknownValues(dialect, query, { sort_by: ['id', 'name'], search_by: ['name'] })
  if (errors !== null) return { ok: false, errors }
  const selection = {
    look: readLooks(query),
    favorite: readFlag(dialect.filter, textOf(query, 'favorite')),
    search: readSearch(dialect, query),
    sortBy: textOf(query, 'sort_by') === 'name' ? ('name' as const) : ('id' as const),
    sort: readSort(query),
    ...withDeleted(dialect)
  }
  return { ok: true, value: { selection, window: readWindow(dialect, query, usual) } }
}

/** The same for projects. */
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

/** Unknown values are silently left out: that list is then not filtered by them. */
function readLooks(query: FormMap): Record<string, string> {
  const look: Record<string, string> = {}
  for (const field of LOOKS) {
    const allowed: readonly string[] = LOOK_VALUES[field]
    const value = allowed.find((known) => known === textOf(query, field))
    if (value !== undefined) look[field] = value
  }
  return look
}

const readSort = (query: FormMap): 'asc' | 'desc' => (textOf(query, 'sort') === 'asc' ? 'asc' : 'desc')

/** "0" counts as nothing in the language the service is written in. */
function readSearch({ search }: ServiceDialect, query: FormMap): string | null {
  const text = textOf(query, 'search')
  if (search === 'ignored' || text === null) return null
  if (search === 'plain') return text.replaceAll(/[%_\\]/g, String.raw`\$&`)
  return text === '0' ? null : text
}

function readWindow(dialect: ServiceDialect, query: FormMap, usual: number): PageWindow {
  const perPage = readSize(dialect, query, usual)
  if (dialect.paging === 'cursor') {
    const place = readCursor(textOf(query, 'cursor') ?? '')
    return { perPage, offset: place?.offset ?? 0, after: place?.after ?? null }
  }
  return { perPage, offset: readPage(dialect, query) * perPage, after: null }
}

/** 0-based. What is no number, or below the first page, reads as the first. */
function readPage({ paging }: ServiceDialect, query: FormMap): number {
  const text = textOf(query, 'page')
  const first = paging === 'from-zero' ? 0 : 1
  const page = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : first
  return paging === 'ignored' ? 0 : Math.max(0, page - first)
}

function readSize(dialect: ServiceDialect, query: FormMap, usual: number): number {
  const asked = PAGE_SIZES.find((size) => size === textOf(query, 'per_page'))
  const fallback = dialect.usual === 'other' ? OTHER_USUAL : usual
  const size = asked === undefined || dialect.size === 'ignored' ? fallback : Number(asked)
  return dialect.size === 'capped' ? Math.min(size, CAP) : size
}

/** null where nothing is refused. */
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
