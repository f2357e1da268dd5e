import { beforeEach, expect, test } from 'vitest'
import { fail, type Result, succeed } from '../../../shared/failure.ts'
import { EMPTY_QUERY, type ServiceSearch } from '../../../shared/query.ts'
import { searchService, useServiceSearch } from './service-search-store.ts'

const settle = () => new Promise<void>((resolve) => setTimeout(resolve))

function setUp() {
  const answers: ((answer: Result<ServiceSearch>) => void)[] = []
  const state = { refreshes: 0 }
  const ports = {
    bridge: { searchService: () => new Promise<Result<ServiceSearch>>((resolve) => answers.push(resolve)) },
    refresh: async () => {
      state.refreshes += 1
    }
  }
  return { answers, state, ports }
}

beforeEach(() => useServiceSearch.setState({ query: null, isRunning: false, result: null, failure: null }))

test('shows and reports added records', async () => {
  const { answers, state, ports } = setUp()
  const query = { ...EMPTY_QUERY, search: 'quay' }
  void searchService(query, ports)
  void searchService(query, ports)
  expect(useServiceSearch.getState().isRunning).toBe(true)
  expect(answers).toHaveLength(1)
  answers[0]?.(succeed({ found: 5, added: 2, isWhole: true }))
  await settle()
  expect(useServiceSearch.getState()).toMatchObject({ isRunning: false, result: { found: 5 } })
  expect(state.refreshes).toBe(1)
})

test('leaves the grid alone if nothing was added', async () => {
  const { answers, state, ports } = setUp()
  void searchService({ ...EMPTY_QUERY, search: 'quay' }, ports)
  answers[0]?.(succeed({ found: 0, added: 0, isWhole: true }))
  await settle()
  expect(state.refreshes).toBe(0)
})

test('ignores the result of an older query', async () => {
  const { answers, ports } = setUp()
  void searchService({ ...EMPTY_QUERY, search: 'a' }, ports)
  void searchService({ ...EMPTY_QUERY, search: 'ab' }, ports)
  answers[0]?.(fail('offline'))
  await settle()
  expect(useServiceSearch.getState()).toMatchObject({ isRunning: true, failure: null })
  answers[1]?.(fail('rate-limited'))
  await settle()
  expect(useServiceSearch.getState().failure?.code).toBe('rate-limited')
})

test('ignores an older search if another one starts while its records load', async () => {
  const { answers, ports } = setUp()
  const shown = Promise.withResolvers<void>()
  void searchService({ ...EMPTY_QUERY, search: 'a' }, { ...ports, refresh: () => shown.promise })
  answers[0]?.(succeed({ found: 5, added: 2, isWhole: true }))
  await settle()
  void searchService({ ...EMPTY_QUERY, search: 'ab' }, ports)
  shown.resolve()
  await settle()
  expect(useServiceSearch.getState()).toMatchObject({ query: { search: 'ab' }, isRunning: true, result: null })
})
