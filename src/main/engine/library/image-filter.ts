/** Prepares a query so that it can be evaluated record by record. */
import { forEachFacet, FACETS, type Facet } from '../../../shared/image.ts'
import type { ImageQuery } from '../../../shared/query.ts'
import { BIT, keepWhere, type Columns } from './columns.ts'
import type { ImageIndex } from './image-index.ts'

export interface ImageFilter {
  /** Everything except the facets: search, favorite, mark. */
  readonly hasRest: (record: number) => boolean
  /** 1 for each selected code of the facet; `null` = any value. */
  readonly allowed: Readonly<Record<Facet, Uint8Array | null>>
}

function allowedCodes(columns: Columns, facet: Facet, chosen: readonly string[]): Uint8Array | null {
  if (chosen.length === 0) return null
  const { values, codes } = columns.facets[facet]
  const allowed = new Uint8Array(values.length)
  for (const value of chosen) {
    const code = codes.get(value)
    if (code !== undefined) allowed[code] = 1
  }
  return allowed
}

/** Returns the bits to compare, and their required values. */
function requiredBits(query: ImageQuery): { mask: number; bits: number } {
  const star = query.favorite === null ? 0 : BIT.favorite
  const marks = { any: 0, waiting: BIT.waiting, 'needs-attention': BIT.needsAttention }
  const mark = marks[query.mark]
  // A record about to be deleted is hidden, except in the views of pending changes and changes that need attention.
  const leaving = query.mark === 'any' ? BIT.deleting : 0
  return { mask: BIT.exists | leaving | star | mark, bits: BIT.exists | (query.favorite ? star : 0) | mark }
}

/** Returns the filter of a query over the current index. */
export function prepareFilter(index: ImageIndex, query: ImageQuery): ImageFilter {
  const { columns } = index
  const { mask, bits } = requiredBits(query)
  const found = index.matches(query.search)
  const all = columns.bits
  return {
    hasRest: (record) => ((all[record] ?? 0) & mask) === bits && (found === null || found[record] === 1),
    allowed: forEachFacet((facet) => allowedCodes(columns, facet, query.facets[facet]))
  }
}

/** Returns every matching record, in the order of the query. */
export function selectRecords(index: ImageIndex, query: ImageQuery): Uint32Array {
  const filter = prepareFilter(index, query)
  const { facets } = index.columns
  const selected = FACETS.flatMap((facet) => {
    const allowed = filter.allowed[facet]
    return allowed === null ? [] : [{ codeOf: facets[facet].codeOf, allowed }]
  })
  const has = (record: number): boolean =>
    filter.hasRest(record) && selected.every(({ codeOf, allowed }) => allowed[codeOf[record] ?? 0] === 1)
  const kept = keepWhere(index.order(query.sortBy), has)
  return query.sort === 'asc' ? kept : kept.toReversed()
}
