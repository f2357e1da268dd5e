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
import { oneAtATime } from '../../pending-work.ts'
import { indexOrder } from '../selection/records.ts'
import { arrivedRecords, goneOf, isFollowed, isSameOrder, missingFrom, without } from './arrivals.ts'
import { shownOrder, type ShownView, type ViewState } from './view-store.ts'

export interface ViewLoaderPorts {
  readonly store: StoreApi<ViewState>
  readonly openView: (query: ImageQuery) => Promise<Result<OpenedView>>
  readonly getImages: (records: Uint32Array) => Promise<Result<readonly ImageRow[]>>
  /** One image covers the grid, and must not make room for another because its change was confirmed. */
  readonly isCovered: () => boolean
  /** Runs the function after a pause. */
  readonly after: (run: () => void) => void
}

/** Parts of the screen that show records of their own. */
type Watcher = 'inspector' | 'full-view' | 'focus'

/** Joins the view store to the library. */
export class ViewLoader {
  readonly #ports: ViewLoaderPorts
  /** Rises with each `open`: an answer that comes for an older one is dropped. */
  #opening = 0
  /** The query of the newest `open`: what title and chips show, while another one may still stand in the grid. */
  #asked: ImageQuery | null = null
  #seen = { first: 0, last: -1 }
  /** By who looks at them. */
  readonly #watched = new Map<Watcher, Uint32Array>()
  #isChecking = false
  #isCheckDue = false
  /** Revision of the newest change of the order that was heard; 0 once it is asked about. */
  #changedAt = 0
  /** Records left the library since the order was last compared. */
  #isRemovalHeard = false

  constructor(ports: ViewLoaderPorts) {
    this.#ports = ports
  }

  /** The screen is here, perhaps again: what changed while it was not was not heard. */
  async start(query: ImageQuery): Promise<void> {
    this.#ports.store.getState().rows.expire(null)
    await this.open(query)
  }

  /** Shows the answer to a query. A newer call wins over an older one that is still waiting. */
  async open(query: ImageQuery): Promise<void> {
    const { store, openView } = this.#ports
    this.#opening += 1
    const mine = this.#opening
    this.#asked = query
    store.setState({ isOpening: true })
    const answer = await openView(query)
    if (mine !== this.#opening) return
    if (!answer.ok) return store.setState({ isOpening: false, failure: answer.failure })
    const shown = indexed(answer.value, query)
    // With the rows of its first screen, so that it is drawn once.
    await this.#readRows(shown.order.numbers.subarray(0, this.#seen.last - this.#seen.first + 1))
    if (mine !== this.#opening) return
    this.#show(shown)
    this.#checkAgainIfOlder(answer.value)
  }

  /** Says which places of the order are on screen or near it (inclusive). */
  see(first: number, last: number): void {
    void this.bring(first, last)
  }

  /** The same; settles when their rows are in the store. */
  bring(first: number, last: number): Promise<void> {
    this.#seen = { first, last }
    return this.#read()
  }

  /** Whether the row of every record at these places (inclusive) is in the store. */
  knows(first: number, last: number): boolean {
    const { rows, shown } = this.#ports.store.getState()
    return shown?.order.numbers.subarray(first, last + 1).every((record) => rows.get(record) !== undefined) ?? false
  }

  /** Says which records a part of the screen shows beside the grid, in place of those it showed before. */
  watch(watcher: Watcher, records: Uint32Array): void {
    this.#watched.set(watcher, records)
    void this.#read()
  }

  /** Reads what is on screen again where it changed; null = all of it. Settles when the rows are in the store. */
  async reread(records: Uint32Array | null): Promise<void> {
    this.#ports.store.getState().rows.expire(records)
    await this.#read()
  }

  onLibraryChanged(change: LibraryChange): void {
    void this.reread(change.records)
    if (!this.#mayDiffer(change)) return
    this.#changedAt = Math.max(this.#changedAt, change.revision)
    this.#isRemovalHeard ||= change.removed > 0
    this.#checkSoon()
  }

  /** Another order is possible: records came or went, or marks changed where they choose, or nothing is shown yet. */
  #mayDiffer({ added, removed, records }: LibraryChange): boolean {
    if (added > 0 || removed > 0) return true
    const isEmpty = shownOrder(this.#ports.store.getState()).numbers.length === 0
    return (isEmpty || isFollowed(this.#asked)) && records?.length !== 0
  }

  /** Takes records off the screen at once: they were deleted here. */
  drop(records: Uint32Array): void {
    const { store } = this.#ports
    const { shown } = store.getState()
    if (shown === null) return
    const order = without(shown.order, records)
    if (order !== shown.order) store.setState({ shown: { ...shown, order } })
  }

  /** Asks the query last opened again and shows the answer at once: what was made or brought back here is in it. */
  async refresh(): Promise<void> {
    if (this.#asked !== null) await this.open(this.#asked)
  }

  /** A view that still fills is looked at once more when nothing is read any longer: it is whole from then on. */
  onReadingEnded(): void {
    if (this.#ports.store.getState().shown?.isFilling === true) this.#checkSoon()
  }

  /** The grid is in sight again, and shows what it follows as it is now. */
  async onUncovered(): Promise<void> {
    if (isFollowed(this.#asked)) await this.refresh()
  }

  #checkSoon(): void {
    if (this.#isCheckDue) return
    this.#isCheckDue = true
    this.#ports.after(() => {
      this.#isCheckDue = false
      void this.#check()
    })
  }

  /** Puts the arrivals on screen. */
  takeArrivals(): void {
    const { arrivals } = this.#ports.store.getState()
    if (arrivals !== null) this.#show(arrivals.shown)
  }

  /** Asks the query on screen again, and keeps the answer aside unless it is time to show it. */
  async #check(): Promise<void> {
    const { store, openView } = this.#ports
    const { shown } = store.getState()
    if (shown === null) return
    if (this.#isChecking) return this.#checkSoon()
    this.#isChecking = true
    const mine = this.#opening
    const answer = await openView(shown.query)
    this.#isChecking = false
    // Another query may have been shown since, whose opening began before this question.
    const isOver = () => mine !== this.#opening || store.getState().shown?.query !== shown.query
    if (!answer.ok || isOver()) return
    const newer = indexed(answer.value, shown.query)
    const gone = await this.#goneSince(newer)
    if (!isOver()) {
      this.drop(gone)
      this.#compare(newer)
    }
    this.#checkAgainIfOlder(answer.value)
  }

  /** Shows the newer answer when nobody's place is shoved by it, else keeps it aside. */
  #compare(newer: ShownView): void {
    const { store, isCovered } = this.#ports
    const { shown } = store.getState()
    if (shown === null) return
    const numbers = arrivedRecords(shown.order, newer.order)
    const isOpen = shown.isFilling || shown.order.numbers.length === 0 || (isFollowed(shown.query) && !isCovered())
    const isTaken = isOpen || isSameOrder(shown.order, newer.order)
    if (isTaken) this.#show(newer)
    else store.setState({ arrivals: numbers.length === 0 ? null : { shown: newer, numbers } })
  }

  /** Records that left the library are to go from the screen; those that only no longer match stay. */
  async #goneSince(newer: ShownView): Promise<Uint32Array> {
    const { shown } = this.#ports.store.getState()
    if (shown === null || isFollowed(shown.query) || !this.#isRemovalHeard) return new Uint32Array(0)
    this.#isRemovalHeard = false
    const missing = missingFrom(shown.order, newer.order)
    const answers = await Promise.all(inPieces(missing).map(this.#ports.getImages))
    // What could not be asked about is asked about with the next change.
    this.#isRemovalHeard ||= answers.some((answer) => !answer.ok)
    return goneOf(missing, answers)
  }

  /** A change came while the answer was on its way: nothing else would ask about it. Once, so it cannot go round. */
  #checkAgainIfOlder({ revision }: OpenedView): void {
    if (revision >= this.#changedAt) return
    this.#changedAt = 0
    void this.#check()
  }

  #show(shown: ShownView): void {
    this.#ports.store.setState({ shown, arrivals: null, isOpening: false, failure: null })
    void this.#read()
  }

  /** Reads the rows on screen; what is seen while a read is under way is read right after it, and only the last of it. */
  readonly #read = oneAtATime(() => {
    const { shown } = this.#ports.store.getState()
    const watched = [...this.#watched.values()].flatMap((records) => [...records])
    const inGrid = shown?.order.numbers.subarray(this.#seen.first, this.#seen.last + 1) ?? []
    return this.#readRows(Uint32Array.from(new Set([...inGrid, ...watched])))
  })

  /** Reads those that are missing or out of date, and puts them into the store in one step. */
  async #readRows(records: Uint32Array): Promise<void> {
    const { store, getImages } = this.#ports
    const { rows } = store.getState()
    const wanted = rows.missing(records)
    if (wanted.length === 0) return
    const { moment } = rows
    const answers = await Promise.all(inPieces(wanted).map(getImages))
    const read = answers.flatMap((answer) => (answer.ok ? answer.value : []))
    if (rows.put(read, moment)) store.setState((now) => ({ rowsRevision: now.rowsRevision + 1 }))
  }
}

function indexed(opened: OpenedView, query: ImageQuery): ShownView {
  const { view, isFilling, needs = [] } = opened
  return { view, query, order: indexOrder(opened.numbers), isFilling, needs }
}

/** Cuts a list into calls the gate accepts. */
function inPieces(records: Uint32Array): Uint32Array[] {
  const pieces: Uint32Array[] = []
  for (let at = 0; at < records.length; at += MAX_ROWS_PER_CALL) pieces.push(records.slice(at, at + MAX_ROWS_PER_CALL))
  return pieces
}
