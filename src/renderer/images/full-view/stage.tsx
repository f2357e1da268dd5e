import type { RefObject } from 'react'
import type { ImageRow, RecordNumber } from '../../../shared/image.ts'
import { fullViewCopy } from '../../copy/full-view.ts'
import { tileSpeech } from '../../copy/images.ts'
import { pictureCopy, pictureProblemText } from '../../copy/pictures.ts'
import { inspectorCopy } from '../../copy/inspector.ts'
import { Button } from '../../ui/button.tsx'
import { FoldedText } from '../../ui/folded-text.tsx'
import { useDetail } from '../inspector/detail-store.ts'
import { placeOf } from '../selection/record-order.ts'
import { stillMatches } from '../view/matches-query.ts'
import { shownOrder, useView } from '../view/view-store.ts'
import { FullPicture } from './full-picture.tsx'
import { useFullView } from './full-view-store.ts'
import { usePictureLoad } from './use-picture-load.ts'
import { retryPicture } from '../use-picture-failure.ts'
import { useStageFrame } from './use-stage-frame.ts'
import { useStageInput } from './use-stage-input.ts'
import { canPan } from './zoom.ts'
import { titleOf } from '../../copy/title.ts'
import styles from './full-view.module.css'

interface StageProps {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly record: RecordNumber
}

/**
 * The well with the picture: takes the keys, the wheel and the pointer. For assistive technology it is what arrows
 * lead along: one image of so many, whose words are said whenever another comes.
 */
export function Stage({ ref, record }: StageProps) {
  const row = useView((state) => state.rows.get(record))
  const order = useView(shownOrder)
  const load = usePictureLoad(record, row)
  const isMovable = useFullView(({ zoom, frame }) => frame !== null && canPan(zoom, frame))
  useStageFrame(ref, load.address === null ? null : load.size)
  const handlers = useStageInput(ref)
  const isMissing = row !== undefined && load.address === null && (!load.hasFailed || load.problem !== undefined)
  const why = load.problem === undefined ? pictureCopy.none : pictureProblemText(load.problem)
  const speech = useSpeech(record, row, isMissing ? why : undefined)
  return (
    <>
      <div
        ref={ref}
        className={styles.stage}
        role="slider"
        tabIndex={0}
        aria-label={fullViewCopy.view}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, order.numbers.length)}
        aria-valuenow={Math.max(0, placeOf(order, record)) + 1}
        aria-valuetext={speech}
        data-movable={isMovable || undefined}
        {...handlers}
      >
        {!isMissing && !load.isLoaded && <p className={styles.loading}>{pictureCopy.loading}</p>}
        {load.address !== null && <FullPicture key={record} record={record} load={load} />}
      </div>
      {isMissing && <NoPicture row={row} why={why} stage={ref} />}
    </>
  )
}

interface NoPictureProps {
  readonly row: ImageRow
  readonly why: string
  /** Has the focus when the button is gone. */
  readonly stage: RefObject<HTMLElement | null>
}

/** Beside the stage, which as a slider cannot hold a button. */
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
          moreLabel={inspectorCopy.showAll}
          lessLabel={inspectorCopy.showLess}
        />
      </div>
      {picture !== null && (
        <Button look="box" icon="sync" onClick={() => retry(picture)}>
          {pictureCopy.retry}
        </Button>
      )}
    </div>
  )
}

/** What is said of the image when it comes into view. `why`: it cannot be shown. */
function useSpeech(record: RecordNumber, row: ImageRow | undefined, why: string | undefined): string {
  const order = useView(shownOrder)
  const query = useView((state) => state.shown?.query)
  if (row === undefined) return fullViewCopy.view
  return tileSpeech({
    name: row.name,
    isFavorite: row.favorite,
    mark: row.mark,
    matches: query === undefined || stillMatches(row, query),
    place: placeOf(order, record),
    count: order.numbers.length,
    why
  })
}
