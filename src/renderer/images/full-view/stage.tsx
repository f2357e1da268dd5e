import type { RefObject } from 'react'
import type { ImageRow, RecordNumber } from '../../../shared/image.ts'
import { fullViewCopy, refusedText } from '../../copy/full-view.ts'
import { tileSpeech } from '../../copy/images.ts'
import { placeOf } from '../selection/record-order.ts'
import { stillMatches } from '../view/matches-query.ts'
import { shownOrder, useView } from '../view/view-store.ts'
import { FullPicture } from './full-picture.tsx'
import { useFullView } from './full-view-store.ts'
import { usePictureLoad } from './use-picture-load.ts'
import { usePictureRefusal } from '../use-picture-refusal.ts'
import { useStageFrame } from './use-stage-frame.ts'
import { useStageInput } from './use-stage-input.ts'
import { canPan } from './zoom.ts'
import { titleOf } from '../../copy/title.ts'
import styles from './full-view.module.css'

export interface StageProps {
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
  const refusedHost = usePictureRefusal(record, row?.picture ?? null, load.hasFailed)
  const isMovable = useFullView(({ zoom, frame }) => frame !== null && canPan(zoom, frame))
  useStageFrame(ref, load.address === null ? null : load.size)
  const handlers = useStageInput(ref)
  const speech = useSpeech(record, row)
  const refusal = refusedHost === null ? null : refusedText(refusedHost)
  return (
    <div
      ref={ref}
      className={styles.stage}
      role="slider"
      tabIndex={0}
      aria-label={fullViewCopy.view}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, order.numbers.length)}
      aria-valuenow={Math.max(0, placeOf(order, record)) + 1}
      aria-valuetext={refusal === null ? speech : `${speech}. ${refusal}`}
      data-movable={isMovable || undefined}
      {...handlers}
    >
      {load.address === null ? (
        row && <NoPicture row={row} refusal={refusal} />
      ) : (
        <FullPicture key={record} record={record} load={load} />
      )}
    </div>
  )
}

function NoPicture({ row, refusal }: { readonly row: ImageRow; readonly refusal: string | null }) {
  return (
    <div className={styles.blank}>
      <p className={styles.blankTitle}>{refusal ?? fullViewCopy.noPicture}</p>
      <p className={styles.blankPrompt}>
        <bdi>{row.prompt ?? titleOf(row.name)}</bdi>
      </p>
    </div>
  )
}

/** What is said of the image when it comes into view. */
function useSpeech(record: RecordNumber, row: ImageRow | undefined): string {
  const order = useView(shownOrder)
  const query = useView((state) => state.shown?.query)
  if (row === undefined) return fullViewCopy.view
  return tileSpeech({
    name: row.name,
    isFavorite: row.favorite,
    mark: row.mark,
    matches: query === undefined || stillMatches(row, query),
    place: placeOf(order, record),
    count: order.numbers.length
  })
}
