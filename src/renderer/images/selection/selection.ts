/**
 * The selection model: which records commands act on. Pure: every gesture is a function from one selection to the next.
 * Focus is separate (one record, shown in the inspector) and belongs to the grid.
 */
import { create } from 'zustand'
import type { RecordNumber } from '../../../shared/image.ts'
import type { ImageQuery, RecordTarget, SelectionId, ViewId } from '../../../shared/query.ts'
import {
  difference,
  EMPTY_SET,
  hasRecord,
  listRecords,
  positionOf,
  type RecordOrder,
  type RecordSet,
  rangeBetween,
  union,
  withoutRecord,
  withRecord,
  withRecords
} from './records.ts'

/**
 * `extended`: a click selects one record. `sticky`: a click toggles, and only Esc, Clear or Done end the mode, so that
 * a stray click never loses a collection.
 */
type SelectionMode = 'extended' | 'sticky'

/** Every match of a query at the moment of selection; the query never runs again. */
export interface FrozenSet {
  /** The view it was made from. */
  readonly view: ViewId
  readonly query: ImageQuery
  readonly set: RecordSet
}

/** What Reselect restores. */
interface LostSelection {
  readonly members: RecordSet
  readonly frozen: FrozenSet | null
}

export interface Selection {
  readonly mode: SelectionMode
  readonly members: RecordSet
  /** Where a Shift range starts while `reach` has the focus; `null` if none is set. */
  readonly anchor: RecordNumber | null
  /** End of the last range. The anchor is invisible, so with the focus elsewhere a range starts at the focus. */
  readonly reach: RecordNumber | null
  /** Members when the anchor was set; a shrinking range returns to them in sticky mode. */
  readonly base: RecordSet
  readonly frozen: FrozenSet | null
  readonly lost: LostSelection | null
}

/** How a range joins the selection: it replaces it (Shift) or is added to it (Ctrl or Cmd with Shift). */
type RangeJoin = 'replace' | 'add'

export const NO_SELECTION: Selection = {
  mode: 'extended',
  members: EMPTY_SET,
  anchor: null,
  reach: null,
  base: EMPTY_SET,
  frozen: null,
  lost: null
}

/** Selects this record only: a plain click or arrow in extended mode. */
export function selectOnly(from: Selection, record: RecordNumber): Selection {
  return {
    mode: from.mode,
    members: withRecord(EMPTY_SET, record),
    anchor: record,
    reach: record,
    base: EMPTY_SET,
    frozen: null,
    lost: lostFrom(from)
  }
}

/** Toggles one record and moves the anchor to it: Ctrl/Cmd-click, or any click in sticky mode. */
export function toggleRecord(from: Selection, record: RecordNumber): Selection {
  const members = hasRecord(from.members, record)
    ? withoutRecord(from.members, record)
    : withRecord(from.members, record)
  const isEmptied = members.size === 0
  return {
    ...from,
    members,
    anchor: record,
    reach: record,
    base: members,
    frozen: isEmptied ? null : from.frozen,
    lost: isEmptied ? lostFrom(from) : from.lost
  }
}

/** Starts sticky mode and toggles the record: the tick corner, X or Space. */
export function toggleSticky(from: Selection, record: RecordNumber): Selection {
  return { ...toggleRecord(from, record), mode: 'sticky' }
}

/** Sets the start of a new range: the current anchor if the last range ended at the focus, else the focus. */
export function anchoredAt(from: Selection, active: RecordNumber | null, order: RecordOrder): Selection {
  const continues = from.reach !== null && from.reach === active && positionOf(order, from.anchor) >= 0
  return continues ? from : startingAt(from, active)
}

/** Starts ranges at this record; with `null`, at the end of the range itself. */
export function startingAt(from: Selection, record: RecordNumber | null): Selection {
  return { ...from, anchor: record, reach: record, base: from.members }
}

/**
 * Selects a Shift range from the anchor to a record; the anchor stays. A range without a usable anchor is the record
 * alone, never everything from the first record.
 */
export function selectRange(
  from: Selection,
  order: RecordOrder,
  range: { to: RecordNumber; join: RangeJoin }
): Selection {
  const end = positionOf(order, range.to)
  if (end < 0) return from
  const start = positionOf(order, from.anchor)
  const between = rangeBetween(order, start < 0 ? end : start, end)
  const ends = { anchor: start < 0 ? range.to : from.anchor, reach: range.to }
  if (range.join === 'add') return { ...from, ...ends, members: withRecords(from.members, between) }
  if (from.mode === 'sticky') return { ...from, ...ends, members: withRecords(from.base, between) }
  const members = withRecords(EMPTY_SET, between)
  const isLoss = difference(from.members, members).size > 0
  return { ...from, ...ends, members, base: EMPTY_SET, frozen: null, lost: isLoss ? lostFrom(from) : from.lost }
}

/** Selects everything in the order as a frozen set (Ctrl/Cmd+A). Sticky mode keeps members from other views. */
export function selectAll(from: Selection, order: RecordOrder, source: { view: ViewId; query: ImageQuery }): Selection {
  if (order.numbers.length === 0) return from
  const set = withRecords(EMPTY_SET, order.numbers)
  const members = from.mode === 'sticky' ? union(set, from.members) : set
  const isLoss = from.mode === 'extended' && difference(from.members, set).size > 0
  return {
    ...from,
    members,
    reach: null,
    base: members,
    frozen: { ...source, set },
    lost: isLoss ? lostFrom(from) : from.lost
  }
}

/** Selects what the order contains and the selection does not; records outside the order leave the selection. */
export function invertSelection(from: Selection, order: RecordOrder): Selection {
  const members = difference(withRecords(EMPTY_SET, order.numbers), from.members)
  return { ...from, members, reach: null, base: members, frozen: null, lost: lostFrom(from) }
}

/** Adds newer matching records to the selection (“Add to selection”). */
export function addRecords(from: Selection, numbers: Uint32Array): Selection {
  const members = withRecords(from.members, numbers)
  return { ...from, members, base: members }
}

/** Removes deleted records from the selection; the remainder of a frozen set is an ordinary selection. */
export function removeRecords(from: Selection, numbers: Uint32Array): Selection {
  const gone = withRecords(EMPTY_SET, numbers)
  const members = difference(from.members, gone)
  if (members.size === from.members.size) return from
  return { ...from, members, base: difference(from.base, gone), frozen: null }
}

/** Clears the selection and ends sticky mode: Esc, Clear, Ctrl/Cmd+Shift+A. */
export function clearSelection(from: Selection): Selection {
  return { ...NO_SELECTION, anchor: from.anchor, lost: lostFrom(from) }
}

/** Ends sticky mode and keeps the selection: Done. */
export function endSticky(from: Selection): Selection {
  return { ...from, mode: 'extended' }
}

/** Restores the selection that was lost last; a second call swaps back. */
export function reselect(from: Selection): Selection {
  if (from.lost === null) return from
  const { members, frozen } = from.lost
  return { ...from, members, frozen, reach: null, base: members, lost: lostFrom({ ...from, lost: null }) }
}

/** Returns the records removed from the frozen set, and the records selected in addition to it. */
export function exceptionsOf(selection: Selection, frozen: FrozenSet): { except: RecordSet; plus: RecordSet } {
  return { except: difference(frozen.set, selection.members), plus: difference(selection.members, frozen.set) }
}

/**
 * Converts the selection to the target of a command: a frozen set by id with its exceptions, or the records in display
 * order. `id` is what the engine returned for the freeze; `null` lists the records.
 */
export function toTarget(selection: Selection, order: RecordOrder, id: SelectionId | null): RecordTarget {
  if (id !== null && selection.frozen !== null) {
    const { except, plus } = exceptionsOf(selection, selection.frozen)
    return { kind: 'selection', selection: id, plus: listRecords(plus), except: listRecords(except) }
  }
  return { kind: 'records', numbers: inOrder(selection.members, order) }
}

/** Lists the members in display order, then those that the order does not contain. */
function inOrder(members: RecordSet, order: RecordOrder): Uint32Array {
  const numbers = new Uint32Array(members.size)
  let at = 0
  for (let position = 0; position < order.numbers.length && at < numbers.length; position += 1) {
    const record = order.numbers[position] ?? 0
    if (!hasRecord(members, record)) continue
    numbers[at] = record
    at += 1
  }
  if (at === numbers.length) return numbers
  const elsewhere = listRecords(members).filter((record) => positionOf(order, record) < 0)
  numbers.set(elsewhere, at)
  return numbers
}

/** A single lost record never replaces a lost set of several, because Reselect exists for such sets. */
function lostFrom(from: Selection): LostSelection | null {
  if (from.members.size === 0) return from.lost
  if (from.members.size === 1 && from.lost !== null) return from.lost
  return { members: from.members, frozen: from.frozen }
}

// The effect of one press of Esc that no menu or panel handled.

export type EscapeStep = 'clear-selection' | 'end-sticky' | 'leave-search' | 'nothing'

/** Returns the next effect of Esc: clear the selection, end sticky mode, leave search. */
export function escapeStep(selection: Selection, isSearching: boolean): EscapeStep {
  if (selection.members.size > 0) return 'clear-selection'
  if (selection.mode === 'sticky') return 'end-sticky'
  return isSearching ? 'leave-search' : 'nothing'
}

// The selection, the focused record, and where the grid should scroll.

interface Reveal {
  readonly record: RecordNumber
  /** Scrolls nothing, and moves the focus only if the record is in view. */
  readonly focusesIfSeen?: true
}

interface SelectionState {
  readonly selection: Selection
  /** The record with the focus ring; the inspector shows it, and commands act on it if nothing is selected. */
  readonly active: RecordNumber | null
  /** Requests that the grid scroll until the whole record is in view. A new object is a new request. */
  readonly reveal: Reveal | null
}

export const useSelection = create<SelectionState>()(() => ({ selection: NO_SELECTION, active: null, reveal: null }))

export function changeSelection(next: (from: Selection) => Selection): void {
  useSelection.setState(({ selection }) => ({ selection: next(selection) }))
}

export const focusRecord = (active: RecordNumber | null): void => useSelection.setState({ active })
