/**
 * What the parts of the images screen call: every key, click and button leads here. Connects the stores to the bridge;
 * the rules are pure functions in other files.
 */
import { createContext, use } from 'react'
import type { BatchReceipt } from '../../../shared/batch.ts'
import type { Bridge } from '../../../shared/bridge.ts'
import type { Failure } from '../../../shared/failure.ts'
import { showDeletingToast, undoOffer } from '../../commands/undo-commands.ts'
import { removedHere } from '../../../copy/commands.ts'
import { favoriteDone } from '../../../copy/images.ts'
import { copy } from '../../../copy/language.ts'
import { callAfter } from '../../pending-work.ts'
import { showToast } from '../../ui/toast.tsx'
import { addRecords, anchoredAt, changeSelection, focusRecord, useSelection } from '../selection/selection.ts'
import { TargetDescriber, useSummary } from '../selection/summary-store.ts'
import { createTargets, type Targets } from '../selection/targets.ts'
import { isFullViewOpen } from '../view/full-view-store.ts'
import { ViewLoader } from '../view/view-loader.ts'
import { shownOrder, useView } from '../view/view-store.ts'
import { confirmDelete, createDeleteCommand, type DeleteDone } from './delete.ts'
import { createFavoriteCommands, type FavoriteOutcome } from './favorite.ts'
import { dropDeleted, followLibrary } from './follow-library.ts'
import { selectionAfterClick, selectionAfterEmptyClick, type TileClick } from './gestures.ts'
import { createRenameCommand } from './rename.ts'
import { createReview } from './review.ts'
import { createRunner } from './run-command.ts'
import { createScreenParts } from './screen-parts.ts'
import { createTargetCommands, obstacleText } from './target-commands.ts'

export type ImagesControl = ReturnType<typeof createImagesControl>

/** Delay between a change and the check for arrivals, so that a burst causes one check. */
const ARRIVALS_PAUSE_MS = 300

/** Creates the control of the images screen. `onFailure` receives the failures of commands. */
export function createImagesControl(bridge: Bridge, onFailure: (failure: Failure) => void) {
  const loader = createLoader(bridge)
  const parts = createScreenParts()
  const targets = createTargets({
    freezeSelection: (view) => bridge.freezeSelection({ view }),
    selection: () => useSelection.getState().selection,
    active: () => useSelection.getState().active,
    order: () => shownOrder(useView.getState())
  })
  const commands = createCommands(bridge, { loader, targets, onFailure })
  const review = createReview(bridge)
  const runOnTarget = createTargetCommands({ ...commands, bridge, onFailure })
  const describer = createDescriber(bridge, targets)

  return {
    loader,
    favorites: commands.favorites,
    rename: commands.rename,
    review,
    parts,
    /** Follows the library and the query; returns the function that stops it. */
    start: () => followLibrary(bridge, { loader, describer, review, parts }),
    run: createRunner({ runOnTarget, targets, parts }),
    clickTile,
    clickEmpty: (): void => changeSelection(selectionAfterEmptyClick),
    /** Adds arrivals to the view and to the selection. */
    addArrivals: () => addArrivals(loader)
  }
}

interface CommandParts {
  readonly loader: ViewLoader
  readonly targets: Targets
  readonly onFailure: (failure: Failure) => void
}

function createCommands(bridge: Bridge, { loader, targets, onFailure }: CommandParts) {
  const shownRow = (record: number) => useView.getState().rows.get(record)
  const reread = (records: Uint32Array) => loader.reread(records)
  return {
    favorites: createFavoriteCommands({
      setFavorite: (args) => bridge.setFavorite(args),
      chosen: targets.current,
      shownFavorite: (record) => shownRow(record)?.favorite,
      reread,
      onDone: showFavoritesToast,
      onFailure
    }),
    rename: createRenameCommand({
      renameImage: (args) => bridge.renameImage(args),
      shownName: (record) => shownRow(record)?.name,
      reread,
      onDone: showRenamedToast
    }),
    remove: createDeleteCommand({
      chosen: targets.current,
      shownRow,
      describe: (target) => bridge.describeTarget({ target, view: null }),
      ask: confirmDelete,
      deleteImages: (args) => bridge.deleteImages(args),
      onDone: (done) => {
        dropDeleted(loader, done.changed)
        showDeletedToast(done)
      },
      onRefused: showRefusedToast,
      onFailure
    })
  }
}

function createLoader(bridge: Bridge): ViewLoader {
  return new ViewLoader({
    store: useView,
    openView: (query) => bridge.openView({ query }),
    getImages: (records) => bridge.getImages({ records }),
    isCovered: isFullViewOpen,
    after: (run) => callAfter(run, ARRIVALS_PAUSE_MS)
  })
}

function createDescriber(bridge: Bridge, targets: Targets): TargetDescriber {
  return new TargetDescriber({
    target: async () =>
      useSelection.getState().selection.members.size === 0 ? null : ((await targets.current())?.target ?? null),
    describe: (target) => bridge.describeTarget({ target, view: useView.getState().shown?.view ?? null }),
    onSummary: (summary) => useSummary.setState({ summary }),
    after: callAfter,
    now: () => performance.now()
  })
}

function clickTile(click: TileClick): void {
  const { active } = useSelection.getState()
  changeSelection((from) => {
    // Without an anchor a range is the record alone, never everything from the first record.
    const order = shownOrder(useView.getState())
    const anchored = from.anchor === null ? from : anchoredAt(from, active, order)
    return selectionAfterClick(anchored, click, order)
  })
  focusRecord(click.record)
}

function addArrivals(loader: ViewLoader): void {
  const { arrivals } = useView.getState()
  if (arrivals === null) return
  loader.takeArrivals()
  changeSelection((from) => addRecords(from, arrivals.numbers))
}

export const ControlContext = createContext<ImagesControl | null>(null)

/** Returns the control of the surrounding images screen. */
export function useControl(): ImagesControl {
  const control = use(ControlContext)
  if (control === null) throw new Error('This part belongs inside the images screen.')
  return control
}

// Toasts after commands, with Undo while it is possible.

/** A single favorite needs no toast, because its star shows it. */
function showFavoritesToast({ favorite, size, changed, batch }: FavoriteOutcome): void {
  if (size <= 1) return
  const text = favoriteDone(favorite, { size, changed })
  showToast({ text, ...(changed > 0 && { action: undoOffer([batch]) }) })
}

function showRenamedToast({ batch, name }: { readonly batch: BatchReceipt; readonly name: string }): void {
  showToast({ text: copy.renaming.done(name), action: undoOffer([batch]) })
}

/**
 * A copy that no longer exists is removed without a request, and a record whose deletion was already pending gets no
 * toast.
 */
function showDeletedToast({ batch, changed, name, isDraft }: DeleteDone): void {
  if (isDraft) showToast({ text: copy.deletion.draftDiscarded })
  else if (batch.waiting > 0) showDeletingToast(batch, name)
  else if (changed.length > 0) showToast({ text: removedHere(batch.size, name) })
}

function showRefusedToast(why: 'being-sent' | 'being-deleted'): void {
  showToast({ text: obstacleText()[why] })
}
