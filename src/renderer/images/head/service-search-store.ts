/** The search at the service for the query on screen, started by the user for one query at a time. */
import { create } from 'zustand'
import type { Bridge } from '../../../shared/bridge.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { ImageQuery, ServiceSearch } from '../../../shared/query.ts'

interface ServiceSearchState {
  /** The searched query, to which the other fields belong; `null` before the first search. */
  readonly query: ImageQuery | null
  readonly isRunning: boolean
  readonly result: ServiceSearch | null
  readonly failure: Failure | null
}

export const useServiceSearch = create<ServiceSearchState>()(() => ({
  query: null,
  isRunning: false,
  result: null,
  failure: null
}))

interface ServiceSearchPorts {
  readonly bridge: Pick<Bridge, 'searchService'>
  /** Shows records that were added to the library. */
  readonly refresh: () => Promise<void>
}

/** Searches the service. Does nothing while the same search runs; the result of an older query is not shown. */
export async function searchService(query: ImageQuery, { bridge, refresh }: ServiceSearchPorts): Promise<void> {
  const before = useServiceSearch.getState()
  if (before.isRunning && before.query === query) return
  useServiceSearch.setState({ query, isRunning: true, result: null, failure: null })
  const answer = await bridge.searchService({ query })
  const isCurrent = (): boolean => useServiceSearch.getState().query === query
  if (isCurrent() && answer.ok && answer.value.added > 0) await refresh()
  if (!isCurrent()) return
  useServiceSearch.setState(
    answer.ok ? { isRunning: false, result: answer.value } : { isRunning: false, failure: answer.failure }
  )
}
