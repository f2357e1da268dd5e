/** Logs the requests to the service in order, for tests. */
import type { FormMap } from './form.ts'
import type { Fault } from './faults.ts'
import type { Group } from '../shared/sync-status.ts'

export interface LoggedRequest {
  /** Time of arrival, ms since epoch. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly query: FormMap
  readonly form: FormMap
  /** `null` if the path belongs to no group. */
  readonly group: Group | null
  /** `null` while it is in progress, or if the connection was dropped. */
  readonly status: number | null
  readonly fault: Fault['kind'] | null
}

export interface RequestCounters {
  /** Received API requests. */
  readonly requests: number
  /** Responses with 429. */
  readonly refused: number
  /** Responses with 401, or redirects to the login page without a valid key. */
  readonly unauthorized: number
  /** Connections dropped by a fault. */
  readonly dropped: number
  /** Requests for picture files, which are neither logged nor rate limited. */
  readonly pictures: number
}

export interface RequestLog {
  readonly entries: readonly LoggedRequest[]
  readonly counters: RequestCounters
  /** Logs an arrival and returns a function that logs its end: a status, or `null` for a dropped connection. */
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
      const entry = { ...request, status: null as number | null } // widened, because the end of the request sets it
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
