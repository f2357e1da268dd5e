/**
 * Brings views and rows from the library into the view store: latest query wins, rows only for what is seen, one
 * read under way at a time, and a view that is never shoved by what arrives.
 */
import type { StoreApi } from 'zustand'
import type { LibraryChange } from '../../../shared/bridge.ts'
import type { Result } from '../../../shared/failure.ts'
import type { ImageRow } from '../../../shared/image.ts'
import { MAX_ROWS_PER_CALL } from '../../../shared/limits.ts'
import type { ImageQuery, OpenedView } from '../../../shared/query.ts'
import { indexOrder } from '../selection/record-order.ts'
import { arrivedRecords } from './arrivals.ts'
import { shownOrder } from './view-store.ts'
import type { ShownView, ViewState } from './view-store.ts'

export interface ViewLoaderPorts {
  readonly store: StoreApi<ViewState>
  readonly openView: (query: ImageQuery) => Promise<Result<OpenedView>>
  readonly getImages: (records: Uint32Array) => Promise<Result<readonly ImageRow[]>>
  /** The first pass is under way: the grid fills by itself. */
  readonly isFilling: () => boolean
  /** Runs the function after a pause and returns what calls it off. */
  readonly after: (run: () => void) => () => void
}

export interface ViewLoader {
  /** Shows the answer to a query. A newer call wins over an older one that is still waiting. */
  readonly open: (query: ImageQuery) => Promise<void>
  /** Says which places are on screen (inclusive, with what is mounted around them). */
  readonly see: (first: number, last: number) => void
  /** Reads what is on screen again where it changed; null = all of it. Settles when the rows are in the store. */
  readonly reread: (records: Uint32Array | null) => Promise<void>
  readonly onLibraryChanged: (change: LibraryChange) => void
  /** Puts the arrivals on screen. */
  readonly takeArrivals: () => void
}

interface LoaderState {
  /** Rises with each `open`: an answer that comes for an older one is dropped. */
  opening: number
  seen: { first: number; last: number }
  /** The read under way, if any. */
  reading: Promise<void> | null
  isReadWanted: boolean
  isChecking: boolean
  callOffCheck: (() => void) | null
}

/** Joins the store to the library. */
export function createViewLoader(ports: ViewLoaderPorts): ViewLoader {
  const { store } = ports
  const state: LoaderState = {
    opening: 0,
    seen: { first: 0, last: -1 },
    reading: null,
    isReadWanted: false,
    isChecking: false,
    callOffCheck: null
  }

  async function open(query: ImageQuery): Promise<void> {
    state.opening += 1
    const mine = state.opening
    store.setState({ isOpening: true })
    const answer = await ports.openView(query)
    if (mine !== state.opening) return
    if (!answer.ok) {
      store.setState({ isOpening: false, failure: answer.failure })
      return
    }
    const shown = indexed(answer.value, query)
    store.setState({ shown, arrivals: null, isOpening: false, failure: null })
  }

  function see(first: number, last: number): void {
    state.seen = { first, last }
    void read()
  }

  /** Single flight: places seen while a read is under way are read right after it, and only the last of them. */
  function read(): Promise<void> {
    state.isReadWanted = true
    state.reading ??= readWanted().finally(() => {
      state.reading = null
    })
    return state.reading
  }

  async function readWanted(): Promise<void> {
    while (state.isReadWanted) {
      state.isReadWanted = false
      await readSeen(ports, state.seen)
    }
  }

  async function reread(records: Uint32Array | null): Promise<void> {
    store.getState().rows.expire(records)
    await read()
  }

  function onLibraryChanged(change: LibraryChange): void {
    void reread(change.records)
    if (change.added === 0 && change.removed === 0) return
    state.callOffCheck ??= ports.after(() => {
      state.callOffCheck = null
      void check(change.removed > 0)
    })
  }

  /** Asks the query on screen again, and keeps the answer aside unless it is time to show it. */
  async function check(hasRemovals: boolean): Promise<void> {
    const { shown } = store.getState()
    if (shown === null || state.isChecking) return
    state.isChecking = true
    const mine = state.opening
    const answer = await ports.openView(shown.query)
    state.isChecking = false
    if (!answer.ok || mine !== state.opening) return
    const newer = indexed(answer.value, shown.query)
    const numbers = arrivedRecords(shown.order, newer.order)
    if (hasRemovals || ports.isFilling() || shown.order.numbers.length === 0) show(newer)
    else store.setState({ arrivals: numbers.length === 0 ? null : { shown: newer, numbers } })
  }

  function takeArrivals(): void {
    const { arrivals } = store.getState()
    if (arrivals !== null) show(arrivals.shown)
  }

  function show(shown: ShownView): void {
    store.setState({ shown, arrivals: null })
    void read()
  }

  return { open, see, reread, onLibraryChanged, takeArrivals }
}

function indexed(opened: OpenedView, query: ImageQuery): ShownView {
  return { view: opened.view, query, order: indexOrder(opened.numbers) }
}

/** Reads the rows of the places seen that are missing or out of date, and puts them into the store in one step. */
async function readSeen(ports: ViewLoaderPorts, seen: { first: number; last: number }): Promise<void> {
  const { store } = ports
  const order = shownOrder(store.getState())
  const { rows } = store.getState()
  const wanted = rows.missing(order.numbers.subarray(seen.first, seen.last + 1))
  if (wanted.length === 0) return
  const { moment } = rows
  const answers = await Promise.all(inPieces(wanted).map(ports.getImages))
  const read = answers.flatMap((answer) => (answer.ok ? answer.value : []))
  if (rows.put(read, moment)) store.setState((now) => ({ rowsRevision: now.rowsRevision + 1 }))
}

/** Cuts a list into calls the gate accepts. */
export function inPieces(records: Uint32Array): Uint32Array[] {
  const pieces: Uint32Array[] = []
  for (let at = 0; at < records.length; at += MAX_ROWS_PER_CALL) pieces.push(records.slice(at, at + MAX_ROWS_PER_CALL))
  return pieces
}
