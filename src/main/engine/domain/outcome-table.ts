/**
 * Maps a response to an outcome by operation: the outcome table of docs/sync.md as a pure function of status and shape,
 * with one row per kind of response and one cell per operation.
 */
import type { Failure, FailureCode } from '../../../shared/failure.ts'
import type { Operation, Outcome } from './outcome.ts'

/** A response as the table sees it, created by the service layer, which is the only one to read bodies. */
export interface Reply<T> {
  /** HTTP status, or the worse status that the body itself reports. */
  readonly status: number
  /**
   * Shape of a 2xx body: `shown` has the desired (or requested) value, `empty` has nothing, `other` contradicts the
   * desired value, and `unreadable` cannot be parsed.
   */
  readonly shape: 'shown' | 'empty' | 'other' | 'unreadable'
  /** Format of the body. `cut`: the body is truncated. */
  readonly body: 'json' | 'other' | 'cut'
  readonly value: T | null
  /** The cooldown after a 429, in ms. */
  readonly retryDelayMs: number
  /** All details of the failure except its code. */
  readonly about: Omit<Failure, 'code'>
}

/** A request without a response, as the port reports it. */
export interface NoReply {
  readonly code: FailureCode
  /** False only if it is proven that nothing reached the service. */
  readonly wasSent: boolean
  readonly about: Omit<Failure, 'code'>
}

type Cell =
  | 'take'
  | 'unknown'
  | 'rejected'
  | 'gone'
  | 'retry'
  | 'retry-uncounted'
  | 'rate-limited'
  | 'signed-out'
  | 'stopped'

/** The failure code, and the cell for every operation except those that `others` names. */
const cellsOf = (code: FailureCode, cell: Cell, others: Partial<Record<Operation, Cell>> = {}) => ({
  code,
  read: cell,
  update: cell,
  'delete-image': cell,
  'delete-project': cell,
  store: cell,
  ...others
})

const ROWS = {
  // Always taken, so this code is never reported.
  // Stryker disable next-line StringLiteral: every cell of this row is "take", which tells of no failure; the code is there for the compiler
  shown: cellsOf('internal', 'take'),
  // An empty update is applied and verified with the next page; an empty create may or may not have created an image.
  empty: cellsOf('not-understood', 'take', { read: 'retry', store: 'unknown' }),
  other: cellsOf('not-taken', 'rejected', { read: 'take' }),
  unreadable: cellsOf('not-understood', 'unknown', { read: 'stopped' }),
  refused: cellsOf('refused', 'rejected'),
  unauthorized: cellsOf('unauthorized', 'signed-out'),
  forbidden: cellsOf('forbidden', 'rejected'),
  blocked: cellsOf('blocked', 'stopped'),
  // A project's address is its name, which some services reject, so the project list decides whether it is gone.
  missing: cellsOf('not-found', 'rejected', { read: 'gone', 'delete-image': 'take', 'delete-project': 'unknown' }),
  'wrong-address': cellsOf('wrong-address', 'stopped'),
  'method-refused': cellsOf('method-refused', 'rejected'),
  'rate-limited': cellsOf('rate-limited', 'rate-limited'),
  // A create or project delete that was redirected may have been applied, so it is looked up and never sent again.
  redirected: cellsOf('redirected', 'stopped', { 'delete-project': 'unknown', store: 'unknown' }),
  serverError: cellsOf('service-error', 'unknown', { read: 'retry' })
}
type Row = keyof typeof ROWS

/** Returns the outcome of a response to one operation. Never decided by message text. */
export function outcomeOf<T>(operation: Operation, reply: Reply<T>): Outcome<T> {
  // A proxy that requires authentication has forwarded nothing.
  if (reply.status === 407) return inCell('retry-uncounted', { ...reply.about, code: 'proxy-failed' }, reply)
  const row = rowOfReply(reply)
  return inCell(ROWS[row][operation], { ...reply.about, code: codeOf(row, operation, reply) }, reply)
}

/** Returns the outcome of a request without a response. */
export function outcomeOfNoReply(operation: Operation, noReply: NoReply): Outcome<never> {
  // Stryker disable next-line ObjectLiteral: no row of a request without a response leads to "take" or "rate-limited", which alone read it
  return inCell(
    cellOfNoReply(operation, noReply),
    { ...noReply.about, code: noReply.code },
    { value: null, retryDelayMs: 0 }
  )
}

function rowOfReply(reply: Reply<unknown>): Row {
  const { status, shape, body } = reply
  // A truncated body is a network failure, whatever the status was.
  if (body === 'cut') return 'serverError'
  if (status >= 200 && status < 300) return shape
  if (status >= 300 && status < 400) return 'redirected'
  // Stryker disable next-line EqualityOperator: 200 was answered two lines above
  return ROW_OF_STATUS[status]?.[body] ?? (status >= 500 || status < 200 ? 'serverError' : 'refused')
}

const ROW_OF_STATUS: Readonly<Record<number, Readonly<Record<'json' | 'other', Row>>>> = {
  401: { json: 'unauthorized', other: 'unauthorized' },
  403: { json: 'forbidden', other: 'blocked' },
  // Only a JSON response of the service marks a record as gone; an HTML page means that the address is wrong.
  404: { json: 'missing', other: 'wrong-address' },
  405: { json: 'method-refused', other: 'wrong-address' },
  408: { json: 'serverError', other: 'serverError' },
  410: { json: 'missing', other: 'wrong-address' },
  425: { json: 'serverError', other: 'serverError' },
  429: { json: 'rate-limited', other: 'rate-limited' }
}

function codeOf(row: Row, operation: Operation, reply: Reply<unknown>): FailureCode {
  if (row === 'unreadable' && reply.body === 'other') return 'not-json'
  if (row === 'refused' && reply.about.fields !== undefined) return 'refused-fields'
  // A create names no record, so a 404 means that the address is wrong.
  if (row === 'missing' && operation === 'store') return 'wrong-address'
  return reply.body === 'cut' ? 'connection-lost' : ROWS[row].code
}

const NOT_ALLOWED_HERE: ReadonlySet<FailureCode> = new Set([
  'address-invalid',
  'address-has-password',
  'address-insecure',
  'arguments-invalid',
  'no-connection'
])
/** Without a usable key nothing is sent until the user acts, as after a 401. */
const WITHOUT_KEY: ReadonlySet<FailureCode> = new Set([
  'key-missing',
  'key-malformed',
  'unauthorized',
  'keychain-unavailable',
  'keychain-locked',
  'keychain-denied',
  'keychain-timed-out'
])

function cellOfNoReply(operation: Operation, { code, wasSent }: NoReply): Cell {
  if (WITHOUT_KEY.has(code)) return ROWS.unauthorized[operation]
  if (code === 'redirected') return ROWS.redirected[operation]
  // The request was refused on this computer (an address outside the connection), so a retry cannot help.
  if (!wasSent) return NOT_ALLOWED_HERE.has(code) ? 'stopped' : 'retry-uncounted'
  return ROWS[code === 'response-too-large' ? 'unreadable' : 'serverError'][operation]
}

function inCell<T>(cell: Cell, failure: Failure, reply: { value: T | null; retryDelayMs: number }): Outcome<T> {
  switch (cell) {
    case 'take':
      return { kind: 'applied', value: reply.value }
    case 'rate-limited':
      return {
        kind: 'rate-limited',
        failure: { ...failure, retryAfterMs: reply.retryDelayMs },
        retryAfterMs: reply.retryDelayMs
      }
    case 'retry':
      return { kind: 'retry', failure, countsAttempt: true }
    case 'retry-uncounted':
      return { kind: 'retry', failure, countsAttempt: false }
    default:
      return { kind: cell, failure }
  }
}
