/**
 * The selection model: which records commands act on. Pure: every gesture is a function from one selection to the
 * next. Focus is a separate matter (one record, drives the inspector) and lives with the grid.
 */
import { create } from 'zustand'
import type { RecordNumber } from '../../../shared/image.ts'
import type { ImageQuery, RecordTarget, SelectionId, ViewId } from '../../../shared/query.ts'
import {
  difference,
  EMPTY_SET,
  hasRecord,
  listRecords,
  placeOf,
  type RecordOrder,
  type RecordSet,
  spanBetween,
  union,
  withoutRecord,
  withRecord,
  withRecords
} from './records.ts'

/**
 * `extended`: a click selects one. `sticky`: a click toggles, and only Esc, Clear or Done end it,
 * so that a stray click never loses a collection.
 */
type SelectionMode = 'extended' | 'sticky'

/** Everything that matched a query, at the moment it was chosen. Never run again. */
export interface FrozenSet {
  /** The engine's order it was made from. */
  readonly view: ViewId
  readonly query: ImageQuery
  readonly set: RecordSet
}

/** What Reselect brings back. */
interface LostSelection {
  readonly members: RecordSet
  readonly frozen: FrozenSet | null
}

export interface Selection {
  readonly mode: SelectionMode
  readonly members: RecordSet
  /** Where a Shift range starts while the focus is on `reach`; null = nowhere yet. */
  readonly anchor: RecordNumber | null
  /** Where the last gesture from the anchor led. Nobody sees an anchor: with the focus elsewhere a range starts there. */
  readonly reach: RecordNumber | null
  /** Members when the anchor was set: what a shrinking range gives back in sticky mode. */
  readonly base: RecordSet
  readonly frozen: FrozenSet | null
  readonly lost: LostSelection | null
}

/** How a range joins what is selected: in its place (Shift) or on top of it (Ctrl or Cmd with Shift). */
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

/** A plain click or arrow in extended mode: this record and no other. */
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

/** Ctrl/Cmd-click, or any click in sticky mode: flips one record and moves the anchor to it. */
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

/** The tick corner, X or Space: starts sticky mode and flips the record. */
export function toggleSticky(from: Selection, record: RecordNumber): Selection {
  return { ...toggleRecord(from, record), mode: 'sticky' }
}

/** Where a range starts that is begun now: it goes on from where the last one ended, else it starts at the focus. */
export function anchoredAt(from: Selection, active: RecordNumber | null, order: RecordOrder): Selection {
  const goesOn = from.reach !== null && from.reach === active && placeOf(order, from.anchor) >= 0
  return goesOn ? from : startingAt(from, active)
}

/** Ranges start at this record; with null at no other one than the one they lead to. */
export function startingAt(from: Selection, record: RecordNumber | null): Selection {
  return { ...from, anchor: record, reach: record, base: from.members }
}

/**
 * Shift range from the anchor to a record; the anchor stays. A range without a usable anchor is the record alone,
 * never "everything from the beginning".
 */
export function selectRange(
  from: Selection,
  order: RecordOrder,
  range: { to: RecordNumber; join: RangeJoin }
): Selection {
  const end = placeOf(order, range.to)
  if (end < 0) return from
  const start = placeOf(order, from.anchor)
  const span = spanBetween(order, start < 0 ? end : start, end)
  const led = { anchor: start < 0 ? range.to : from.anchor, reach: range.to }
  if (range.join === 'add') return { ...from, ...led, members: withRecords(from.members, span) }
  if (from.mode === 'sticky') return { ...from, ...led, members: withRecords(from.base, span) }
  const members = withRecords(EMPTY_SET, span)
  const isLoss = difference(from.members, members).size > 0
  return { ...from, ...led, members, base: EMPTY_SET, frozen: null, lost: isLoss ? lostFrom(from) : from.lost }
}

/** Ctrl/Cmd+A: everything of the order, frozen. Sticky mode keeps what was gathered elsewhere. */
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

/** What the order holds and the selection does not; records outside the order leave the selection. */
export function invertSelection(from: Selection, order: RecordOrder): Selection {
  const members = difference(withRecords(EMPTY_SET, order.numbers), from.members)
  return { ...from, members, reach: null, base: members, frozen: null, lost: lostFrom(from) }
}

/** Newer records that match, taken into the selection ("Add them"). */
export function addRecords(from: Selection, numbers: Uint32Array): Selection {
  const members = withRecords(from.members, numbers)
  return { ...from, members, base: members }
}

/** Records that were deleted leave the selection; what is left of a frozen set is a selection like any other. */
export function removeRecords(from: Selection, numbers: Uint32Array): Selection {
  const gone = withRecords(EMPTY_SET, numbers)
  const members = difference(from.members, gone)
  if (members.size === from.members.size) return from
  return { ...from, members, base: difference(from.base, gone), frozen: null }
}

/** Esc, Clear, Ctrl/Cmd+Shift+A. Ends sticky mode. */
export function clearSelection(from: Selection): Selection {
  return { ...NO_SELECTION, anchor: from.anchor, lost: lostFrom(from) }
}

/** Done: ends sticky mode and keeps what is selected. */
export function endSticky(from: Selection): Selection {
  return { ...from, mode: 'extended' }
}

/** Brings back what was last lost; done twice, it swaps. */
export function reselect(from: Selection): Selection {
  if (from.lost === null) return from
  const { members, frozen } = from.lost
  return { ...from, members, frozen, reach: null, base: members, lost: lostFrom({ ...from, lost: null }) }
}

/** Records of the frozen set that were left out, and records chosen besides it. */
export function exceptionsOf(selection: Selection, frozen: FrozenSet): { except: RecordSet; plus: RecordSet } {
  return { except: difference(frozen.set, selection.members), plus: difference(selection.members, frozen.set) }
}

/**
 * The selection as commands take it: a frozen set by its id with its exceptions, or the records in the order shown.
 * `id` is the engine's answer to the freeze; null = there is none, so the records are listed.
 */
export function toTarget(selection: Selection, order: RecordOrder, id: SelectionId | null): RecordTarget {
  if (id !== null && selection.frozen !== null) {
    const { except, plus } = exceptionsOf(selection, selection.frozen)
    return { kind: 'selection', selection: id, plus: listRecords(plus), except: listRecords(except) }
  }
  return { kind: 'records', numbers: inOrder(selection.members, order) }
}

/** Members in the order shown, then those it does not show. */
function inOrder(members: RecordSet, order: RecordOrder): Uint32Array {
  const numbers = new Uint32Array(members.size)
  let at = 0
  for (let place = 0; place < order.numbers.length && at < numbers.length; place += 1) {
    const record = order.numbers[place] ?? 0
    if (!hasRecord(members, record)) continue
    numbers[at] = record
    at += 1
  }
  if (at === numbers.length) return numbers
  const elsewhere = listRecords(members).filter((record) => placeOf(order, record) < 0)
  numbers.set(elsewhere, at)
  return numbers
}

/** A single lost record never takes the place of a lost crowd: the crowd is what Reselect is for. */
function lostFrom(from: Selection): LostSelection | null {
  if (from.members.size === 0) return from.lost
  if (from.members.size === 1 && from.lost !== null) return from.lost
  return { members: from.members, frozen: from.frozen }
}

// What one press of Esc does, when no menu or panel took it first: one step down the ladder.

export type EscapeStep = 'clear-selection' | 'end-sticky' | 'leave-search' | 'nothing'

/** The next step down: selection, sticky mode, search. */
export function escapeStep(selection: Selection, isSearching: boolean): EscapeStep {
  if (selection.members.size > 0) return 'clear-selection'
  if (selection.mode === 'sticky') return 'end-sticky'
  return isSearching ? 'leave-search' : 'nothing'
}

// What is selected, which record has the focus, and where the grid was asked to go.

interface Reveal {
  readonly record: RecordNumber
  /** The view stays where it is, and the focus too, unless the record is seen there. */
  readonly focusesIfSeen?: true
}

interface SelectionState {
  readonly selection: Selection
  /** The record with the focus ring; it drives the inspector, and commands act on it when nothing is selected. */
  readonly active: RecordNumber | null
  /** Asks the grid to scroll until the record is wholly seen. A new object is a new wish. */
  readonly reveal: Reveal | null
}

export const useSelection = create<SelectionState>()(() => ({ selection: NO_SELECTION, active: null, reveal: null }))

export function changeSelection(next: (from: Selection) => Selection): void {
  useSelection.setState(({ selection }) => ({ selection: next(selection) }))
}

export const focusRecord = (active: RecordNumber | null): void => useSelection.setState({ active })
