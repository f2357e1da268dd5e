/** What commands act on: which records, and what they are made of. */
import { fail, succeed, type Result } from '../../../shared/failure.ts'
import type { FacetCount, RecordTarget, TargetSummary } from '../../../shared/query.ts'
import { BIT, type Columns } from './columns.ts'
import type { HeldLists } from './held-lists.ts'
import { countWhere, keepWhere } from './record-lists.ts'

interface Parts {
  readonly base: Uint32Array
  readonly plus: Uint32Array
  readonly except: Uint32Array
}

const NONE = new Uint32Array()

function partsOf(target: RecordTarget, selections: HeldLists): Parts | null {
  if (target.kind === 'records') return { base: target.numbers, plus: NONE, except: NONE }
  const base = selections.find(target.selection)
  return base === undefined ? null : { base, plus: target.plus, except: target.except }
}

/** Takes each record once, and only where `left` still has it. */
function take(records: Uint32Array, left: Uint8Array): Uint32Array {
  return keepWhere(records, (record) => {
    const isLeft = left[record] === 1
    if (isLeft) left[record] = 0
    return isLeft
  })
}

/**
 * The records of a target, each once, in its order, what was added last; always a fresh list, free to be handed over.
 * Numbers that are no image are left out. Fails with unknown-selection when the frozen set is no longer kept.
 */
export function resolveTarget(columns: Columns, target: RecordTarget, selections: HeldLists): Result<Uint32Array> {
  const parts = partsOf(target, selections)
  if (parts === null) return fail('unknown-selection')
  const left = new Uint8Array(columns.capacity)
  for (let record = 0; record < left.length; record++) left[record] = (columns.bits[record] ?? 0) & BIT.exists
  for (const record of parts.except) if (record < left.length) left[record] = 0
  const base = take(parts.base, left)
  const plus = take(parts.plus, left)
  if (plus.length === 0) return succeed(base)
  const all = new Uint32Array(base.length + plus.length)
  all.set(base)
  all.set(plus, base.length)
  return succeed(all)
}

/** Counts of a look's values among records, most frequent first; values that none has are left out. */
function countLook(columns: Columns, look: 'resolution' | 'style', records: Uint32Array): FacetCount[] {
  const { codeOf, values } = columns.looks[look]
  const counts = new Uint32Array(values.length)
  for (const record of records) {
    const code = codeOf[record] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
  return values
    .map((value, code) => ({ value, count: counts[code] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

function countOutOf(view: Uint32Array, records: Uint32Array, capacity: number): number {
  const isShown = new Uint8Array(capacity)
  for (const record of view) isShown[record] = 1
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

/** How many names a question about all of them mentions. */
export const NAMED = 3

/**
 * The numbers that stand on buttons before they are pressed. `view`: what the screen shows; null = no screen.
 * The names are the caller's to read.
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
    needsYou: having(BIT.needsYou),
    outOfView: view === null ? 0 : countOutOf(view, records, columns.capacity),
    resolutions: countLook(columns, 'resolution', records),
    styles: countLook(columns, 'style', records).filter(({ value }) => value !== '').length,
    sample: firstWith(columns, records, { bit: BIT.picture, limit: 4 })
  }
}
