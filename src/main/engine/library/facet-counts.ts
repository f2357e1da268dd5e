/** Counts of the sidebar, live and for the whole library, in one walk through the columns. */
import { forEachLook, LOOKS, type Look } from '../../../shared/image.ts'
import type { FacetCount, FacetCounts, ImageQuery, LibraryTotals } from '../../../shared/query.ts'
import { BIT, isShown, type Columns } from './columns.ts'
import { prepareFilter, type ImageFilter } from './image-filter.ts'
import type { ImageIndex } from './image-index.ts'

/** One look while counting. */
interface LookTally {
  readonly look: Look
  readonly codeOf: Uint16Array
  readonly allowed: Uint8Array | null
  /** By code: records that match the query without this look's own choice, and records of the library. */
  readonly counts: Uint32Array
  readonly inLibrary: Uint32Array
}

function startTally(columns: Columns, filter: ImageFilter, look: Look): LookTally {
  const { codeOf, values } = columns.looks[look]
  const size = values.length
  const allowed = filter.allowed[look]
  return { look, codeOf, allowed, counts: new Uint32Array(size), inLibrary: new Uint32Array(size) }
}

const add = (counts: Uint32Array, code: number): void => {
  counts[code] = (counts[code] ?? 0) + 1
}

const allows = (tally: LookTally, record: number): boolean =>
  tally.allowed === null || tally.allowed[tally.codeOf[record] ?? 0] === 1

/**
 * A record counts for a look when every other look allows it: for all of them when none objects, for the one that
 * does when only one does. Answers whether it matches the whole query.
 */
function countRecord(tallies: readonly LookTally[], record: number): boolean {
  let objecting: LookTally | null = null
  for (const tally of tallies) {
    if (allows(tally, record)) continue
    if (objecting !== null) return false
    objecting = tally
  }
  if (objecting !== null) add(objecting.counts, objecting.codeOf[record] ?? 0)
  else for (const tally of tallies) add(tally.counts, tally.codeOf[record] ?? 0)
  return objecting === null
}

/** Values that the library has, also where none matches: shown greyed, not hidden. Most frequent first. */
function toCounts(columns: Columns, tally: LookTally): FacetCount[] {
  const { values } = columns.looks[tally.look]
  return values
    .map((value, code) => ({ value, count: tally.counts[code] ?? 0, inLibrary: tally.inLibrary[code] ?? 0 }))
    .filter((one) => one.inLibrary > 0)
    .sort((a, b) => b.inLibrary - a.inLibrary || (a.value < b.value ? -1 : 1))
    .map(({ value, count: matching }) => ({ value, count: matching }))
}

function countBits(columns: Columns, projects: number): LibraryTotals {
  const having = (bit: number): number => {
    let count = 0
    for (const bits of columns.bits) if (bits & bit && isShown(bits)) count += 1
    return count
  }
  const marked = (bit: number): number => {
    let count = 0
    for (const bits of columns.bits) if (bits & bit && bits & BIT.exists) count += 1
    return count
  }
  const images = having(BIT.exists)
  const favorites = having(BIT.favorite)
  return {
    images,
    favorites,
    notFavorites: images - favorites,
    // What is about to be deleted waits as well.
    waiting: marked(BIT.waiting),
    needsYou: marked(BIT.needsYou),
    projects,
    withPrompt: having(BIT.prompt)
  }
}

/** Counts under a query; `projects` is how many projects there are. */
export function countFacets(index: ImageIndex, query: ImageQuery, projects: number): FacetCounts {
  const columns = index.columns()
  const filter = prepareFilter(index, query)
  const byLook = forEachLook((look) => startTally(columns, filter, look))
  const tallies = LOOKS.map((look) => byLook[look])
  let matching = 0
  for (let record = 0; record < columns.capacity; record++) {
    const bits = columns.bits[record] ?? 0
    if (!(bits & BIT.exists)) continue
    if (isShown(bits)) for (const tally of tallies) add(tally.inLibrary, tally.codeOf[record] ?? 0)
    if (filter.hasRest(record) && countRecord(tallies, record)) matching += 1
  }
  const looks = forEachLook((look) => toCounts(columns, byLook[look]))
  return { totals: countBits(columns, projects), matching, looks }
}
