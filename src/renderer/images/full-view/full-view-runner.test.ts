import { beforeEach, expect, test } from 'vitest'
import { EMPTY_QUERY } from '../../../shared/query.ts'
import { indexOrder, listRecords } from '../selection/records.ts'
import { NO_SELECTION, useSelection } from '../selection/selection.ts'
import { closeFullView, openFullView, useFullView } from '../view/full-view-store.ts'
import { emptyView, useView } from '../view/view-store.ts'
import { createFullViewRunner, neighborsOf, stepTo } from './full-view-runner.ts'

const starred: [number, boolean][] = []
const viewed: number[] = []
const run = createFullViewRunner(
  { set: async (favorite, record = 0) => void starred.push([record, favorite]) },
  { markViewed: (record) => void viewed.push(record) }
)

beforeEach(() => {
  starred.length = 0
  viewed.length = 0
  closeFullView()
  useSelection.setState({ selection: NO_SELECTION, active: 9, reveal: null })
  const order = indexOrder(Uint32Array.of(9, 4, 7))
  useView.setState({ ...emptyView(), shown: { view: 1, query: EMPTY_QUERY, order, isFilling: false, needs: [] } })
  openFullView(9)
})

test('moves the focus of the grid with a step', () => {
  run('next')
  expect(useFullView.getState().record).toBe(4)
  expect(useSelection.getState().active).toBe(4)
  run('previous')
  run('previous')
  expect(useFullView.getState().record).toBe(9)
})

test('favorites and continues in review, and stays on the last image', () => {
  for (let i = 0; i < 3; i += 1) run('star-and-next')
  expect(starred).toEqual([
    [9, true],
    [4, true],
    [7, true]
  ])
  expect(useFullView.getState().record).toBe(7)
  expect(viewed).toEqual([9, 4, 7])
})

test('adds several images to the selection with X', () => {
  run('toggle-selected')
  run('next')
  run('toggle-selected')
  expect([...listRecords(useSelection.getState().selection.members)]).toEqual([4, 9])
})

test('zooms to 100 % at the pointer with Z, and shows the next image whole', () => {
  const frame = { stage: { width: 800, height: 800 }, picture: { width: 3008, height: 3008 }, pixelRatio: 1 }
  useFullView.setState({ frame, pointer: { x: 100, y: 0 } })
  run('toggle-whole')
  expect(useFullView.getState().zoom).toMatchObject({ kind: 'scale', scale: 1, x: -300 })
  run('next')
  expect(useFullView.getState().zoom).toEqual({ kind: 'fit' })
})

test('does nothing without an open image', () => {
  run('close')
  run('next')
  expect(useFullView.getState().record).toBeNull()
})

const order = indexOrder(Uint32Array.of(9, 4, 7))

test.each([
  [4, 'next', 7],
  [4, 'previous', 9],
  [7, 'next', null],
  [9, 'previous', null],
  [4, 'first', 9],
  [4, 'last', 7],
  [5, 'next', null]
] as const)('moves from %i %s to %s', (record, step, to) => {
  expect(stepTo(order, record, step)).toBe(to)
})

test('goes nowhere in an empty order', () => {
  expect(stepTo(indexOrder(new Uint32Array(0)), 1, 'first')).toBeNull()
})

test('returns the neighbors that exist', () => {
  expect(neighborsOf(order, 4)).toEqual([7, 9])
  expect(neighborsOf(order, 9)).toEqual([4])
  expect(neighborsOf(order, 5)).toEqual([])
})
