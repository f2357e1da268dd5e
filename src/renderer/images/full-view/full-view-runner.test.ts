import { beforeEach, expect, test } from 'vitest'
import { EMPTY_QUERY } from '../../../shared/query.ts'
import { indexOrder } from '../selection/record-order.ts'
import { listRecords } from '../selection/record-set.ts'
import { NO_SELECTION } from '../selection/selection.ts'
import { useSelection } from '../selection/selection-store.ts'
import { emptyView, useView } from '../view/view-store.ts'
import { createFullViewRunner } from './full-view-runner.ts'
import { closeFullView, openFullView, useFullView } from './full-view-store.ts'

const starred: [number, boolean][] = []
const run = createFullViewRunner({ set: async (favorite, record = 0) => void starred.push([record, favorite]) })

beforeEach(() => {
  starred.length = 0
  closeFullView()
  useSelection.setState({ selection: NO_SELECTION, active: 9, reveal: null })
  const order = indexOrder(Uint32Array.of(9, 4, 7))
  useView.setState({ ...emptyView(), shown: { view: 1, query: EMPTY_QUERY, order, isFilling: false, needs: [] } })
  openFullView(9)
})

test('a step takes the focus of the grid along', () => {
  run('next')
  expect(useFullView.getState().record).toBe(4)
  expect(useSelection.getState().active).toBe(4)
  run('previous')
  run('previous')
  expect(useFullView.getState().record).toBe(9)
})

test('review stars and goes on, and stays on the last', () => {
  for (let i = 0; i < 3; i += 1) run('star-and-next')
  expect(starred).toEqual([
    [9, true],
    [4, true],
    [7, true]
  ])
  expect(useFullView.getState().record).toBe(7)
})

test('X gathers over several images', () => {
  run('toggle-selected')
  run('next')
  run('toggle-selected')
  expect([...listRecords(useSelection.getState().selection.members)]).toEqual([4, 9])
})

test('Z shows 100 % at the pointer, and the next image starts whole again', () => {
  const frame = { stage: { width: 800, height: 800 }, picture: { width: 3008, height: 3008 }, pixelRatio: 1 }
  useFullView.setState({ frame, pointer: { x: 100, y: 0 } })
  run('toggle-whole')
  expect(useFullView.getState().zoom).toMatchObject({ kind: 'scale', scale: 1, x: -300 })
  run('next')
  expect(useFullView.getState().zoom).toEqual({ kind: 'fit' })
})

test('a command without an open image does nothing', () => {
  run('close')
  run('next')
  expect(useFullView.getState().record).toBeNull()
})
