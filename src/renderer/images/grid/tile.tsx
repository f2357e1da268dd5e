import { memo } from 'react'
import type { RecordStage, SyncBadge } from '../../../shared/image.ts'
import type { ImageQuery } from '../../../shared/query.ts'
import { tileMeta, tileSpeech } from '../../../copy/images.ts'
import { copy } from '../../../copy/language.ts'
import { titleOf } from '../../../copy/names.ts'
import { stageText } from '../../../copy/record-changes.ts'
import { useLanguage } from '../../stores/preferences-store.ts'
import { useSendTime } from '../../stores/sync-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { hasRecord } from '../selection/records.ts'
import { useSelection } from '../selection/selection.ts'
import { stillMatches } from '../view/arrivals.ts'
import { useView } from '../view/view-store.ts'
import { TilePicture, usePreview } from './preview.tsx'
import styles from './tile.module.css'

interface TileProps {
  readonly record: number
  readonly place: number
  readonly column: number
  readonly count: number
  /** Edge of the requested picture, device px; rarely changes while the slider moves. */
  readonly pictureEdge: number
  readonly hasLabels: boolean
  /** The query of the view on screen. */
  readonly query: ImageQuery
}

/** Returns the id of the cell at a position, for `aria-activedescendant`. */
export const cellId = (place: number): string => `image-cell-${place}`

/** One image of the grid. The grid handles its clicks, by `data-record` and `data-part`. */
export const Tile = memo(function Tile(props: TileProps) {
  const { record, place, column, count, pictureEdge, hasLabels, query } = props
  useLanguage()
  const row = useView((state) => state.rows.get(record))
  const matches = row === undefined || stillMatches(row, query)
  const isSelected = useSelection((state) => hasRecord(state.selection.members, record))
  const isActive = useSelection((state) => state.active === record)
  const isFavorite = row?.favorite ?? false
  const stage = row?.stage ?? null
  const time = useSendTime('images')
  const mark = stage === null ? (row?.mark ?? 'none') : stageMark(stage)
  const stageStatus = stage && stageText(stage, time)
  const name = row?.name ?? ''
  const preview = usePreview(record, row?.picture ?? null, pictureEdge)
  const why = preview.missing?.canRetry === true ? preview.missing.why : undefined
  return (
    <div
      id={cellId(place)}
      role="gridcell"
      className={styles.tile}
      data-record={record}
      data-active={isActive || undefined}
      data-stage={stage ?? undefined}
      aria-selected={isSelected}
      aria-colindex={column + 1}
      aria-label={row && tileSpeech({ name, isFavorite, mark, stage: stageStatus, matches, place, count, why })}
    >
      <div className={styles.print}>
        {row && (
          <TilePicture
            preview={preview}
            prompt={row.prompt}
            showsText={hasLabels}
            retry={
              <span className={styles.retry} data-part="retry">
                {copy.pictures.retry}
              </span>
            }
          />
        )}
        {row && <TileMarks isFavorite={isFavorite} mark={mark} />}
      </div>
      {hasLabels && row && (
        <>
          <bdi className={styles.name}>{titleOf(name)}</bdi>
          <span className={styles.meta}>
            {stageStatus ?? (matches ? tileMeta(row.style, row.resolution) : copy.images.noLongerMatches)}
          </span>
        </>
      )}
    </div>
  )
})

/** A create or deletion is pending unless it needs a decision. */
function stageMark(stage: RecordStage): SyncBadge {
  return stage === 'create-refused' ? 'needs-attention' : 'waiting'
}

interface TileMarksProps {
  readonly isFavorite: boolean
  readonly mark: SyncBadge
}

/** Tick, star and sync mark on the scrim. The cell’s label contains them; the keyboard uses X and F. */
function TileMarks({ isFavorite, mark }: TileMarksProps) {
  return (
    <>
      <span className={styles.tick} data-part="tick">
        <Icon name="check" />
      </span>
      <span className={styles.star} data-part="star" data-set={isFavorite || undefined}>
        <Icon name="star" isFilled={isFavorite} />
      </span>
      {mark !== 'none' && (
        <span className={styles.mark} data-mark={mark}>
          <Icon name={mark === 'waiting' ? 'dot' : 'triangle'} />
        </span>
      )}
    </>
  )
}
