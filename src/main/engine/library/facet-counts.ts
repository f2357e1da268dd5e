/** Counts the facets of the sidebar, matching and for the whole library, in one pass through the columns. */
import { forEachFacet, FACETS } from '../../../shared/image.ts'
import type { FacetCounts, ImageQuery, LibraryTotals } from '../../../shared/query.ts'
import { BIT, countCode, countsOf, countWhere, isShown, type Columns, type FacetColumn } from './columns.ts'
import { prepareFilter } from './image-filter.ts'
import type { ImageIndex } from './image-index.ts'

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
