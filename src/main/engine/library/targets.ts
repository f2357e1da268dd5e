/** Resolves and summarizes the records that commands act on. */
import { randomInt } from 'node:crypto'
import { fail, succeed, type Result } from '../../../shared/failure.ts'
import type { Facet } from '../../../shared/image.ts'
import type { FacetCount, RecordTarget, TargetSummary } from '../../../shared/query.ts'
import { BIT, bitmap, countCode, countsOf, countWhere, keepWhere, type Columns } from './columns.ts'

/** Takes each record once, and only if it is set in `left`. */
function take(records: Uint32Array, left: Uint8Array): Uint32Array {
  return keepWhere(records, (record) => {
    const isLeft = left[record] === 1
    if (isLeft) left[record] = 0
    return isLeft
  })
}

/**
 * Returns the records of a target, each once, in its order with added ones last; always a fresh list that may be
 * transferred. Numbers that are not images are left out. Fails with unknown-selection if the frozen set was evicted.
 */
export function resolveTarget(
  columns: Columns,
  target: RecordTarget,
  selections: RecordListCache
): Result<Uint32Array> {
  const isListed = target.kind === 'records'
  const records = isListed ? target.numbers : selections.find(target.selection)
  if (records === undefined) return fail('unknown-selection')
  const left = columns.bits.map((bits) => bits & BIT.exists)
  for (const record of isListed ? [] : target.except) if (record < left.length) left[record] = 0
  const base = take(records, left)
  if (isListed || target.plus.length === 0) return succeed(base)
  const plus = take(target.plus, left)
  const all = new Uint32Array(base.length + plus.length)
  all.set(base)
  all.set(plus, base.length)
  return succeed(all)
}

/** Counts a facet's values among records; values that no record has are left out. */
function countFacet(columns: Columns, facet: Facet, records: Uint32Array): FacetCount[] {
  const column = columns.facets[facet]
  const counts = new Uint32Array(column.values.length)
  for (const record of records) countCode(counts, column, record)
  return countsOf(column, counts, counts)
}

function countOutOf(view: Uint32Array, records: Uint32Array, capacity: number): number {
  const isShown = bitmap(view, capacity)
  return countWhere(records, (record) => isShown[record] !== 1)
}

function firstWith(columns: Columns, records: Uint32Array, find: { bit: number; limit: number }): number[] {
  const found: number[] = []
  for (const record of records) {
    if (found.length === find.limit) break
    if ((columns.bits[record] ?? 0) & find.bit) found.push(record)
  }
  return found
}

/** The number of names that a confirmation of all of them mentions. */
export const NAMED = 3

/**
 * Returns the counts shown on buttons before they are pressed. `view`: the records on screen; `null` = no screen. The
 * caller reads the names.
 */
export function summarize(
  columns: Columns,
  records: Uint32Array,
  view: Uint32Array | null
): Omit<TargetSummary, 'names'> {
  const { bits } = columns
  const having = (bit: number): number => countWhere(records, (record) => ((bits[record] ?? 0) & bit) !== 0)
  const favorites = having(BIT.favorite)
  return {
    size: records.length,
    favorites,
    notFavorites: records.length - favorites,
    waiting: having(BIT.waiting),
    needsAttention: having(BIT.needsAttention),
    outOfView: view === null ? 0 : countOutOf(view, records, columns.capacity),
    resolutions: countFacet(columns, 'resolution', records),
    styles: countFacet(columns, 'style', records).filter(({ value }) => value !== '').length,
    sample: firstWith(columns, records, { bit: BIT.picture, limit: 4 })
  }
}

export interface RecordListCache {
  /** Stores a list and returns its number, which is never used twice, not even by another store. */
  readonly hold: (records: Uint32Array) => number
  /** Returns the list itself, not to be changed or transferred to another thread; undefined once it was evicted. */
  readonly find: (id: number) => Uint32Array | undefined
}

/** Numbers of two stores are so far apart that they never meet. */
const FIRST_BELOW = 2 ** 47

/**
 * The window outlives the reader, which is recreated when its thread dies or the library is opened again. Counted from
 * one, an earlier number would then name another list, and a command would act on the wrong records.
 */
const firstNumber = (): number => randomInt(FIRST_BELOW)

/** Creates an empty store; a lookup counts as use, and the least recently used list is evicted first. */
export function createRecordListCache(room: number): RecordListCache {
  const lists = new Map<number, Uint32Array>()
  let last = firstNumber()
  return {
    hold: (records) => {
      last += 1
      lists.set(last, records)
      const oldest = lists.keys().next().value
      if (lists.size > room && oldest !== undefined) lists.delete(oldest)
      return last
    },
    find: (id) => {
      const records = lists.get(id)
      if (records === undefined) return undefined
      lists.delete(id)
      lists.set(id, records)
      return records
    }
  }
}
