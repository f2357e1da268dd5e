import { describe, expect, it, test } from 'vitest'
import { EMPTY_QUERY } from '../../../shared/query.ts'
import { EMPTY_ORDER, indexOrder, listRecords } from '../selection/records.ts'
import {
  clearSelection,
  invertSelection,
  NO_SELECTION,
  reselect,
  selectAll,
  type Selection,
  toggleSticky
} from '../selection/selection.ts'
import {
  focusAfterChange,
  type GridPlace,
  type GridStep,
  moveFocus,
  type MoveKind,
  selectionAfterClick,
  selectionAfterEmptyClick,
  stepFrom
} from './gestures.ts'

/** Rows of three: 9 8 7 / 6 5 4 / 3 2 1. */
const frame = { order: indexOrder(Uint32Array.of(9, 8, 7, 6, 5, 4, 3, 2, 1)), columns: 3, rowsPerScreen: 2 }

type Press = readonly [GridStep, MoveKind]
const press = (start: number | null, ...presses: Press[]) =>
  presses.reduce((from, [step, kind]) => moveFocus(from, { step, kind }, frame), {
    selection: NO_SELECTION,
    active: start
  })

test.each<[string, number | null, Press[], number, number[]]>([
  [
    'an arrow takes the selection along',
    9,
    [
      ['next', 'select'],
      ['down', 'select']
    ],
    5,
    [5]
  ],
  ['from nowhere to the first', null, [['next', 'select']], 9, [9]],
  [
    'the focus alone',
    9,
    [
      ['next', 'select'],
      ['down', 'focus']
    ],
    5,
    [8]
  ],
  [
    'a range follows Shift',
    9,
    [
      ['next', 'select'],
      ['down', 'extend']
    ],
    5,
    [5, 6, 7, 8]
  ],
  [
    'and shrinks again',
    9,
    [
      ['next', 'select'],
      ['down', 'extend'],
      ['up', 'extend']
    ],
    8,
    [8]
  ],
  ['a range starts where the focus is', 6, [['next', 'extend']], 5, [5, 6]],
  ['to the last', 6, [['last', 'extend']], 1, [1, 2, 3, 4, 5, 6]]
])('%s', (_name, start, presses, active, members) => {
  const place = press(start, ...presses)
  expect(place.active).toBe(active)
  expect([...listRecords(place.selection.members)]).toEqual(members)
})

test('moves the focus alone in sticky mode', () => {
  const sticky = toggleSticky(NO_SELECTION, 9)
  const place = moveFocus({ selection: sticky, active: 9 }, { step: 'next', kind: 'select' }, frame)
  expect(place).toEqual({ selection: sticky, active: 8 })
})

test('goes nowhere in an empty grid', () => {
  const place = { selection: NO_SELECTION, active: null }
  expect(moveFocus(place, { step: 'next', kind: 'select' }, { ...frame, order: EMPTY_ORDER })).toBe(place)
})

describe('the focus after a change of the order', () => {
  const of = (...numbers: number[]) => indexOrder(Uint32Array.from(numbers))

  it.each([
    ['its record is still there', 8, of(9, 8, 7), of(7, 8), 8],
    ['it was deleted: the next one', 8, of(9, 8, 7), of(9, 7), 7],
    ['it and the next were deleted', 9, of(9, 8, 7, 6), of(7, 6), 7],
    ['the last was deleted: the new last', 7, of(9, 8, 7), of(9, 8), 8],
    ['all were deleted', 7, of(9, 8, 7), of(), null],
    ['another query that has it', 8, null, of(7, 8), 8],
    ['another query without it: the first', 8, null, of(4, 3), 4],
    ['there was no focus: the first', null, of(9, 8), of(9, 8), 9]
  ])('%s', (_case, active, before, now, expected) => {
    expect(focusAfterChange(active, { before, now })).toBe(expected)
  })
})

test('starts a range at the focus without a selection, also after another range was cleared', () => {
  const ranged = press(9, ['next', 'select'], ['down', 'extend'])
  const cleared = { selection: clearSelection(ranged.selection), active: 3 }
  const { selection } = moveFocus(cleared, { step: 'next', kind: 'extend' }, frame)
  expect([...listRecords(selection.members)]).toEqual([2, 3])
})

describe('starts a range at the focused tile', () => {
  const { order } = frame
  const allOf = (from: Selection) => selectAll(from, order, { view: 1, query: EMPTY_QUERY })
  const ranged = press(9, ['next', 'select'], ['next', 'extend'], ['next', 'extend'], ['next', 'extend'])
  const extend = (place: GridPlace, shown = frame) => [
    ...listRecords(moveFocus(place, { step: 'next', kind: 'extend' }, shown).selection.members)
  ]

  it('extends the last range if the focus is at its end', () => {
    expect([ranged.active, extend(ranged)]).toEqual([5, [4, 5, 6, 7, 8]])
  })

  it.each<[string, (place: GridPlace) => GridPlace, number[]]>([
    ['the menu of another tile', (place) => ({ ...place, active: 3 }), [2, 3]],
    ['the menu of a selected tile', (place) => ({ ...place, active: 7 }), [6, 7]],
    ['a step of the focus alone', (place) => moveFocus(place, { step: 'next', kind: 'focus' }, frame), [3, 4]],
    ['Escape', (place) => ({ ...place, selection: clearSelection(place.selection) }), [4, 5]],
    ['everything was selected', (place) => ({ ...place, selection: allOf(place.selection) }), [4, 5]],
    ['the others were selected', (place) => ({ ...place, selection: invertSelection(place.selection, order) }), [4, 5]],
    ['Reselect', (place) => ({ ...place, selection: reselect(clearSelection(place.selection)) }), [4, 5]]
  ])('starts at the focus after %s', (_way, goes, members) => {
    expect(extend(goes(ranged))).toEqual(members)
  })

  it('starts at the focus after the anchor left', () => {
    const left = indexOrder(order.numbers.filter((record) => record !== 8))
    expect(extend(ranged, { ...frame, order: left })).toEqual([4, 5])
  })

  it('keeps the other members in sticky mode', () => {
    const gathered = toggleSticky(NO_SELECTION, 9)
    expect(extend({ selection: gathered, active: 6 })).toEqual([5, 6, 9])
  })
})

/** 4 columns, 10 records: rows of 4, 4 and 2. */
const shape = { count: 10, columns: 4, rowsPerScreen: 2 }

test.each<[number, GridStep, number]>([
  [0, 'next', 1],
  [3, 'next', 4],
  [9, 'next', 9],
  [4, 'previous', 3],
  [0, 'previous', 0],
  [1, 'down', 5],
  [5, 'down', 9],
  [7, 'down', 9],
  [8, 'down', 8],
  [9, 'down', 9],
  [2, 'up', 2],
  [9, 'up', 5],
  [6, 'row-start', 4],
  [5, 'row-end', 7],
  [8, 'row-end', 9],
  [6, 'first', 0],
  [2, 'last', 9],
  [0, 'page-down', 8],
  [3, 'page-down', 9],
  [9, 'page-up', 1],
  [5, 'page-up', 1],
  [-1, 'down', 0],
  [-1, 'next', 0],
  [-1, 'last', 9]
])('moves from %i %s to %i', (place, step, expected) => {
  expect(stepFrom(place, step, shape)).toBe(expected)
})

test('goes nowhere in an empty grid', () => {
  expect(stepFrom(-1, 'next', { ...shape, count: 0 })).toBe(-1)
})

const order = indexOrder(Uint32Array.of(9, 8, 7, 6, 5, 4, 3, 2, 1))

type Click = readonly [record: number, keys?: string]
/** Keys: t = on the tick corner, c = Ctrl or Cmd, s = Shift. */
const clicks = (...presses: Click[]): Selection =>
  presses.reduce(
    (from, [record, keys = '']) =>
      selectionAfterClick(
        from,
        {
          record,
          part: keys.includes('t') ? 'tick' : 'tile',
          isModHeld: keys.includes('c'),
          isShiftHeld: keys.includes('s')
        },
        order
      ),
    NO_SELECTION
  )

describe('clicks', () => {
  test.each<[string, Click[], number[], Selection['mode']]>([
    ['plain', [[5], [3]], [3], 'extended'],
    ['with Ctrl', [[5], [3, 'c'], [5, 'c']], [3], 'extended'],
    ['with Shift', [[5], [3, 's']], [3, 4, 5], 'extended'],
    ['with Shift again', [[5], [3, 's'], [6, 's']], [5, 6], 'extended'],
    ['with Ctrl and Shift', [[9], [5, 'c'], [3, 'cs']], [3, 4, 5, 9], 'extended'],
    ['on the tick corner', [[5], [3, 't']], [3, 5], 'sticky'],
    ['plain, in sticky mode', [[5, 't'], [3], [5]], [3], 'sticky'],
    [
      'with Shift on the tick corner',
      [
        [9, 't'],
        [5, 't'],
        [3, 'st']
      ],
      [3, 4, 5, 9],
      'sticky'
    ]
  ])('%s', (_name, presses, members, mode) => {
    const selection = clicks(...presses)
    expect([...listRecords(selection.members)]).toEqual(members)
    expect(selection.mode).toBe(mode)
  })

  test('beside the tiles clear the selection', () => {
    expect(selectionAfterEmptyClick(clicks([5])).members.size).toBe(0)
  })

  test('beside the tiles do nothing in sticky mode', () => {
    const sticky = clicks([5, 't'])
    expect(selectionAfterEmptyClick(sticky)).toBe(sticky)
  })

  test('beside the tiles without a selection keep what Reselect restores', () => {
    const lost = selectionAfterEmptyClick(clicks([5], [3, 's']))
    expect(selectionAfterEmptyClick(lost).lost?.members.size).toBe(3)
  })
})
