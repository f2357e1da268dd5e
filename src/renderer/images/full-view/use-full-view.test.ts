import { expect, test } from 'vitest'
import { listRecords } from '../selection/records.ts'
import { NO_SELECTION, selectOnly, toggleRecord, toggleSticky } from '../selection/selection.ts'
import { selectionOnClosing, selectionOnOpening } from './use-full-view.ts'

const members = (from: { members: Parameters<typeof listRecords>[0] }) => [...listRecords(from.members)]

test('the click that opened an image does not count as a choice', () => {
  const opened = selectionOnOpening(selectOnly(NO_SELECTION, 4), 4)
  expect(members(opened)).toEqual([])
  expect(members(toggleSticky(opened, 4))).toEqual([4])
})

test('what was chosen before stays chosen', () => {
  const two = toggleRecord(selectOnly(NO_SELECTION, 4), 5)
  expect(selectionOnOpening(two, 4)).toBe(two)
  const ticked = toggleSticky(NO_SELECTION, 4)
  expect(selectionOnOpening(ticked, 4)).toBe(ticked)
  const other = selectOnly(NO_SELECTION, 4)
  expect(selectionOnOpening(other, 5)).toBe(other)
})

test('back in the grid the image seen last is selected, as if the arrows had gone there', () => {
  expect(members(selectionOnClosing(NO_SELECTION, 7))).toEqual([7])
  const ticked = toggleSticky(NO_SELECTION, 4)
  expect(selectionOnClosing(ticked, 7)).toBe(ticked)
})
