import { describe, expect, test } from 'vitest'
import { EMPTY_QUERY } from '../../../shared/query.ts'
import { hasRecord, indexOrder, listRecords } from './records.ts'
import {
  addRecords,
  clearSelection,
  endSticky,
  escapeStep,
  exceptionsOf,
  invertSelection,
  NO_SELECTION,
  removeRecords,
  reselect,
  selectAll,
  type Selection,
  selectOnly,
  selectRange,
  toggleRecord,
  toggleSticky,
  toTarget
} from './selection.ts'

/** Ten records, newest (90) first. */
const order = indexOrder(Uint32Array.of(90, 80, 70, 60, 50, 40, 30, 20, 10, 5))
const source = { view: 7, query: EMPTY_QUERY }

const click = (record: number) => (from: Selection) => selectOnly(from, record)
const ctrl = (record: number) => (from: Selection) => toggleRecord(from, record)
const tick = (record: number) => (from: Selection) => toggleSticky(from, record)
const shift = (to: number) => (from: Selection) => selectRange(from, order, { to, join: 'replace' })
const ctrlShift = (to: number) => (from: Selection) => selectRange(from, order, { to, join: 'add' })
const all = (from: Selection) => selectAll(from, order, source)
const invert = (from: Selection) => invertSelection(from, order)

type Gesture = (from: Selection) => Selection
const after = (...gestures: Gesture[]) => gestures.reduce((selection, next) => next(selection), NO_SELECTION)
/** Members in the order of the view. */
const members = (selection: Selection) => [...order.numbers].filter((record) => hasRecord(selection.members, record))

describe('extended mode', () => {
  test.each<[string, Gesture[], number[]]>([
    ['a click selects one', [click(70)], [70]],
    ['another click moves the selection', [click(70), click(30)], [30]],
    ['Ctrl adds and takes away', [click(70), ctrl(30), ctrl(70)], [30]],
    ['Shift selects from the anchor', [click(80), shift(50)], [80, 70, 60, 50]],
    ['Shift upwards', [click(50), shift(80)], [80, 70, 60, 50]],
    ['a second Shift replaces the first range, the anchor stays', [click(60), shift(90), shift(40)], [60, 50, 40]],
    ['Shift drops what was picked outside', [click(5), ctrl(80), shift(60)], [80, 70, 60]],
    ['Ctrl+Shift adds a range', [click(90), ctrl(50), ctrlShift(30)], [90, 50, 40, 30]],
    ['a range without an anchor is the record alone, never everything before it', [shift(40)], [40]],
    ['the record of a range without an anchor becomes the anchor', [shift(40), shift(20)], [40, 30, 20]],
    ['a range to a record that is not in the view does nothing', [click(40), shift(999)], [40]],
    ['Invert is within the view', [click(90), shift(20), invert], [10, 5]],
    ['Invert twice is where one began', [click(90), shift(20), invert, invert], [90, 80, 70, 60, 50, 40, 30, 20]],
    ['Ctrl+A takes everything', [all], [...order.numbers]],
    ['all but one', [all, ctrl(60)], [90, 80, 70, 50, 40, 30, 20, 10, 5]],
    ['a click ends everything', [all, click(60)], [60]],
    ['clear', [all, clearSelection], []]
  ])('%s', (_name, gestures, expected) => {
    const selection = after(...gestures)
    expect(members(selection)).toEqual(expected)
    expect(selection.members.size).toBe(expected.length)
    expect(selection.mode).toBe('extended')
  })
})

describe('sticky mode', () => {
  test('starts with the tick corner, X or Space only', () => {
    expect(after(tick(70)).mode).toBe('sticky')
    expect(after(click(70), ctrl(60), shift(30), all).mode).toBe('extended')
  })

  test.each<[string, Gesture[], number[]]>([
    ['a range gives back only what it took', [tick(90), tick(60), shift(30), shift(50)], [90, 60, 50]],
    ['Ctrl+A keeps what was gathered', [tick(90), all], [...order.numbers]],
    ['Done keeps the selection', [tick(90), tick(80), endSticky], [90, 80]]
  ])('%s', (_name, gestures, expected) => {
    expect(members(after(...gestures))).toEqual(expected)
  })

  test('keeps records of another view on Ctrl+A', () => {
    const gathered = addRecords(after(tick(90)), Uint32Array.of(4_000))
    expect(hasRecord(selectAll(gathered, order, source).members, 4_000)).toBe(true)
  })

  test('ends with Done and with Clear, not with an empty selection', () => {
    expect(after(tick(90), tick(90)).mode).toBe('sticky')
    expect(after(tick(90), endSticky).mode).toBe('extended')
    expect(after(tick(90), clearSelection).mode).toBe('extended')
  })
})

describe('reselect', () => {
  test.each<[string, Gesture[], number[]]>([
    ['after Esc', [click(90), shift(60), clearSelection, reselect], [90, 80, 70, 60]],
    ['after a stray click', [click(90), shift(60), click(5), reselect], [90, 80, 70, 60]],
    ['after two stray clicks the crowd is still there', [all, click(5), click(10), reselect], [...order.numbers]],
    ['after the last Ctrl-click took the only one', [click(90), ctrl(90), reselect], [90]],
    ['twice swaps', [all, click(5), reselect, reselect], [5]],
    ['with nothing lost', [click(5), reselect], [5]]
  ])('%s', (_name, gestures, expected) => {
    expect(members(after(...gestures))).toEqual(expected)
  })

  test('restores a frozen set as frozen', () => {
    expect(after(all, ctrl(60), clearSelection, reselect).frozen?.view).toBe(7)
  })
})

describe('a frozen set', () => {
  test('lists removed and added records', () => {
    const selection = addRecords(after(all, ctrl(60), ctrl(50)), Uint32Array.of(91, 92))
    const { except, plus } = exceptionsOf(selection, selection.frozen ?? expect.unreachable())
    expect([...listRecords(except)]).toEqual([50, 60])
    expect([...listRecords(plus)]).toEqual([91, 92])
    expect(selection.members.size).toBe(10)
  })

  test.each<[string, Gesture[]]>([
    ['a click', [all, click(60)]],
    ['a range', [all, click(60), shift(90)]],
    ['invert', [all, invert]],
    ['taking away the last record', [all, invert, ctrl(60), ctrl(60)]]
  ])('ends with %s', (_name, gestures) => {
    expect(after(...gestures).frozen).toBeNull()
  })

  test('stays through toggles', () => {
    expect(after(all, ctrl(60), ctrlShift(90)).frozen?.view).toBe(7)
  })
})

describe('the target of a command', () => {
  test('lists records in display order, then those outside the order', () => {
    const selection = addRecords(after(click(20), ctrl(80)), Uint32Array.of(4_000, 91))
    expect(toTarget(selection, order, null)).toEqual({
      kind: 'records',
      numbers: Uint32Array.of(80, 20, 91, 4_000)
    })
  })

  test('is the frozen set with its exceptions once the engine has stored it', () => {
    const selection = addRecords(after(all, ctrl(60)), Uint32Array.of(91))
    expect(toTarget(selection, order, 3)).toEqual({
      kind: 'selection',
      selection: 3,
      plus: Uint32Array.of(91),
      except: Uint32Array.of(60)
    })
  })

  test('is a list if the freeze failed', () => {
    const target = toTarget(after(all, ctrl(60)), order, null)
    expect(target.kind === 'records' && target.numbers.length).toBe(9)
  })
})

/** bench/selection.ts measures how long these take. */
describe('a million records', () => {
  const million = indexOrder(Uint32Array.from({ length: 1_000_000 }, (_, i) => 1_000_000 - i))

  test('are all selected, each once', () => {
    expect(selectAll(NO_SELECTION, million, source).members.size).toBe(1_000_000)
  })

  test('give a range of exactly 450,000', () => {
    const from = selectOnly(NO_SELECTION, 800_000)
    expect(selectRange(from, million, { to: 350_001, join: 'replace' }).members.size).toBe(450_000)
  })

  test('survive twenty overlapping ranges', () => {
    let selection = selectOnly(NO_SELECTION, 500_000)
    for (let i = 0; i < 20; i += 1) selection = selectRange(selection, million, { to: 1 + i * 50_000, join: 'add' })
    expect(selection.members.size).toBe(950_001)
  })
})

describe('deleted records', () => {
  test('leave the selection; other members, the mode and what Reselect restores stay', () => {
    const from = toggleSticky(toggleSticky(NO_SELECTION, 90), 70)
    const left = removeRecords(from, Uint32Array.of(70, 10))
    expect([...listRecords(left.members)]).toEqual([90])
    expect(left).toMatchObject({ mode: 'sticky', lost: from.lost })
  })

  test('turn a frozen set into an ordinary selection', () => {
    const whole = selectAll(NO_SELECTION, order, { view: 1, query: EMPTY_QUERY })
    const left = removeRecords(whole, Uint32Array.of(90, 80))
    expect(left.members.size).toBe(8)
    expect(left.frozen).toBeNull()
  })

  test('that were not selected leave the same object', () => {
    const whole = selectAll(NO_SELECTION, order, { view: 1, query: EMPTY_QUERY })
    expect(removeRecords(whole, Uint32Array.of(3))).toBe(whole)
  })
})

const one = selectOnly(NO_SELECTION, 4)
const emptySticky = toggleSticky(toggleSticky(NO_SELECTION, 4), 4)

test.each([
  ['a selection goes first', one, true, 'clear-selection'],
  ['then an empty sticky mode', emptySticky, true, 'end-sticky'],
  ['then the search', NO_SELECTION, true, 'leave-search'],
  ['then nothing', NO_SELECTION, false, 'nothing']
] as const)('%s', (_name, selection, isSearching, step) => {
  expect(escapeStep(selection, isSearching)).toBe(step)
})
