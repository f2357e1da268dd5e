import type { ImageRow, RecordNumber } from '../../../shared/image.ts'
import { inspectorCopy } from '../../copy/inspector.ts'
import { pictureCopy } from '../../copy/pictures.ts'
import { Button } from '../../ui/button.tsx'
import { useControl } from '../control-context.ts'
import { useFullView } from '../full-view/full-view-store.ts'
import { TilePicture, usePreview } from '../grid/tile-picture.tsx'
import { usePictureEdge } from '../grid/use-picture-edge.ts'
import { retryPicture } from '../use-picture-failure.ts'
import { useView } from '../view/view-store.ts'
import { OtherPart, ResultsPart } from './data-parts.tsx'
import { DescriptionPart } from './description-part.tsx'
import { useDetail } from './detail-store.ts'
import { FactsPart } from './facts-part.tsx'
import { HistoryPart } from './history-part.tsx'
import { NameLine } from './name-line.tsx'
import { StatePart } from './state-part.tsx'
import styles from './image-panel.module.css'

/** Width of the picture in the panel, CSS px. */
const EDGE = 260

/** One image: its row is here at once, the rest of it follows. */
export function ImagePanel({ record }: { readonly record: RecordNumber }) {
  const { run } = useControl()
  const row = useView((state) => state.rows.get(record))
  const detail = useDetail((state) => (state.record === record ? state.detail : null))
  const isFullView = useFullView((state) => state.record !== null)
  if (row === undefined) return null
  return (
    <>
      {!isFullView && <PanelPicture row={row} />}
      <NameLine row={row} isAtCorner={isFullView} />
      {detail && <StatePart detail={detail} />}
      <DescriptionPart row={row} />
      <FactsPart row={row} />
      <Button look="box" className={styles.wide} onClick={() => run({ name: 'use-settings' }, record)}>
        {inspectorCopy.takeSettings}
      </Button>
      <HistoryPart />
      {detail && <ResultsPart detail={detail} />}
      {detail && <OtherPart detail={detail} />}
      <p className={styles.note}>{inspectorCopy.whatChanges}</p>
    </>
  )
}

function PanelPicture({ row: { record, picture } }: { readonly row: ImageRow }) {
  const preview = usePreview(record, picture, usePictureEdge(EDGE))
  const retry = picture !== null && (
    <Button look="box" size="small" onClick={() => void retryPicture(record, picture)}>
      {pictureCopy.retry}
    </Button>
  )
  return (
    <div className={styles.picture}>
      <TilePicture preview={preview} prompt={null} hasWords retry={retry} />
    </div>
  )
}
