import { useEffect } from 'react'
import { formatCount } from '../../../copy/format.ts'
import { toStar } from '../../../copy/images.ts'
import { copy } from '../../../copy/language.ts'
import { valueLabel } from '../../../copy/names.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import type { TargetSummary } from '../../../shared/query.ts'
import { estimateMs } from '../../../shared/sync-status.ts'
import { bridge } from '../../bridge.ts'
import { InspectorBody, type InspectorPanel } from '../../frame/app-frame.tsx'
import { useNow } from '../../frame/use-window.ts'
import { useSendTime, useSync } from '../../stores/sync-store.ts'
import { useControl } from '../commands/control.ts'
import { TilePicture, usePictureEdge, usePreview } from '../grid/preview.tsx'
import { listRecords } from '../selection/records.ts'
import { useSelection } from '../selection/selection.ts'
import { useSummary } from '../selection/summary-store.ts'
import { useFullView } from '../view/full-view-store.ts'
import { useView } from '../view/view-store.ts'
import { ImagePanel } from './image-panel.tsx'
import { resolutionShares } from './inspector-rules.ts'
import styles from './inspector.module.css'
import { details, Fact } from './state-part.tsx'

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

/** Edge of a picture in the mosaic, CSS px. */
const EDGE = 129

/** Several images: their number, four previews, the effect of favoriting them, and their resolutions. */
function SelectionPanel({ size }: { readonly size: number }) {
  const summary = useSummary((state) => state.summary)
  return (
    <>
      <h2 className={styles.title} aria-live="polite">
        {copy.inspector.selected(size)}
      </h2>
      {summary && (
        <>
          <Mosaic records={summary.sample} />
          {summary.favorites > 0 && (
            <Fact icon="star" text={copy.inspector.alreadyFavorites(summary.favorites)} isGold />
          )}
          <FavoriteEstimate count={summary.notFavorites} />
          <Resolutions summary={summary} />
          <NotConfirmed summary={summary} />
        </>
      )}
    </>
  )
}

function Mosaic({ records }: { readonly records: readonly RecordNumber[] }) {
  if (records.length === 0) return null
  return (
    <div className={styles.mosaic} data-count={records.length}>
      {records.map((record) => (
        <MosaicPicture key={record} record={record} />
      ))}
    </div>
  )
}

function MosaicPicture({ record }: { readonly record: RecordNumber }) {
  const stamp = useView((state) => state.rows.get(record)?.picture ?? null)
  const preview = usePreview(record, stamp, usePictureEdge(EDGE))
  return (
    <div className={styles.mosaicPicture}>
      <TilePicture preview={preview} prompt={null} showsText={false} retry={null} />
    </div>
  )
}

/** The number of images to favorite, and the time this takes at the current request rate. */
function FavoriteEstimate({ count }: { readonly count: number }) {
  const limitPerMinute = useSync((state) => state.status?.limitPerMinute ?? null)
  const pacePerMinute = useSync((state) => state.status?.pacePerMinute ?? null)
  const isSending = useSendTime('images') === 'now'
  const now = useNow()
  if (count === 0) return null
  const estimate = isSending ? estimateMs(count, { limitPerMinute, pacePerMinute }) : null
  return <Fact icon="star" text={toStar(count, estimate, now)} />
}

function Resolutions({ summary }: { readonly summary: TargetSummary }) {
  return (
    <>
      <h3 className={styles.heading}>{copy.facets.resolution.label}</h3>
      <ul className={styles.bars}>
        {resolutionShares(summary.resolutions, summary.size).map(({ value, count, share }) => (
          <li key={value}>
            <span>{valueLabel('resolution', value)}</span>
            <span>{formatCount(count)}</span>
            <i className={styles.track}>
              <i style={{ inlineSize: `${share * 100}%` }} />
            </i>
          </li>
        ))}
      </ul>
    </>
  )
}

function NotConfirmed({ summary: { waiting, needsAttention } }: { readonly summary: TargetSummary }) {
  if (waiting === 0 && needsAttention === 0) return null
  return (
    <>
      <h3 className={styles.heading}>{copy.inspector.notConfirmed}</h3>
      {waiting > 0 && <Fact icon="dot" text={copy.inspector.somePending(waiting)} />}
      {needsAttention > 0 && <Fact icon="triangle" text={copy.counted.needAttention(needsAttention)} isWarning />}
    </>
  )
}
