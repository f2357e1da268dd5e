/** What the service was asked, in order: the witness of every test about requests. */
import type { FormMap } from './form.ts'
import type { Fault } from './faults.ts'
import type { Group } from '../shared/sync-status.ts'

export interface LoggedRequest {
  /** Arrival, ms since epoch. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly query: FormMap
  readonly form: FormMap
  /** null when the path belongs to no group. */
  readonly group: Group | null
  /** null while it is worked on, and for ever when the connection was dropped. */
  readonly status: number | null
  readonly fault: Fault['kind'] | null
}

export interface RequestCounters {
  /** API requests that arrived. */
  readonly requests: number
  /** Answered 429. */
  readonly refused: number
  /** Answered 401, or sent to the login page for want of a key. */
  readonly unauthorized: number
  /** Lost by a fault. */
  readonly dropped: number
  /** Requests for picture files; they are in neither the log nor the limiter. */
  readonly pictures: number
}

export interface RequestLog {
  readonly entries: readonly LoggedRequest[]
  readonly counters: RequestCounters
  /** Notes an arrival and returns how to note its end: a status, or null for a dropped connection. */
  arrive(request: Omit<LoggedRequest, 'status'>): (status: number | null) => void
  countPicture(): void
  clear(): void
}

export function createRequestLog(): RequestLog {
  const entries: LoggedRequest[] = []
  const counters = { requests: 0, refused: 0, unauthorized: 0, dropped: 0, pictures: 0 }

  return {
    entries,
    counters,
    arrive(request) {
      const entry = { ...request, status: null as number | null } // widened: the end of the request fills it in
      entries.push(entry)
      counters.requests += 1
      return (status) => {
        entry.status = status
        if (status === null) counters.dropped += 1
        if (status === 429) counters.refused += 1
        if (status === 401 || status === 302) counters.unauthorized += 1
      }
    },
    countPicture() {
      counters.pictures += 1
    },
    clear() {
      entries.length = 0
      Object.assign(counters, { requests: 0, refused: 0, unauthorized: 0, dropped: 0, pictures: 0 })
    }
  }
}
