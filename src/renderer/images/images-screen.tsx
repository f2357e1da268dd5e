import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { bridge } from '../bridge.ts'
import { imagesCopy, statusSelected } from '../copy/images.ts'
import { AppFrame } from '../frame/app-frame.tsx'
import { useInspectorPanel } from '../frame/use-inspector-panel.ts'
import { useLasting } from '../frame/use-lasting.ts'
import { useCommandFailure } from '../stores/command-failure-store.ts'
import { ActionBar } from './bar/action-bar.tsx'
import { DeleteDialog } from './commands/delete-dialog.tsx'
import { RenamePanel } from './commands/rename-panel.tsx'
import { TileMenu } from './commands/tile-menu.tsx'
import { ControlContext } from './control-context.ts'
import { EmptyState } from './empty/empty-state.tsx'
import { FullView } from './full-view/full-view.tsx'
import { useFullView } from './full-view/full-view-store.ts'
import { useAskedRecord } from './full-view/use-asked-record.ts'
import { ArrivalsPill } from './grid/arrivals-pill.tsx'
import { ImageGrid } from './grid/image-grid.tsx'
import { ImagesHead } from './head/images-head.tsx'
import { createImagesControl } from './images-control.ts'
import { ImagesInspector } from './inspector/images-inspector.tsx'
import { countIn } from './selection/record-set.ts'
import { useSelection } from './selection/selection-store.ts'
import { ImagesToolbar } from './toolbar/images-toolbar.tsx'
import { useCountedUntil } from './use-counted-until.ts'
import { useImageKeys } from './use-image-keys.ts'
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
