import { useEffect } from 'react'
import type { RecordNumber } from '../../../shared/image.ts'
import { bridge } from '../../bridge.ts'
import { copy } from '../../../copy/language.ts'
import { InspectorBody, type InspectorPanel } from '../../frame/app-frame.tsx'
import { useControl } from '../commands/control.ts'
import { listRecords } from '../selection/records.ts'
import { useSelection } from '../selection/selection.ts'
import { useSummary } from '../selection/summary-store.ts'
import { useFullView } from '../view/full-view-store.ts'
import { ImagePanel } from './image-panel.tsx'
import { SelectionPanel } from './selection-panel.tsx'
import { details } from './state-part.tsx'
import styles from './inspector.module.css'

/** The selection, or the one image with the focus. */
export function ImagesInspector({ panel }: { readonly panel: InspectorPanel }) {
  const size = useSelection((state) => state.selection.members.size)
  const chosen = useSelection(({ selection, active }) =>
    selection.members.size === 1 ? (listRecords(selection.members)[0] ?? null) : active
  )
  const opened = useFullView((state) => state.record)
  // In the full view the panel shows the visible image, whatever is selected in the grid.
  const isSeveral = opened === null && size > 1
  const single = opened ?? chosen
  useWatched(single)
  useDetailOf(isSeveral ? null : single)
  return (
    <InspectorBody
      label={copy.images.info}
      closeLabel={copy.images.hideInfo}
      isCloseQuiet
      onClose={() => panel.setOpen(false)}
    >
      {isSeveral && <SelectionPanel size={size} />}
      {!isSeveral && single !== null && <ImagePanel record={single} />}
      {!isSeveral && single === null && <p className={styles.quiet}>{copy.inspector.nothing}</p>}
    </InspectorBody>
  )
}

/** Loads the details of the image in the panel while the panel is open. */
function useDetailOf(record: RecordNumber | null): void {
  useEffect(() => details.show(record), [record])
  useEffect(() => {
    const stop = bridge.subscribe.libraryChanged(details.onLibraryChanged)
    return () => {
      stop()
      details.show(null)
    }
  }, [])
}

/** Keeps the rows shown by the inspector loaded, wherever the grid is scrolled. */
function useWatched(single: number | null): void {
  const { loader } = useControl()
  const sample = useSummary((state) => state.summary?.sample)
  useEffect(() => {
    loader.watch('inspector', Uint32Array.from(single === null ? (sample ?? []) : [single, ...(sample ?? [])]))
  }, [loader, single, sample])
}
