import type { CSSProperties, RefObject } from 'react'
import type { ImageRow, RecordNumber } from '../../../shared/image.ts'
import { pictureProblemText, tileSpeech } from '../../../copy/images.ts'
import { copy } from '../../../copy/language.ts'
import { titleOf } from '../../../copy/names.ts'
import { pictureAddress } from '../../frame/record-picture.tsx'
import { usePreferences } from '../../stores/preferences-store.ts'
import { Button } from '../../ui/button.tsx'
import { FoldedText } from '../../ui/notes.tsx'
import { retryPicture, usePictureEdge } from '../grid/preview.tsx'
import { positionOf } from '../selection/records.ts'
import { stillMatches } from '../view/arrivals.ts'
import { useDetail } from '../view/detail-loader.ts'
import { useFullView } from '../view/full-view-store.ts'
import { shownOrder, useView } from '../view/view-store.ts'
import { canPan, placed, type Zoom, type ZoomFrame } from '../view/zoom.ts'
import { useViewedMark } from './use-full-view.ts'
import { type PictureLoad, usePictureLoad, useStageFrame, useStageInput } from './use-stage.ts'
import styles from './full-view.module.css'

interface StageProps {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly record: RecordNumber
}

/**
 * The area with the picture: handles keys, wheel and pointer. For assistive technology it is a slider over the images,
 * whose description is read aloud whenever another one is shown.
 */
export function Stage({ ref, record }: StageProps) {
  const row = useView((state) => state.rows.get(record))
  const order = useView(shownOrder)
  const load = usePictureLoad(record, row)
  const isMovable = useFullView(({ zoom, frame }) => frame !== null && canPan(zoom, frame))
  useStageFrame(ref, load.address === null ? null : load.size)
  const handlers = useStageInput(ref)
  useViewedMark(record, load.isLoaded || row?.picture === null)
  const isMissing = row !== undefined && load.address === null && (!load.hasFailed || load.problem !== undefined)
  const why = load.problem === undefined ? copy.pictures.none : pictureProblemText(load.problem)
  const speech = useSpeech(record, row, isMissing ? why : undefined)
  return (
    <>
      <div
        ref={ref}
        className={styles.stage}
        role="slider"
        tabIndex={0}
        aria-label={copy.fullView.view}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, order.numbers.length)}
        aria-valuenow={Math.max(0, positionOf(order, record)) + 1}
        aria-valuetext={speech}
        data-movable={isMovable || undefined}
        {...handlers}
      >
        {!isMissing && !load.isLoaded && <p className={styles.loading}>{copy.pictures.loading}</p>}
        {load.address !== null && <FullPicture key={record} record={record} load={load} />}
      </div>
      {isMissing && <NoPicture row={row} why={why} stage={ref} />}
    </>
  )
}

interface NoPictureProps {
  readonly row: ImageRow
  readonly why: string
  /** Receives the focus when the button disappears. */
  readonly stage: RefObject<HTMLElement | null>
}

/** Outside the stage, because a slider cannot contain a button. */
function NoPicture({ row: { record, picture, prompt, name }, why, stage }: NoPictureProps) {
  const whole = useDetail(({ record: shown, detail }) => (shown === record ? detail?.description : null))
  const retry = (stamp: string): void => {
    stage.current?.focus()
    void retryPicture(record, stamp)
  }
  return (
    <div className={styles.blank}>
      <p className={styles.blankTitle}>{why}</p>
      <div className={styles.blankPrompt}>
        <FoldedText
          key={record}
          text={whole ?? prompt ?? titleOf(name)}
          moreLabel={copy.inspector.showAll}
          lessLabel={copy.inspector.showLess}
        />
      </div>
      {picture !== null && (
        <Button variant="box" icon="sync" onClick={() => retry(picture)}>
          {copy.pictures.retry}
        </Button>
      )}
    </div>
  )
}

/** Returns the description read aloud when the image is shown. `why`: the reason if it cannot be shown. */
function useSpeech(record: RecordNumber, row: ImageRow | undefined, why: string | undefined): string {
  const order = useView(shownOrder)
  const query = useView((state) => state.shown?.query)
  if (row === undefined) return copy.fullView.view
  return tileSpeech({
    name: row.name,
    isFavorite: row.favorite,
    mark: row.mark,
    matches: query === undefined || stillMatches(row, query),
    place: positionOf(order, record),
    count: order.numbers.length,
    why
  })
}

/** The picture at its position and scale; the tile’s picture is shown until the full one is loaded. */
function FullPicture({ record, load }: { readonly record: RecordNumber; readonly load: PictureLoad }) {
  const zoom = useFullView((state) => state.zoom)
  const frame = useFullView((state) => state.frame)
  const tilePicture = useTilePicture(record)
  if (frame === null || load.address === null) return null
  return (
    <div className={styles.print} style={printStyle(zoom, { ...frame, picture: load.size })}>
      {!load.isLoaded && tilePicture !== null && (
        <img className={styles.picture} src={tilePicture} alt="" draggable={false} />
      )}
      <img
        key={load.address}
        className={styles.picture}
        src={load.address}
        alt=""
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          load.onLoad({ width: naturalWidth, height: naturalHeight })
        }
        onError={load.onError}
      />
    </div>
  )
}

/** Returns the address the grid uses for this record, because that picture is in memory. */
function useTilePicture(record: RecordNumber): string | null {
  const tile = usePreferences((state) => state.preferences.tile)
  const edge = usePictureEdge(tile)
  const stamp = useView((state) => state.rows.get(record)?.picture ?? null)
  return stamp === null ? null : pictureAddress(record, stamp, edge)
}

function printStyle(zoom: Zoom, frame: ZoomFrame): CSSProperties {
  const { scale, x, y } = placed(zoom, frame)
  return {
    inlineSize: frame.picture.width * scale,
    blockSize: frame.picture.height * scale,
    transform: `translate(-50%, -50%) translate(${x}px, ${y}px)`
  }
}
