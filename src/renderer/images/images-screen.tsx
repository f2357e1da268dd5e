import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { bridge } from '../bridge.ts'
import { imagesCopy, newImages, statusSelected } from '../copy/images.ts'
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
import { useAskedRecord } from './full-view/use-full-view.ts'
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

/** The library as a grid: find, look, select, favorite. */
export function ImagesScreen() {
  const [control] = useState(() => createImagesControl(bridge, (failure) => useCommandFailure.setState({ failure })))
  const panel = useInspectorPanel()
  const isFullView = useFullView((state) => state.record !== null)
  useEffect(() => control.start(), [control])
  useEffect(() => {
    control.parts.register('toggleInfo', () => panel.setOpen(!panel.isOpen))
    return () => control.parts.register('toggleInfo', null)
  }, [control, panel])
  useAskedRecord()
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

/** The grid with what floats over it, or what stands in its place. */
function GridRegion() {
  const newest = useView((state) => state.shown)
  // Another view is drawn in slices: a frame that answers a key goes before it.
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

/** Answers quicker than this need no sign of waiting. */
const SHOWS_AFTER_MS = 200

/** One thin line over the grid while a view is being read. */
function OpeningLine() {
  const isOpening = useView((state) => state.isOpening)
  const hasLasted = useLasting(isOpening ? 'opening' : null, SHOWS_AFTER_MS)
  if (!isOpening || !hasLasted) return null
  return <div className={styles.opening} role="progressbar" aria-label={imagesCopy.opening} />
}

function SelectedStatus() {
  const members = useSelection((state) => state.selection.members)
  const order = useView(shownOrder)
  const inView = useMemo(() => countIn(members, order.numbers), [members, order])
  if (members.size === 0) return null
  const numbers = { size: members.size, shown: order.numbers.length, inView }
  return <span className={styles.status}>{statusSelected(numbers)}</span>
}

/** What is still to be drawn counts as work of the window. */
function useCountedUntil(isDrawn: boolean): void {
  useLayoutEffect(() => {
    if (isDrawn) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    void counted(promise)
    return resolve
  }, [isDrawn])
}

/** "12 new" over the grid: records that match and wait to be let in. */
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
    <Button look="box" size="small" icon="plus" className={styles.pill} onClick={take}>
      {newImages(arrivals.numbers.length)}
    </Button>
  )
}
