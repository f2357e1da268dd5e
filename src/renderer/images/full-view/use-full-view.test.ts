import { expect, test } from 'vitest'
import { listRecords } from '../selection/records.ts'
import { NO_SELECTION, selectOnly, toggleRecord, toggleSticky } from '../selection/selection.ts'
import { selectionOnClosing, selectionOnOpening } from './use-full-view.ts'

const members = (from: { members: Parameters<typeof listRecords>[0] }) => [...listRecords(from.members)]

test('does not count the click that opened an image as a selection', () => {
  const opened = selectionOnOpening(selectOnly(NO_SELECTION, 4), 4)
  expect(members(opened)).toEqual([])
  expect(members(toggleSticky(opened, 4))).toEqual([4])
})

test('keeps an earlier selection', () => {
  const two = toggleRecord(selectOnly(NO_SELECTION, 4), 5)
  expect(selectionOnOpening(two, 4)).toBe(two)
  const ticked = toggleSticky(NO_SELECTION, 4)
  expect(selectionOnOpening(ticked, 4)).toBe(ticked)
  const other = selectOnly(NO_SELECTION, 4)
  expect(selectionOnOpening(other, 5)).toBe(other)
})

test('selects the last shown image on return, as arrow keys in the grid would', () => {
  expect(members(selectionOnClosing(NO_SELECTION, 7))).toEqual([7])
  const ticked = toggleSticky(NO_SELECTION, 4)
  expect(selectionOnClosing(ticked, 7)).toBe(ticked)
})
