/** What the counting program is told to send, and how an order is recognized where it arrives. */

export type OrderKind = 'read' | 'star' | 'create' | 'delete-project' | 'create-without-care'

export interface Order {
  readonly kind: OrderKind
  /** Id of an image, name of a new one, name of a project; for a page its number. No two of a kind are alike. */
  readonly label: string
  /** The server takes it and loses its answer, on a fresh socket too. */
  readonly isLost: boolean
}

/** What the program is started with. */
export interface ArrivalsTask {
  readonly address: string
  readonly key: string
  readonly orders: readonly Order[]
}

export const TASK_VARIABLE = 'PROOFSHEET_ARRIVALS'
/** Begins the line that tells that every order was sent. */
export const DONE_LINE = 'arrivals: every order was sent'

/** One request as it arrived. */
export interface Arrival {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly form: URLSearchParams
}

/** Whether a request is the one that was ordered. */
const IS_ITS: Readonly<Record<OrderKind, (arrival: Arrival, label: string) => boolean>> = {
  read: ({ method, path }, label) => method === 'GET' && addressOf(path).searchParams.get('page') === label,
  star: ({ method, path }, label) => (method === 'PUT' || method === 'PATCH') && lastPart(path) === label,
  create: isCreateOf,
  'create-without-care': isCreateOf,
  'delete-project': ({ method, path }, label) => method === 'DELETE' && lastPart(path) === label
}

/** The order that a request belongs to, by what only this one carries. */
export const isArrivalOf = (arrival: Arrival, { kind, label }: Order): boolean => IS_ITS[kind](arrival, label)

function isCreateOf({ method, form }: Arrival, label: string): boolean {
  return method === 'POST' && form.get('name') === label
}

function addressOf(path: string): URL {
  return new URL(path, 'http://server')
}

function lastPart(path: string): string {
  return decodeURIComponent(addressOf(path).pathname.split('/').at(-1) ?? '')
}
