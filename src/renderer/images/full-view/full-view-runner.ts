/** Commands of the full view, done: one entry for each. Rules are plain functions; this reads and writes the stores. */
import type { RecordNumber } from '../../../shared/image.ts'
import { fullViewCopy } from '../../copy/full-view.ts'
import { showToast } from '../../ui/toast.tsx'
import type { FavoriteCommands } from '../commands/favorite.ts'
import { toggleSticky } from '../selection/selection.ts'
import { useSelection } from '../selection/selection-store.ts'
import { shownOrder, useView } from '../view/view-store.ts'
import type { FullViewCommand } from './full-view-keys.ts'
import { changeZoom, closeFullView, openFullView, toggleReview, useFullView } from './full-view-store.ts'
import { stepTo } from './neighbors.ts'
import type { Step } from './neighbors.ts'
import { FIT, stepZoom, toggleWhole } from './zoom.ts'

export type RunFullView = (command: FullViewCommand) => void

export function createFullViewRunner(favorites: Pick<FavoriteCommands, 'set'>): RunFullView {
  const runs: Readonly<Record<FullViewCommand, (record: RecordNumber) => void>> = {
    previous: (record) => void go(record, 'previous'),
    next: (record) => void go(record, 'next'),
    first: (record) => void go(record, 'first'),
    last: (record) => void go(record, 'last'),
    close: closeFullView,
    'toggle-whole': () =>
      changeZoom((zoom, frame) => toggleWhole(zoom, frame, useFullView.getState().pointer ?? undefined)),
    'zoom-in': () => changeZoom((zoom, frame) => stepZoom(zoom, frame, { direction: 'in' })),
    'zoom-out': () => changeZoom((zoom, frame) => stepZoom(zoom, frame, { direction: 'out' })),
    fit: () => changeZoom(() => FIT),
    'toggle-review': toggleReview,
    'toggle-selected': (record) => useSelection.getState().change((from) => toggleSticky(from, record)),
    'star-and-next': (record) => {
      void favorites.set(true, record)
      if (!go(record, 'next')) showToast({ text: fullViewCopy.lastReviewed })
    }
  }
  return (command) => {
    const { record } = useFullView.getState()
    if (record !== null) runs[command](record)
  }
}

/** Shows the image a step leads to, and takes the focus of the grid along; false at the end. */
function go(record: RecordNumber, step: Step): boolean {
  const to = stepTo(shownOrder(useView.getState()), record, step)
  if (to === null) return false
  openFullView(to)
  useSelection.getState().focus(to)
  return true
}
