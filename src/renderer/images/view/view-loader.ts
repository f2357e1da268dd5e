/**
 * Loads views and rows from the library into the view store: the latest query wins, only visible rows are read, one
 * read runs at a time, and arrivals never shift the view.
 */
import type { StoreApi } from 'zustand'
import type { LibraryChange } from '../../../shared/bridge.ts'
import type { Result } from '../../../shared/failure.ts'
import type { ImageRow } from '../../../shared/image.ts'
import { MAX_ROWS_PER_CALL } from '../../../shared/limits.ts'
import type { ImageQuery, OpenedView } from '../../../shared/query.ts'
import { oneAtATime } from '../../pending-work.ts'
import { indexOrder } from '../selection/records.ts'
import { arrivedRecords, goneOf, followsMarks, isSameOrder, losesViewed, missingFrom, without } from './arrivals.ts'
import { shownOrder, type ShownView, type ViewState } from './view-store.ts'

export interface ViewLoaderPorts {
  readonly store: StoreApi<ViewState>
  readonly openView: (query: ImageQuery) => Promise<Result<OpenedView>>
  readonly getImages: (records: Uint32Array) => Promise<Result<readonly ImageRow[]>>
  /** An image covers the grid, and must not be replaced by another one because its change was confirmed. */
  readonly isCovered: () => boolean
  /** Runs the function after a pause. */
  readonly after: (run: () => void) => void
}

/** Parts of the screen that show records of their own. */
type Watcher = 'inspector' | 'full-view' | 'focus'

/** Connects the view store to the library. */
export class ViewLoader {
  readonly #ports: ViewLoaderPorts
  /** Incremented with each `open`; the result of an older one is dropped. */
  #opening = 0
  /** The query of the newest `open`, shown by title and chips while the grid may still show another one. */
  #asked: ImageQuery | null = null
  #seen = { first: 0, last: -1 }
  /** Records shown outside the grid, by the part that shows them. */
  readonly #watched = new Map<Watcher, Uint32Array>()
  #isChecking = false
  #isCheckDue = false
  /** Revision of the newest change of the order; 0 once a check covers it. */
  #changedAt = 0
  /** Whether records left the library since the order was last compared. */
  #hasRemovals = false

  constructor(ports: ViewLoaderPorts) {
    this.#ports = ports
  }

  /** Opens the query when the screen mounts, possibly again: changes in between were missed. */
  async start(query: ImageQuery): Promise<void> {
    this.#ports.store.getState().rows.expire(null)
    await this.open(query)
  }

  /** Shows the result of a query. A newer call replaces one that is still pending. */
  async open(query: ImageQuery): Promise<void> {
    const { store, openView } = this.#ports
    this.#opening += 1
    const opening = this.#opening
    this.#asked = query
    store.setState({ isOpening: true })
    const answer = await openView(query)
    if (opening !== this.#opening) return
    if (!answer.ok) return store.setState({ isOpening: false, failure: answer.failure })
    const shown = indexed(answer.value, query)
    // Loaded with the rows of its first screen, so that it is drawn once.
    await this.#readRows(shown.order.numbers.subarray(0, this.#seen.last - this.#seen.first + 1))
    if (opening !== this.#opening) return
    store.setState({ continueAt: answer.value.continueAt })
    this.#show(shown)
    this.#checkAgainIfOlder(answer.value)
  }

  /** Sets the positions of the order on screen or near it (inclusive). */
  setVisible(first: number, last: number): void {
    void this.loadVisible(first, last)
  }

  /** Does the same; settles when their rows are in the store. */
  loadVisible(first: number, last: number): Promise<void> {
    this.#seen = { first, last }
    return this.#read()
  }

  /** Returns whether the row of every record at these positions (inclusive) is in the store. */
  hasRows(first: number, last: number): boolean {
    const { rows, shown } = this.#ports.store.getState()
    return shown?.order.numbers.subarray(first, last + 1).every((record) => rows.get(record) !== undefined) ?? false
  }

  /** Sets the records that a part of the screen shows outside the grid, in place of its earlier ones. */
  watch(watcher: Watcher, records: Uint32Array): void {
    this.#watched.set(watcher, records)
    void this.#read()
  }

  /** Reads changed rows on screen again; `null` reads all of them. Settles when the rows are in the store. */
  async reread(records: Uint32Array | null): Promise<void> {
    this.#ports.store.getState().rows.expire(records)
    await this.#read()
  }

  onLibraryChanged(change: LibraryChange): void {
    void this.reread(change.records)
    if (!this.#mayDiffer(change)) return
    this.#changedAt = Math.max(this.#changedAt, change.revision)
    this.#hasRemovals ||= change.removed > 0
    this.#checkSoon()
  }

  /**
   * Returns whether the order may differ: records came or went, marks changed in a view of marks, or nothing is shown
   * yet.
   */
  #mayDiffer({ added, removed, records }: LibraryChange): boolean {
    if (added > 0 || removed > 0) return true
    const isEmpty = shownOrder(this.#ports.store.getState()).numbers.length === 0
    return (isEmpty || followsMarks(this.#asked)) && records?.length !== 0
  }

  /** Removes records deleted here from the screen immediately. */
  drop(records: Uint32Array): void {
    const { store } = this.#ports
    const { shown } = store.getState()
    if (shown === null) return
    const order = without(shown.order, records)
    if (order !== shown.order) store.setState({ shown: { ...shown, order } })
  }

  /** Runs the last opened query again and shows the result immediately, with everything made or restored here. */
  async refresh(): Promise<void> {
    if (this.#asked !== null) await this.open(this.#asked)
  }

  /** Checks a view that was still filling once more after reading ends, because it is complete from then on. */
  onReadingEnded(): void {
    if (this.#ports.store.getState().shown?.isFilling === true) this.#checkSoon()
  }

  /** Refreshes a view whose images leave it when the grid is visible again. */
  async onUncovered(): Promise<void> {
    if (followsMarks(this.#asked) || losesViewed(this.#asked)) await this.refresh()
  }

  #checkSoon(): void {
    if (this.#isCheckDue) return
    this.#isCheckDue = true
    this.#ports.after(() => {
      this.#isCheckDue = false
      void this.#check()
    })
  }

  /** Shows the arrivals. */
  takeArrivals(): void {
    const { arrivals } = this.#ports.store.getState()
    if (arrivals !== null) this.#show(arrivals.shown)
  }

  /** Runs the query on screen again, and shows its result or keeps it as arrivals. */
  async #check(): Promise<void> {
    const { store, openView } = this.#ports
    const { shown } = store.getState()
    if (shown === null) return
    if (this.#isChecking) return this.#checkSoon()
    this.#isChecking = true
    const opening = this.#opening
    const answer = await openView(shown.query)
    this.#isChecking = false
    // Another query may be on screen by now, whose opening began before this check.
    const isReplaced = () => opening !== this.#opening || store.getState().shown?.query !== shown.query
    if (!answer.ok || isReplaced()) return
    const newer = indexed(answer.value, shown.query)
    const gone = await this.#goneSince(newer)
    if (!isReplaced()) {
      this.drop(gone)
      this.#compare(newer)
    }
    this.#checkAgainIfOlder(answer.value)
  }

  /** Shows the newer result if it shifts nothing on screen, else keeps it as arrivals. */
  #compare(newer: ShownView): void {
    const { store, isCovered } = this.#ports
    const { shown } = store.getState()
    if (shown === null) return
    const numbers = arrivedRecords(shown.order, newer.order)
    const isUnstable =
      shown.isFilling || shown.order.numbers.length === 0 || (followsMarks(shown.query) && !isCovered())
    // Otherwise the image on screen would be replaced as soon as it is viewed.
    const isHeld = losesViewed(shown.query) && isCovered()
    const isShownNow = !isHeld && (isUnstable || isSameOrder(shown.order, newer.order))
    if (isShownNow) this.#show(newer)
    else store.setState({ arrivals: numbers.length === 0 ? null : { shown: newer, numbers } })
  }

  /** Returns the shown records that left the library; those that only no longer match stay. */
  async #goneSince(newer: ShownView): Promise<Uint32Array> {
    const { shown } = this.#ports.store.getState()
    if (shown === null || followsMarks(shown.query) || !this.#hasRemovals) return new Uint32Array(0)
    this.#hasRemovals = false
    const missing = missingFrom(shown.order, newer.order)
    const answers = await Promise.all(inPieces(missing).map(this.#ports.getImages))
    // Records whose read failed are checked with the next change.
    this.#hasRemovals ||= answers.some((answer) => !answer.ok)
    return goneOf(missing, answers)
  }

  /** Checks again if a change came during the read, because nothing else would. Only once, so that it cannot loop. */
  #checkAgainIfOlder({ revision }: OpenedView): void {
    if (revision >= this.#changedAt) return
    this.#changedAt = 0
    void this.#check()
  }

  #show(shown: ShownView): void {
    this.#ports.store.setState({ shown, arrivals: null, isOpening: false, failure: null })
    void this.#read()
  }

  /** Reads the rows on screen. Positions seen during a read are read after it, and only the last ones. */
  readonly #read = oneAtATime(() => {
    const { shown } = this.#ports.store.getState()
    const watched = [...this.#watched.values()].flatMap((records) => [...records])
    const inGrid = shown?.order.numbers.subarray(this.#seen.first, this.#seen.last + 1) ?? []
    return this.#readRows(Uint32Array.from(new Set([...inGrid, ...watched])))
  })

  /** Reads missing and outdated rows, and stores them in one step. */
  async #readRows(records: Uint32Array): Promise<void> {
    const { store, getImages } = this.#ports
    const { rows } = store.getState()
    const needed = rows.missing(records)
    if (needed.length === 0) return
    const { moment } = rows
    const answers = await Promise.all(inPieces(needed).map(getImages))
    const read = answers.flatMap((answer) => (answer.ok ? answer.value : []))
    if (rows.put(read, moment)) store.setState((now) => ({ rowsRevision: now.rowsRevision + 1 }))
  }
}

function indexed(opened: OpenedView, query: ImageQuery): ShownView {
  const { view, isFilling, needs = [] } = opened
  return { view, query, order: indexOrder(opened.numbers), isFilling, needs }
}

/** Splits a list into calls that the gate accepts. */
function inPieces(records: Uint32Array): Uint32Array[] {
  const pieces: Uint32Array[] = []
  for (let at = 0; at < records.length; at += MAX_ROWS_PER_CALL) pieces.push(records.slice(at, at + MAX_ROWS_PER_CALL))
  return pieces
}
