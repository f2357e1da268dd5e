import { expect, test } from 'vitest'
import { createStore } from 'zustand'
import { EMPTY_QUERY, type ImageQuery } from '../../../shared/query.ts'
import { EMPTY_ORDER } from '../selection/records.ts'
import { emptyView } from '../view/view-store.ts'
import { createAfterOpening } from './run-command.ts'

const shownAt = (query: ImageQuery) => ({ view: 1, query, order: EMPTY_ORDER, isFilling: false, needs: [] })

function setUp() {
  const store = createStore(emptyView)
  const done: string[] = []
  const current = { query: EMPTY_QUERY }
  const afterOpening = createAfterOpening(store, () => current.query)
  const open = (query: ImageQuery): void => {
    current.query = query
    store.setState({ isOpening: true })
  }
  const arrive = (): void => store.setState({ isOpening: false, failure: null, shown: shownAt(current.query) })
  return { store, done, open, arrive, act: (name: string) => afterOpening(() => void done.push(name)) }
}

test('runs commands at once while a view is shown', () => {
  const { done, act } = setUp()
  act('select all')
  expect(done).toEqual(['select all'])
})

test('delays commands while a view loads, and keeps their order', () => {
  const { store, done, open, arrive, act } = setUp()
  open({ ...EMPTY_QUERY, favorite: false })
  act('select all')
  act('favorite')
  store.setState({ rowsRevision: 1 })
  expect(done).toEqual([])
  arrive()
  expect(done).toEqual(['select all', 'favorite'])
  store.setState({ rowsRevision: 2 })
  expect(done).toHaveLength(2)
})

test('never applies commands for one filter to the records of another one chosen since', () => {
  const { done, open, arrive, act } = setUp()
  open({ ...EMPTY_QUERY, favorite: false })
  act('select all')
  open(EMPTY_QUERY)
  act('deselect')
  arrive()
  expect(done).toEqual(['deselect'])
})

test('also waits for another order of the same records', () => {
  const { done, open, arrive, act } = setUp()
  open({ ...EMPTY_QUERY, favorite: false })
  act('select all')
  open({ ...EMPTY_QUERY, favorite: false, sortBy: 'name' })
  arrive()
  expect(done).toEqual(['select all'])
})

test('drops commands for a view that failed to load', () => {
  const { store, done, act } = setUp()
  store.setState({ isOpening: true })
  act('select all')
  store.setState({ isOpening: false, failure: { code: 'internal' } })
  store.setState({ failure: null })
  expect(done).toEqual([])
})
