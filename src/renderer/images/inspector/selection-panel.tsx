import { formatCount } from '../../../copy/format.ts'
import { toStar } from '../../../copy/images.ts'
import { copy } from '../../../copy/language.ts'
import { valueLabel } from '../../../copy/names.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import type { TargetSummary } from '../../../shared/query.ts'
import { estimateMs } from '../../../shared/sync-status.ts'
import { useNow } from '../../frame/use-window.ts'
import { useSendTime, useSync } from '../../stores/sync-store.ts'
import { TilePicture, usePictureEdge, usePreview } from '../grid/preview.tsx'
import { useSummary } from '../selection/summary-store.ts'
import { useView } from '../view/view-store.ts'
import { resolutionShares } from './inspector-rules.ts'
import styles from './inspector.module.css'
import { Fact } from './state-part.tsx'

/** Edge of a picture in the mosaic, CSS px. */
const EDGE = 129

/** Several images: their number, four previews, the effect of favoriting them, and their resolutions. */
export function SelectionPanel({ size }: { readonly size: number }) {
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
