import { expect, test } from 'vitest'
import { createStore } from 'zustand'
import { createAfterOpening } from './after-opening.ts'
import { emptyView } from './view-store.ts'

function world() {
  const store = createStore(emptyView)
  const done: string[] = []
  const afterOpening = createAfterOpening(store)
  return { store, done, act: (name: string) => afterOpening(() => void done.push(name)) }
}

test('with the view there, things are done at once', () => {
  const { done, act } = world()
  act('select all')
  expect(done).toEqual(['select all'])
})

test('while a view is on its way they wait, and keep their order', () => {
  const { store, done, act } = world()
  store.setState({ isOpening: true })
  act('select all')
  act('favorite')
  store.setState({ rowsRevision: 1 })
  expect(done).toEqual([])
  store.setState({ isOpening: false })
  expect(done).toEqual(['select all', 'favorite'])
  store.setState({ rowsRevision: 2 })
  expect(done).toHaveLength(2)
})

test('for a view that could not be had they are forgotten', () => {
  const { store, done, act } = world()
  store.setState({ isOpening: true })
  act('select all')
  store.setState({ isOpening: false, failure: { code: 'internal' } })
  store.setState({ failure: null })
  expect(done).toEqual([])
})
