/**
 * Runs the commands of the full view, one entry each. The rules are pure functions; this reads and writes the stores.
 */
import type { RecordNumber } from '../../../shared/image.ts'
import { copy } from '../../../copy/language.ts'
import { dismissHint } from '../../stores/preferences-store.ts'
import { showToast } from '../../ui/toast.tsx'
import type { FavoriteCommands } from '../commands/favorite.ts'
import type { Review } from '../commands/review.ts'
import { positionOf, type RecordOrder } from '../selection/records.ts'
import { changeSelection, focusRecord, toggleSticky } from '../selection/selection.ts'
import { changeZoom, closeFullView, openFullView, toggleReview, useFullView } from '../view/full-view-store.ts'
import { shownOrder, useView } from '../view/view-store.ts'
import { FIT, stepZoom, toggleWhole } from '../view/zoom.ts'
import type { FullViewCommand } from './full-view-keys.ts'

export type RunFullView = (command: FullViewCommand) => void

export function createFullViewRunner(
  favorites: Pick<FavoriteCommands, 'set'>,
  review: Pick<Review, 'markViewed'>
): RunFullView {
  const runs: Readonly<Record<FullViewCommand, (record: RecordNumber) => void>> = {
    previous: (record) => void go(record, 'previous'),
    next: (record) => void go(record, 'next'),
    first: (record) => void go(record, 'first'),
    last: (record) => void go(record, 'last'),
    close: closeFullView,
    'dismiss-hint': () => dismissHint('review'),
    'toggle-whole': () =>
      changeZoom((zoom, frame) => toggleWhole(zoom, frame, useFullView.getState().pointer ?? undefined)),
    'zoom-in': () => changeZoom((zoom, frame) => stepZoom(zoom, frame, { direction: 'in' })),
    'zoom-out': () => changeZoom((zoom, frame) => stepZoom(zoom, frame, { direction: 'out' })),
    fit: () => changeZoom(() => FIT),
    'toggle-review': toggleReview,
    'toggle-selected': (record) => changeSelection((from) => toggleSticky(from, record)),
    'star-and-next': (record) => {
      void favorites.set(true, record)
      // Decided on, however short it was shown.
      review.markViewed(record)
      if (!go(record, 'next')) showToast({ text: copy.fullView.lastReviewed })
    }
  }
  return (command) => {
    const { record } = useFullView.getState()
    if (record !== null) runs[command](record)
  }
}

/** Shows the image of a step and moves the focus of the grid to it; returns `false` at the end. */
function go(record: RecordNumber, step: Step): boolean {
  const to = stepTo(shownOrder(useView.getState()), record, step)
  if (to === null) return false
  openFullView(to)
  focusRecord(to)
  return true
}

// Which image comes next. Pure.

type Step = 'previous' | 'next' | 'first' | 'last'

/** Returns the record of a step; `null` at the end, and for a record outside the order. */
export function stepTo(order: RecordOrder, record: RecordNumber, step: Step): RecordNumber | null {
  const { numbers } = order
  if (step === 'first') return numbers[0] ?? null
  if (step === 'last') return numbers[numbers.length - 1] ?? null
  const position = positionOf(order, record)
  if (position < 0) return null
  return numbers[step === 'next' ? position + 1 : position - 1] ?? null
}

/** Returns the next and the previous record; the next one first, because it is more likely and is preloaded first. */
export function neighborsOf(order: RecordOrder, record: RecordNumber): readonly RecordNumber[] {
  return [stepTo(order, record, 'next'), stepTo(order, record, 'previous')].filter((found) => found !== null)
}
