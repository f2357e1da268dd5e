/**
 * What an answer means, by operation: the outcome table of docs/sync.md as a pure function of status and shape.
 * One row per kind of answer, one cell per operation.
 */
import type { Failure, FailureCode } from '../../../shared/failure.ts'
import type { Operation, Outcome } from './outcome.ts'

/** An answer as the table sees it; made by the service room, which alone reads bodies. */
export interface Reply<T> {
  /** HTTP status, or the worse one that the body itself tells. */
  readonly status: number
  /**
   * Of a success: `shown` what was wanted (or what was read), nothing (`empty`), something that contradicts what was
   * wanted (`other`), or nothing that can be made sense of (`unreadable`).
   */
  readonly shape: 'shown' | 'empty' | 'other' | 'unreadable'
  /** What kind of text the body was. `cut`: it stops in the middle. */
  readonly body: 'json' | 'other' | 'cut'
  readonly value: T | null
  /** How long to hold after a 429. */
  readonly holdMs: number
  /** Everything of the failure but its code. */
  readonly about: Omit<Failure, 'code'>
}

/** A request without an answer, as the port reports it. */
export interface NoReply {
  readonly code: FailureCode
  /** false only where it is proved that nothing reached the service. */
  readonly wasSent: boolean
  readonly about: Omit<Failure, 'code'>
}

type Cell = 'take' | 'unknown' | 'rejected' | 'gone' | 'retry' | 'retry-uncounted' | 'held' | 'signed-out' | 'stopped'

/** The code of a failure, and what each operation makes of it: `cell`, but for those that `others` names. */
const answer = (code: FailureCode, cell: Cell, others: Partial<Record<Operation, Cell>> = {}) => ({
  code,
  read: cell,
  update: cell,
  'delete-image': cell,
  'delete-project': cell,
  store: cell,
  ...others
})

const ROWS = {
  // Always taken, so that nothing is ever said of it.
  shown: answer('internal', 'take'),
  // An empty update is applied and checked with the next page; an empty create may have made something or nothing.
  empty: answer('not-understood', 'take', { read: 'retry', store: 'unknown' }),
  other: answer('not-taken', 'rejected', { read: 'take' }),
  unreadable: answer('not-understood', 'unknown', { read: 'stopped' }),
  refused: answer('refused', 'rejected'),
  unauthorized: answer('unauthorized', 'signed-out'),
  forbidden: answer('forbidden', 'rejected'),
  blocked: answer('blocked', 'stopped'),
  // A project's address is its name, which some services do not take: its list tells whether it is gone.
  missing: answer('not-found', 'rejected', { read: 'gone', 'delete-image': 'take', 'delete-project': 'unknown' }),
  'wrong-address': answer('wrong-address', 'stopped'),
  'method-refused': answer('method-refused', 'rejected'),
  'rate-limited': answer('rate-limited', 'held'),
  // A create or a project delete that was answered with "see there" may have happened: looked up, never sent again.
  redirected: answer('redirected', 'stopped', { 'delete-project': 'unknown', store: 'unknown' }),
  trouble: answer('service-trouble', 'unknown', { read: 'retry' })
}
type Row = keyof typeof ROWS

/** What one answer means for one operation. Never decided by message text. */
export function outcomeOf<T>(operation: Operation, reply: Reply<T>): Outcome<T> {
  // A proxy that asks for a sign-in has passed nothing on.
  if (reply.status === 407) return inCell('retry-uncounted', { ...reply.about, code: 'proxy-failed' }, reply)
  const row = rowOfReply(reply)
  return inCell(ROWS[row][operation], { ...reply.about, code: codeOf(row, operation, reply) }, reply)
}

/** What a request without an answer means for one operation. */
export function outcomeOfNoReply(operation: Operation, noReply: NoReply): Outcome<never> {
  return inCell(cellOfNoReply(operation, noReply), { ...noReply.about, code: noReply.code }, { value: null, holdMs: 0 })
}

function rowOfReply(reply: Reply<unknown>): Row {
  const { status, shape, body } = reply
  // Cut in the middle is trouble of the network, whatever the status said before it.
  if (body === 'cut') return 'trouble'
  if (status >= 200 && status < 300) return shape
  if (status >= 300 && status < 400) return 'redirected'
  return ROW_OF_STATUS[status]?.[body] ?? (status >= 500 || status < 200 ? 'trouble' : 'refused')
}

const ROW_OF_STATUS: Readonly<Record<number, Readonly<Record<'json' | 'other', Row>>>> = {
  401: { json: 'unauthorized', other: 'unauthorized' },
  403: { json: 'forbidden', other: 'blocked' },
  // Only the service's own word makes a record gone; a web server's page says that the address is wrong.
  404: { json: 'missing', other: 'wrong-address' },
  405: { json: 'method-refused', other: 'wrong-address' },
  408: { json: 'trouble', other: 'trouble' },
  410: { json: 'missing', other: 'wrong-address' },
  425: { json: 'trouble', other: 'trouble' },
  429: { json: 'rate-limited', other: 'rate-limited' }
}

function codeOf(row: Row, operation: Operation, reply: Reply<unknown>): FailureCode {
  if (row === 'unreadable' && reply.body === 'other') return 'not-json'
  if (row === 'refused' && reply.about.fields !== undefined) return 'refused-fields'
  // A create names no record, so a missing one is the address itself.
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
/** No usable key: nothing goes out until the person acts, just as after a 401. */
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
  // Refused on this computer (an address outside the connection): trying again cannot help.
  if (!wasSent) return NOT_ALLOWED_HERE.has(code) ? 'stopped' : 'retry-uncounted'
  return ROWS[code === 'answer-too-large' ? 'unreadable' : 'trouble'][operation]
}

function inCell<T>(cell: Cell, failure: Failure, reply: { value: T | null; holdMs: number }): Outcome<T> {
  switch (cell) {
    case 'take':
      return { kind: 'applied', value: reply.value }
    case 'held':
      return { kind: 'held', failure: { ...failure, retryAfterMs: reply.holdMs }, retryAfterMs: reply.holdMs }
    case 'retry':
      return { kind: 'retry', failure, countsAttempt: true }
    case 'retry-uncounted':
      return { kind: 'retry', failure, countsAttempt: false }
    default:
      return { kind: cell, failure }
  }
}
