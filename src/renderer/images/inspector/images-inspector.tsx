import { useEffect } from 'react'
import { imagesCopy } from '../../copy/images.ts'
import { inspectorCopy } from '../../copy/inspector.ts'
import type { InspectorPanel } from '../../frame/use-inspector-panel.ts'
import { IconButton } from '../../ui/button.tsx'
import { useControl } from '../control-context.ts'
import { listRecords } from '../selection/record-set.ts'
import { useSelection } from '../selection/selection-store.ts'
import { useSummary } from '../selection/summary-store.ts'
import { ImagePanel } from './image-panel.tsx'
import { SelectionPanel } from './selection-panel.tsx'
import styles from './images-inspector.module.css'

/** What is selected, or the one image with the focus. */
export function ImagesInspector({ panel }: { readonly panel: InspectorPanel }) {
  const size = useSelection((state) => state.selection.members.size)
  const single = useSelection(({ selection, active }) =>
    selection.members.size === 1 ? (listRecords(selection.members)[0] ?? null) : active
  )
  useWatched(single)
  return (
    <div className={styles.inspector} aria-label={imagesCopy.info} role="group">
      <div className={styles.close}>
        <IconButton icon="cross" size="small" label={imagesCopy.hideInfo} onClick={() => panel.setOpen(false)} />
      </div>
      {size > 1 && <SelectionPanel size={size} />}
      {size <= 1 && single !== null && <ImagePanel record={single} />}
      {size <= 1 && single === null && <p className={styles.quiet}>{inspectorCopy.nothing}</p>}
    </div>
  )
}

/** Keeps the rows of what the inspector shows read, wherever the grid is scrolled. */
function useWatched(single: number | null): void {
  const { loader } = useControl()
  const sample = useSummary((state) => state.summary?.sample)
  useEffect(() => {
    loader.watch(Uint32Array.from(single === null ? (sample ?? []) : [single, ...(sample ?? [])]))
  }, [loader, single, sample])
}
