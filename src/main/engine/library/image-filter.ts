/** Prepares a query so that it can be evaluated record by record. */
import { forEachFacet, FACETS, type Facet } from '../../../shared/image.ts'
import type { ImageQuery, FacetCounts, LibraryTotals } from '../../../shared/query.ts'
import {
  BIT,
  bitmap,
  keepWhere,
  type Columns,
  countCode,
  countsOf,
  countWhere,
  isShown,
  type FacetColumn
} from './columns.ts'
import type { ImageIndex } from './image-index.ts'

interface ImageFilter {
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

/** A record about to be deleted is hidden, except in the views of pending changes and changes that need attention. */
const MARK_BITS: Readonly<Record<ImageQuery['mark'], { readonly mask: number; readonly bits: number }>> = {
  any: { mask: BIT.deleting, bits: 0 },
  waiting: { mask: BIT.waiting, bits: BIT.waiting },
  'needs-attention': { mask: BIT.needsAttention, bits: BIT.needsAttention },
  'not-viewed': { mask: BIT.deleting | BIT.viewed, bits: 0 }
}

/** Returns the bits to compare, and their required values. */
function requiredBits(query: ImageQuery): { mask: number; bits: number } {
  const star = query.favorite === null ? 0 : BIT.favorite
  const { mask, bits } = MARK_BITS[query.mark]
  return { mask: BIT.exists | star | mask, bits: BIT.exists | (query.favorite ? star : 0) | bits }
}

/** Returns the filter of a query over the current index. */
function prepareFilter(index: ImageIndex, query: ImageQuery): ImageFilter {
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

/**
 * Returns where a review of a view continues: the record at which it stopped, or the next one if the view no longer has
 * that; `null` if none follows. `shown`: the records of the view.
 */
export function continueFrom(
  { order, columns }: ImageIndex,
  query: ImageQuery,
  { stop, shown }: { readonly stop: number | null; readonly shown: Uint32Array }
): number | null {
  if (stop === null || shown.includes(stop)) return stop
  const all = order(query.sortBy)
  const start = all.indexOf(stop)
  if (start < 0) return null
  const following = query.sort === 'asc' ? all.subarray(start + 1) : all.subarray(0, start).toReversed()
  const isMatching = bitmap(shown, columns.capacity)
  return following.find((record) => isMatching[record] === 1) ?? null
}

// Counts the facets of the sidebar, matching and for the whole library, in one pass through the columns.

/** One facet while counting. */
interface FacetTally {
  readonly column: FacetColumn
  readonly allowed: Uint8Array | null
  /** By code: records that match the query without this facet's own selection, and records of the library. */
  readonly counts: Uint32Array
  readonly inLibrary: Uint32Array
}

const allows = ({ column, allowed }: FacetTally, record: number): boolean =>
  allowed === null || allowed[column.codeOf[record] ?? 0] === 1

/**
 * Counts a record for a facet if every other facet allows it: for all of them if none rejects it, for the rejecting one
 * if there is only one. Returns whether it matches the whole query.
 */
function countRecord(tallies: readonly FacetTally[], record: number): boolean {
  let objecting: FacetTally | null = null
  for (const tally of tallies) {
    if (allows(tally, record)) continue
    if (objecting !== null) return false
    objecting = tally
  }
  for (const tally of objecting === null ? tallies : [objecting]) countCode(tally.counts, tally.column, record)
  return objecting === null
}

function countTotals({ bits: all }: Columns, projects: number): LibraryTotals {
  const having = (mask: number, isIn: (bits: number) => boolean): number =>
    countWhere(all, (bits) => (bits & mask) !== 0 && isIn(bits))
  // A record about to be deleted is pending as well.
  const isThere = (bits: number): boolean => (bits & BIT.exists) !== 0
  const images = having(BIT.exists, isShown)
  const favorites = having(BIT.favorite, isShown)
  return {
    images,
    favorites,
    notFavorites: images - favorites,
    waiting: having(BIT.waiting, isThere),
    needsAttention: having(BIT.needsAttention, isThere),
    notViewed: images - having(BIT.viewed, isShown),
    projects,
    withPrompt: having(BIT.prompt, isShown)
  }
}

/** Returns the counts under a query; `projects` is the number of projects. */
export function countFacets(index: ImageIndex, query: ImageQuery, projects: number): FacetCounts {
  const { columns } = index
  const filter = prepareFilter(index, query)
  const byFacet = forEachFacet((facet): FacetTally => {
    const column = columns.facets[facet]
    const { length } = column.values
    const allowed = filter.allowed[facet]
    return { column, allowed, counts: new Uint32Array(length), inLibrary: new Uint32Array(length) }
  })
  const tallies = FACETS.map((facet) => byFacet[facet])
  let matching = 0
  for (let record = 0; record < columns.capacity; record++) {
    const bits = columns.bits[record] ?? 0
    if (!(bits & BIT.exists)) continue
    if (isShown(bits)) for (const tally of tallies) countCode(tally.inLibrary, tally.column, record)
    if (filter.hasRest(record) && countRecord(tallies, record)) matching += 1
  }
  // Values of the library without a match are shown greyed, not hidden.
  const facets = forEachFacet((facet) => {
    const { column, counts, inLibrary } = byFacet[facet]
    return countsOf(column, counts, inLibrary)
  })
  return { totals: countTotals(columns, projects), matching, facets }
}
