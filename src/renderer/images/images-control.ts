/**
 * What the parts of the images screen call: every key, click and button ends in one of these. Joins the stores to the
 * bridge; the rules themselves are plain functions elsewhere.
 */
import type { Bridge } from '../../shared/bridge.ts'
import type { Failure } from '../../shared/failure.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'
import { favoriteDone } from '../copy/images.ts'
import { useQuery } from '../stores/query-store.ts'
import { useSync } from '../stores/sync-store.ts'
import { showToast } from '../ui/toast.tsx'
import { selectionAfterClick, selectionAfterEmptyClick } from './commands/click.ts'
import type { TileClick } from './commands/click.ts'
import { createFavoriteCommands } from './commands/favorite.ts'
import type { FavoriteCommands, FavoriteOutcome } from './commands/favorite.ts'
import { createRunner } from './commands/run-command.ts'
import { createScreenParts } from './commands/screen-parts.ts'
import type { ScreenParts } from './commands/screen-parts.ts'
import type { ImageCommand } from './commands/shortcuts.ts'
import { placeOf } from './selection/record-order.ts'
import { addRecords } from './selection/selection.ts'
import { useSelection } from './selection/selection-store.ts'
import { TargetDescriber, useSummary } from './selection/summary-store.ts'
import { createTargets } from './selection/targets.ts'
import type { Targets } from './selection/targets.ts'
import { ViewLoader } from './view/view-loader.ts'
import { shownOrder, useView } from './view/view-store.ts'

export interface ImagesControl {
  readonly loader: ViewLoader
  readonly favorites: FavoriteCommands
  readonly parts: ScreenParts
  /** Follows the library and the query; returns what ends it. */
  readonly start: () => () => void
  readonly run: (command: ImageCommand) => void
  readonly clickTile: (click: TileClick) => void
  readonly clickEmpty: () => void
  /** Takes arrivals into the view and into the selection. */
  readonly addArrivals: () => void
}

/** Arrivals are looked for this long after a change, so that a burst asks once. */
const ARRIVALS_PAUSE_MS = 300

/** `onFailure` hears of commands that came to nothing. */
export function createImagesControl(bridge: Bridge, onFailure: (failure: Failure) => void): ImagesControl {
  const loader = createLoader(bridge)
  const targets = createTargets({
    freezeSelection: (view) => bridge.freezeSelection({ view }),
    selection: () => useSelection.getState().selection,
    active: () => useSelection.getState().active,
    order: () => shownOrder(useView.getState())
  })
  const favorites = createFavoriteCommands({
    setFavorite: (args) => bridge.setFavorite(args),
    target: targets.current,
    listedTarget: targets.listed,
    shownFavorite: (record) => useView.getState().rows.get(record)?.favorite,
    reread: (records) => loader.reread(records),
    onDone: sayDone,
    onFailure
  })
  const parts = createScreenParts()
  const describer = describerOver(bridge, targets)

  return {
    loader,
    favorites,
    parts,
    start: () => follow(bridge, loader, describer),
    run: createRunner({ favorites, targets, parts }),
    clickTile,
    clickEmpty: () => useSelection.getState().change(selectionAfterEmptyClick),
    addArrivals: () => addArrivals(loader)
  }
}

function createLoader(bridge: Bridge): ViewLoader {
  return new ViewLoader({
    store: useView,
    openView: (query) => bridge.openView({ query }),
    getImages: (records) => bridge.getImages({ records }),
    after: (run) => callAfter(run, ARRIVALS_PAUSE_MS)
  })
}

/** A pass has ended since the status before. The window may have missed that it was ever under way. */
function hasReadingEnded(now: SyncStatus | null, before: SyncStatus | null): boolean {
  if (now === null || now.images.reading !== null) return false
  return before === null || before.images.reading !== null || before.images.completeAsOf !== now.images.completeAsOf
}

function describerOver(bridge: Bridge, targets: Targets): TargetDescriber {
  return new TargetDescriber({
    target: async () => (useSelection.getState().selection.members.size === 0 ? null : targets.current()),
    describe: (target) => bridge.describeTarget({ target, view: useView.getState().shown?.view ?? null }),
    onSummary: (summary) => useSummary.setState({ summary }),
    after: callAfter
  })
}

function follow(bridge: Bridge, loader: ViewLoader, describer: TargetDescriber): () => void {
  const ends = [
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
      keepFocusInView()
      describer.onTargetChanged()
    })
  ]
  void loader.start(useQuery.getState().query)
  return () => ends.forEach((end) => end())
}

/** The focus stays on its record while the view shows it, else goes to the first. */
function keepFocusInView(): void {
  const { active, focus } = useSelection.getState()
  const order = shownOrder(useView.getState())
  if (placeOf(order, active) < 0) focus(order.numbers[0] ?? null)
}

function clickTile(click: TileClick): void {
  const { change, focus } = useSelection.getState()
  change((from) => selectionAfterClick(from, click, shownOrder(useView.getState())))
  focus(click.record)
}

function addArrivals(loader: ViewLoader): void {
  const { arrivals } = useView.getState()
  if (arrivals === null) return
  loader.takeArrivals()
  useSelection.getState().change((from) => addRecords(from, arrivals.numbers))
}

/** One star is its own word; several are said. */
function sayDone({ favorite, size, changed }: FavoriteOutcome): void {
  if (size > 1) showToast({ text: favoriteDone(favorite, { size, changed }) })
}

function callAfter(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
