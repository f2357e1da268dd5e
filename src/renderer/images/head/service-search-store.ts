/** The search at the service for what is searched here: asked by the person, for one query at a time. */
import { create } from 'zustand'
import type { Bridge } from '../../../shared/bridge.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { ImageQuery, ServiceSearch } from '../../../shared/query.ts'

interface ServiceSearchState {
  /** The query that was asked; null = none yet. The others are about it. */
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
  /** Shows what came into the library. */
  readonly refresh: () => Promise<void>
}

/** Asks the service. Nothing while one search is under way; an answer to an older query is not shown. */
export async function searchService(query: ImageQuery, { bridge, refresh }: ServiceSearchPorts): Promise<void> {
  const before = useServiceSearch.getState()
  if (before.isRunning && before.query === query) return
  useServiceSearch.setState({ query, isRunning: true, result: null, failure: null })
  const answer = await bridge.searchService({ query })
  const isAsked = (): boolean => useServiceSearch.getState().query === query
  if (isAsked() && answer.ok && answer.value.added > 0) await refresh()
  if (!isAsked()) return
  useServiceSearch.setState(
    answer.ok ? { isRunning: false, result: answer.value } : { isRunning: false, failure: answer.failure }
  )
}
