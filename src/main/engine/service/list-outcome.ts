/** What is common to both lists. */
import type { Outcome } from '../domain/outcome.ts'
import type { ServicePage } from '../domain/service-records.ts'
import type { Dialect } from './dialect.ts'

/** A list cannot be gone: a service that does not know its own list is not the service. */
export function listOutcome<T>(outcome: Outcome<T>): Outcome<T> {
  if (outcome.kind !== 'gone') return outcome
  return { kind: 'stopped', failure: { ...outcome.failure, code: 'wrong-address' } }
}

/** How the next page is asked for, once an answer has shown it. */
export function learnPaging(dialect: Dialect, page: ServicePage<unknown>): void {
  if (page.nextCursor !== null && page.currentPage === null) dialect.learn('page.selection', 'cursor')
  else if (page.currentPage !== null) dialect.learn('page.selection', 'page')
}
