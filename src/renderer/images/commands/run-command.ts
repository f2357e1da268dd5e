/**
 * Runs every command of the registry, one entry each. The rules are pure functions; this reads and writes the stores.
 */
import { flushSync } from 'react-dom'
import type { StoreApi } from 'zustand'
import type { RecordNumber } from '../../../shared/image.ts'
import type { ImageQuery } from '../../../shared/query.ts'
import { copy } from '../../../copy/language.ts'
import { setPreferences, usePreferences } from '../../stores/preferences-store.ts'
import { matchesSame, setQuery, useQuery } from '../../stores/query-store.ts'
import { showToast, until } from '../../ui/toast.tsx'
import type { RecordOrder } from '../selection/records.ts'
import {
  changeSelection,
  clearSelection,
  endSticky,
  escapeStep,
  type EscapeStep,
  invertSelection,
  reselect,
  selectAll,
  toggleSticky,
  useSelection
} from '../selection/selection.ts'
import type { Targets } from '../selection/targets.ts'
import { closeFullView } from '../view/full-view-store.ts'
import { layoutGrid, nextTile } from '../view/layout.ts'
import { shownOrder, useView, type ViewState } from '../view/view-store.ts'
import { moveFocus } from './gestures.ts'
import { continueReview } from './review.ts'
import { type ScreenParts, useGridFrame } from './screen-parts.ts'
import { type ImageCommand, isTargetCommand, type PlainCommandName, type TargetCommandName } from './shortcuts.ts'
import type { RunTargetCommand } from './target-commands.ts'

interface RunnerParts {
  readonly runOnTarget: RunTargetCommand
  readonly targets: Targets
  readonly parts: ScreenParts
}

/** Runs a command of the registry. `on`: the record a menu was opened on. */
type RunCommand = (command: ImageCommand, on?: RecordNumber) => void

/** Deselecting fewer records than this shows no toast. */
const TOAST_FROM = 2

export function createRunner({ runOnTarget, targets, parts }: RunnerParts): RunCommand {
  const runs: Readonly<Record<Exclude<PlainCommandName, TargetCommandName>, () => void>> = {
    'toggle-focused': toggleFocused,
    'continue-review': continueReview,
    'select-all': () => selectEverything(targets),
    deselect: clearWithToast,
    reselect: () => changeSelection(reselect),
    invert: () => changeSelection((from) => invertSelection(from, currentOrder())),
    escape: stepBack,
    find: () => {
      // The search field takes the focus only after the full view over the grid is gone.
      flushSync(closeFullView)
      parts.focusSearch()
    },
    larger: () => resizeTiles('larger'),
    smaller: () => resizeTiles('smaller'),
    'toggle-info': parts.toggleInfo,
    'open-menu': parts.openMenu
  }
  const afterOpening = createAfterOpening(useView, () => useQuery.getState().query)
  return (command, on) => {
    afterOpening(() => {
      if (command.name === 'move') move(command)
      else if (isTargetCommand(command.name)) runOnTarget(command.name, on)
      else runs[command.name]()
    })
  }
}

function currentOrder(): RecordOrder {
  return shownOrder(useView.getState())
}

function move(command: Extract<ImageCommand, { name: 'move' }>): void {
  const { selection, active } = useSelection.getState()
  const next = moveFocus({ selection, active }, command, { order: currentOrder(), ...useGridFrame.getState() })
  useSelection.setState({ ...next, reveal: next.active === null ? null : { record: next.active } })
}

function toggleFocused(): void {
  const { active } = useSelection.getState()
  if (active !== null) changeSelection((from) => toggleSticky(from, active))
}

function selectEverything(targets: Targets): void {
  const { shown } = useView.getState()
  if (shown === null || shown.order.numbers.length === 0) return
  targets.freeze(shown.view)
  changeSelection((from) => selectAll(from, shown.order, shown))
}

/** Clears the selection; a toast offers to restore one of several records. */
export function clearWithToast(): void {
  const { selection } = useSelection.getState()
  changeSelection(clearSelection)
  const { size } = selection.members
  if (size < TOAST_FROM) return
  showToast({
    text: copy.selection.deselected(size),
    action: {
      label: copy.images.reselect,
      run: () => changeSelection(reselect),
      watch: until(useSelection, (now) => now.selection.members.size > 0)
    }
  })
}

function stepBack(): void {
  const { selection } = useSelection.getState()
  const steps: Readonly<Record<EscapeStep, () => void>> = {
    'clear-selection': clearWithToast,
    'end-sticky': () => changeSelection(endSticky),
    'leave-search': () => setQuery({ search: '' }),
    nothing: () => {}
  }
  steps[escapeStep(selection, useQuery.getState().query.search !== '')]()
}

function resizeTiles(direction: 'larger' | 'smaller'): void {
  const { preferences } = usePreferences.getState()
  const { width } = useGridFrame.getState()
  const columnsOf = (tile: number): number => layoutGrid({ width, tile, count: 0 }).columns
  setPreferences({ tile: nextTile(preferences.tile, direction, columnsOf) })
}

// Delays commands while the result of a new filter is loading. Title and chips show the new filter immediately, so
// “select all, favorite” at that moment must not act on the records of the old filter, nor on those of a filter chosen
// after it.

/** A command, and the filter in title and chips when it was invoked. */
interface Delayed {
  readonly run: () => void
  readonly query: ImageQuery
}

/**
 * Returns a function that runs commands at once, or in order of the calls when the view has loaded; never if loading
 * failed or another filter replaced it. `asked`: the filter in title and chips.
 */
export function createAfterOpening(
  store: Pick<StoreApi<ViewState>, 'getState' | 'subscribe'>,
  currentQuery: () => ImageQuery
): (run: () => void) => void {
  const delayed: Delayed[] = []

  /** Subscribes only while something is delayed, because this may be discarded long before the store. */
  const listen = (): void => {
    const stop = store.subscribe(({ isOpening, failure, shown }) => {
      if (isOpening) return
      stop()
      const due = delayed.splice(0)
      if (failure !== null || shown === null) return
      for (const { run, query } of due) if (matchesSame(query, shown.query)) run()
    })
  }

  return (run) => {
    if (!store.getState().isOpening) return run()
    if (delayed.length === 0) listen()
    delayed.push({ run, query: currentQuery() })
  }
}
