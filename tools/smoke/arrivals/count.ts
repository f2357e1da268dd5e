/** Orders beside arrivals: the table, and what it means. Pure. */
import { isArrivalOf, type Arrival, type Order, type OrderKind } from './orders.ts'

/** `once`: more often is money or data lost. `any`: the same wish, sent again, ends in the same place. */
type Promised = 'once' | 'any' | 'again'

export interface CountedRow {
  readonly operation: string
  readonly ordered: number
  readonly arrived: number
  /** Why this is not as it must be; null: it is. */
  readonly problem: string | null
  readonly promise: string
}

const KINDS: Readonly<Record<OrderKind, { readonly words: string; readonly promised: Promised }>> = {
  read: { words: 'read a page', promised: 'any' },
  star: { words: 'star', promised: 'any' },
  create: { words: 'create', promised: 'once' },
  'delete-project': { words: 'delete a project', promised: 'once' },
  'create-without-care': { words: 'create, sent like a read', promised: 'again' }
}

const PROMISES: Readonly<Record<Promised, string>> = {
  once: 'each exactly once',
  any: 'each at least once',
  again: 'more often: shows the habit'
}

/** One row for each kind of order, those whose answers were lost apart. */
export function countArrivals(orders: readonly Order[], arrivals: readonly Arrival[]): readonly CountedRow[] {
  const kinds = Object.keys(KINDS) as OrderKind[]
  const groups = kinds.flatMap((kind) => [false, true].map((isLost) => ({ kind, isLost })))
  return groups.flatMap(({ kind, isLost }) => {
    const ordered = orders.filter((order) => order.kind === kind && order.isLost === isLost)
    if (ordered.length === 0) return []
    const counts = ordered.map((order) => arrivals.filter((arrival) => isArrivalOf(arrival, order)).length)
    const { words, promised } = KINDS[kind]
    return {
      operation: isLost ? `${words}, its answer lost` : words,
      ordered: ordered.length,
      arrived: counts.reduce((sum, count) => sum + count, 0),
      problem: problemOf(promised, counts),
      promise: PROMISES[promised]
    }
  })
}

function problemOf(promised: Promised, counts: readonly number[]): string | null {
  const missing = counts.filter((count) => count === 0).length
  if (missing > 0) return `${missing} never arrived`
  const more = counts.filter((count) => count > 1).length
  if (promised === 'once') return more === 0 ? null : `${more} arrived more than once`
  // Without it nothing here was put to the test.
  if (promised === 'again') return more > 0 ? null : 'none was sent again, so this count proves nothing'
  return null
}

export function arrivalsTable(rows: readonly CountedRow[]): string {
  const head = ['operation', 'ordered', 'arrived', 'promised', '']
  const lines = rows.map(({ operation, ordered, arrived, promise, problem }) => [
    operation,
    String(ordered),
    String(arrived),
    promise,
    problem === null ? 'ok' : `NOT OK: ${problem}`
  ])
  const all = [head, ...lines]
  const widths = head.map((_word, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  return all
    .map((line) =>
      line
        .map((word, column) => word.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}
