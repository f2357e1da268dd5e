import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { bridge } from '../bridge.ts'
import { copy } from '../../copy/language.ts'
import { AppFrame, useInspectorPanel } from '../frame/app-frame.tsx'
import { useLasting } from '../frame/use-window.ts'
import { counted } from '../pending-work.ts'
import { useCommandFailure } from '../stores/window-store.ts'
import { Button } from '../ui/button.tsx'
import { ControlContext, createImagesControl, useControl } from './commands/control.ts'
import { DeleteDialog } from './commands/delete-dialog.tsx'
import { TileMenu } from './commands/menus.tsx'
import { RenamePanel } from './commands/rename-panel.tsx'
import { useImageKeys } from './commands/use-image-keys.ts'
import { FullView } from './full-view/full-view.tsx'
import { useRequestedRecord } from './full-view/use-full-view.ts'
import { ImageGrid } from './grid/image-grid.tsx'
import { EmptyState } from './head/empty-state.tsx'
import { ImagesHead } from './head/images-head.tsx'
import { ImagesToolbar } from './head/images-toolbar.tsx'
import { ActionBar } from './head/selection-bars.tsx'
import { ImagesInspector } from './inspector/images-inspector.tsx'
import { countIn } from './selection/records.ts'
import { useSelection } from './selection/selection.ts'
import { useFullView } from './view/full-view-store.ts'
import { shownOrder, useView } from './view/view-store.ts'
import styles from './images-screen.module.css'

/** The library as a grid: find, view, select, favorite. */
export function ImagesScreen() {
  const [control] = useState(() => createImagesControl(bridge, (failure) => useCommandFailure.setState({ failure })))
  const panel = useInspectorPanel()
  const isFullView = useFullView((state) => state.record !== null)
  useEffect(() => control.start(), [control])
  useEffect(() => {
    control.parts.register('toggleInfo', () => panel.setOpen(!panel.isOpen))
    return () => control.parts.register('toggleInfo', null)
  }, [control, panel])
  useRequestedRecord()
  useImageKeys(control)
  return (
    <ControlContext value={control}>
      <AppFrame
        toolbar={<ImagesToolbar panel={panel} />}
        head={<ImagesHead />}
        main={<GridRegion />}
        inspector={panel.isOpen && <ImagesInspector panel={panel} />}
        cover={isFullView && <FullView panel={panel} />}
        statusEnd={<SelectedStatus />}
      />
      <RenamePanel />
      <DeleteDialog />
    </ControlContext>
  )
}

/** The grid with the controls over it, or the screen that replaces it. */
function GridRegion() {
  const newest = useView((state) => state.shown)
  // A new view is rendered in interruptible slices, so that the frame for a key press comes first.
  const shown = useDeferredValue(newest)
  useCountedUntil(shown === newest)
  const hasFailed = useView((state) => state.failure !== null)
  const isEmpty = shown === null || shown.order.numbers.length === 0
  return (
    <>
      {shown !== null && !isEmpty && (
        <TileMenu>
          <ImageGrid shown={shown} />
        </TileMenu>
      )}
      {(hasFailed || (shown !== null && isEmpty)) && <EmptyState />}
      <OpeningLine />
      {!isEmpty && <ArrivalsPill />}
      <ActionBar />
    </>
  )
}

/** A view that opens faster than this needs no progress bar. */
const SHOWS_AFTER_MS = 200

/** A thin progress bar over the grid while a view is being read. */
function OpeningLine() {
  const isOpening = useView((state) => state.isOpening)
  const hasLasted = useLasting(isOpening ? 'opening' : null, SHOWS_AFTER_MS)
  if (!isOpening || !hasLasted) return null
  return <div className={styles.opening} role="progressbar" aria-label={copy.images.opening} />
}

function SelectedStatus() {
  const members = useSelection((state) => state.selection.members)
  const order = useView(shownOrder)
  const inView = useMemo(() => countIn(members, order.numbers), [members, order])
  if (members.size === 0) return null
  const numbers = { size: members.size, shown: order.numbers.length, inView }
  return <span className={styles.status}>{copy.selection.inStatus(numbers)}</span>
}

/** Counts rendering as pending work of the window until the newest view is drawn. */
function useCountedUntil(isDrawn: boolean): void {
  useLayoutEffect(() => {
    if (isDrawn) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    void counted(promise)
    return resolve
  }, [isDrawn])
}

/** “12 new” over the grid: matching records that arrived and are not shown yet. */
function ArrivalsPill() {
  const { loader, parts } = useControl()
  const arrivals = useView((state) => state.arrivals)
  if (arrivals === null) return null
  const take = () => {
    loader.takeArrivals()
    parts.focusGrid()
    const [record] = arrivals.numbers
    if (record !== undefined) useSelection.setState({ reveal: { record } })
  }
  return (
    <Button variant="box" size="small" icon="plus" className={styles.pill} onClick={take}>
      {copy.images.arrived(arrivals.numbers.length)}
    </Button>
  )
}
