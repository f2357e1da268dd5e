/** Keeps the images screen up to date with the library, the query, and restored records. */
import type { Bridge } from '../../../shared/bridge.ts'
import { EMPTY_QUERY } from '../../../shared/query.ts'
import type { SyncStatus } from '../../../shared/sync-status.ts'
import { isInText } from '../../commands/keyboard.ts'
import { useUndo } from '../../commands/undo-commands.ts'
import { useFacets } from '../../stores/facet-store.ts'
import { countFilters, useQuery } from '../../stores/query-store.ts'
import { useSync } from '../../stores/sync-store.ts'
import { positionOf } from '../selection/records.ts'
import { changeSelection, focusRecord, removeRecords, startingAt, useSelection } from '../selection/selection.ts'
import type { TargetDescriber } from '../selection/summary-store.ts'
import { firstShown, followsMarks } from '../view/arrivals.ts'
import { isFullViewOpen, openFullView, useFullView } from '../view/full-view-store.ts'
import type { ViewLoader } from '../view/view-loader.ts'
import { shownOrder, type ShownView, useView } from '../view/view-store.ts'
import { focusAfterChange } from './gestures.ts'
import type { Review } from './review.ts'
import type { ScreenParts } from './screen-parts.ts'

interface FollowParts {
  readonly loader: ViewLoader
  readonly describer: TargetDescriber
  readonly review: Review
  readonly parts: ScreenParts
}

/** Follows them until the returned function is called. */
export function followLibrary(bridge: Bridge, { loader, describer, review, parts }: FollowParts): () => void {
  const subscriptions = [
    bridge.subscribe.libraryChanged((change) => {
      loader.onLibraryChanged(change)
      describer.onLibraryChanged()
    }),
    useQuery.subscribe((now, before) => {
      if (now.query !== before.query) void loader.open(now.query)
    }),
    useSync.subscribe((now, before) => {
      if (hasReadingEnded(now.status, before.status)) loader.onReadingEnded()
    }),
    useSelection.subscribe((now, before) => {
      if (now.selection.members !== before.selection.members) describer.onTargetChanged()
    }),
    useView.subscribe((now, before) => {
      if (now.shown === before.shown) return
      shareCount(now.shown)
      keepFocusInView(before.shown, now.shown)
      describer.onTargetChanged()
    }),
    useFullView.subscribe((now, before) => {
      // A view of images not viewed yet is read again without those viewed just now.
      if (now.record === null && before.record !== null) void review.saved().then(() => loader.onUncovered())
    }),
    review.follow(),
    useUndo.subscribe((now, before) => {
      if (now.restored !== null && now.restored !== before.restored)
        void showRestored(now.restored.records, { loader, parts })
    })
  ]
  void loader.start(useQuery.getState().query)
  return () => {
    subscriptions.forEach((end) => end())
    shareCount(null)
  }
}

/** Passes the count of the grid to the sidebar for a view of marks, so that both show the same number. */
function shareCount(shown: ShownView | null): void {
  const { mark } = shown?.query ?? EMPTY_QUERY
  if (shown === null || !followsMarks(shown.query) || countFilters(shown.query) > 1)
    return useFacets.setState({ gridCount: null })
  const total = mark === 'waiting' ? 'waiting' : 'needsAttention'
  useFacets.setState({ gridCount: { total, count: shown.order.numbers.length } })
}

/** Returns whether a pass has ended since the previous status. The window may have missed that it was running. */
function hasReadingEnded(now: SyncStatus | null, before: SyncStatus | null): boolean {
  if (now === null || now.images.reading !== null) return false
  return before === null || before.images.reading !== null || before.images.completeAsOf !== now.images.completeAsOf
}

/**
 * Keeps the focus on its record while the view shows it, else moves it to the next one. In another order a range starts
 * at the focused record, because the previous anchor moved.
 */
function keepFocusInView(before: ShownView | null, now: ShownView | null): void {
  const { active } = useSelection.getState()
  const order = shownOrder(useView.getState())
  const isSameQuery = before?.query === now?.query
  const next = focusAfterChange(active, { before: isSameQuery ? (before?.order ?? null) : null, now: order })
  if (!isSameQuery) changeSelection((from) => startingAt(from, next === active ? active : null))
  if (next !== active) focusRecord(next)
}

/** Removes deleted images from the screen and the selection immediately; the Pending view keeps them as pending. */
export function dropDeleted(loader: ViewLoader, records: Uint32Array): void {
  changeSelection((from) => removeRecords(from, records))
  if (useView.getState().shown?.query.mark === 'waiting') void loader.refresh()
  else loader.drop(records)
}

/** Focuses restored records that are in view; a view that lacks some of them is read again first. */
async function showRestored(
  records: Uint32Array,
  { loader, parts }: Pick<FollowParts, 'loader' | 'parts'>
): Promise<void> {
  const order = shownOrder(useView.getState())
  if (records.some((record) => positionOf(order, record) < 0)) await loader.refresh()
  await loader.reread(records)
  const first = firstShown(records, shownOrder(useView.getState()))
  if (first === null) return
  if (isFullViewOpen()) {
    openFullView(first)
    focusRecord(first)
  } else useSelection.setState({ reveal: { record: first, focusesIfSeen: true } })
  // The pressed Undo button disappears with its toast; a text field keeps the focus.
  if (!isInText(document.activeElement)) parts.focusGrid()
}
