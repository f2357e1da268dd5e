/** Defines single requests (orders), matches them with arrivals, and formats the counts. Pure. */

/** `once`: duplicates cost money or data. `any`: repetitions have no effect. `again`: must be repeated. */
type Expectation = 'once' | 'any' | 'again'

export interface CountedRow {
  readonly operation: string
  readonly ordered: number
  readonly arrived: number
  /** `null` if the counts are as expected. */
  readonly problem: string | null
  readonly expected: string
}

const KINDS: Readonly<Record<OrderKind, { readonly words: string; readonly expectation: Expectation }>> = {
  read: { words: 'read a page', expectation: 'any' },
  star: { words: 'favorite', expectation: 'any' },
  create: { words: 'create', expectation: 'once' },
  'delete-project': { words: 'delete a project', expectation: 'once' },
  'create-without-care': { words: 'create, sent like a read', expectation: 'again' }
}

const EXPECTATION_TEXTS: Readonly<Record<Expectation, string>> = {
  once: 'each exactly once',
  any: 'each at least once',
  again: 'repeated, as in Chromium'
}

/** Returns a row for each kind of order, with separate rows for lost responses. */
export function countArrivals(orders: readonly Order[], arrivals: readonly Arrival[]): readonly CountedRow[] {
  const kinds = Object.keys(KINDS) as OrderKind[]
  const groups = kinds.flatMap((kind) => [false, true].map((isLost) => ({ kind, isLost })))
  return groups.flatMap(({ kind, isLost }) => {
    const ordered = orders.filter((order) => order.kind === kind && order.isLost === isLost)
    if (ordered.length === 0) return []
    const counts = ordered.map((order) => arrivals.filter((arrival) => isArrivalOf(arrival, order)).length)
    const { words, expectation } = KINDS[kind]
    return {
      operation: isLost ? `${words}, response lost` : words,
      ordered: ordered.length,
      arrived: counts.reduce((sum, count) => sum + count, 0),
      problem: problemOf(expectation, counts),
      expected: EXPECTATION_TEXTS[expectation]
    }
  })
}

function problemOf(expectation: Expectation, counts: readonly number[]): string | null {
  const missing = counts.filter((count) => count === 0).length
  if (missing > 0) return `${missing} never arrived`
  const more = counts.filter((count) => count > 1).length
  if (expectation === 'once') return more === 0 ? null : `${more} arrived more than once`
  // Without repetitions, the other counts prove nothing.
  if (expectation === 'again') return more > 0 ? null : 'no repetition, so the counts prove nothing'
  return null
}

export function arrivalsTable(rows: readonly CountedRow[]): string {
  const head = ['operation', 'sent', 'arrived', 'expected', '']
  const lines = rows.map(({ operation, ordered, arrived, expected, problem }) => [
    operation,
    String(ordered),
    String(arrived),
    expected,
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

export type OrderKind = 'read' | 'star' | 'create' | 'delete-project' | 'create-without-care'

export interface Order {
  readonly kind: OrderKind
  /** ID of an image, name of a new image or project, or number of a page; unique within a kind. */
  readonly label: string
  /** Whether the server drops the connection without a response, also on a new socket. */
  readonly isLost: boolean
}

/** Input of the program. */
export interface ArrivalsTask {
  readonly address: string
  readonly key: string
  readonly orders: readonly Order[]
}

export const TASK_VARIABLE = 'PROOFSHEET_ARRIVALS'
/** Printed after the last order. */
export const DONE_LINE = 'arrivals: all sent'

/** A received request. */
export interface Arrival {
  readonly method: string
  /** Includes the query. */
  readonly path: string
  readonly form: URLSearchParams
}

const MATCHES: Readonly<Record<OrderKind, (arrival: Arrival, label: string) => boolean>> = {
  read: ({ method, path }, label) => method === 'GET' && addressOf(path).searchParams.get('page') === label,
  star: ({ method, path }, label) => (method === 'PUT' || method === 'PATCH') && lastPart(path) === label,
  create: isCreateOf,
  'create-without-care': isCreateOf,
  'delete-project': ({ method, path }, label) => method === 'DELETE' && lastPart(path) === label
}

/** Whether a request belongs to an order, by its unique label. */
export const isArrivalOf = (arrival: Arrival, { kind, label }: Order): boolean => MATCHES[kind](arrival, label)

function isCreateOf({ method, form }: Arrival, label: string): boolean {
  return method === 'POST' && form.get('name') === label
}

function addressOf(path: string): URL {
  return new URL(path, 'http://server')
}

function lastPart(path: string): string {
  return decodeURIComponent(addressOf(path).pathname.split('/').at(-1) ?? '')
}
