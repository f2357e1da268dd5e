import { isDeletion } from '../../shared/change.ts'
import type { ChangeRow } from '../../shared/change.ts'
import { activityCopy, answerText, originText, triesText } from '../copy/activity.ts'
import { remedyLabel } from '../copy/needs.ts'
import { useSendTime } from '../stores/reach.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { RecordThumb } from '../frame/record-thumb.tsx'
import { useRepair } from '../frame/repair-store.ts'
import { ValueChange } from './value-change.tsx'
import { titleOf } from '../copy/title.ts'
import styles from './change-line.module.css'

export interface ChangeLineProps {
  /** undefined while it is on its way. */
  readonly row: ChangeRow | undefined
  readonly isActive: boolean
  /** ms since epoch. */
  readonly now: number
  /** What stands above it for all rows of its section, and is not repeated on each. */
  readonly said: readonly string[]
  /** Opens the panel with everything known of the change. */
  readonly onDetails: () => void
}

/** One change: of what, from what to what, where it comes from, and what the service said. */
export function ChangeLine({ row, isActive, now, said, onDetails }: ChangeLineProps) {
  if (row === undefined)
    return <div role="gridcell" className={styles.row} aria-label={activityCopy.onItsWay} aria-busy="true" />
  const unlessSaid = (text: string): string | null => (said.includes(text) ? null : text)
  return (
    <div className={styles.row} data-active={isActive || undefined}>
      <div role="gridcell" className={styles.name}>
        <RecordThumb record={row.record} stamp={row.picture} edge={28} isProject={row.group === 'projects'} />
        <bdi>{titleOf(row.name)}</bdi>
      </div>
      <div role="gridcell">
        <ValueChange before={row.before} after={row.after} words={wordsOf(row)} />
      </div>
      <div role="gridcell" className={styles.origin}>
        {unlessSaid(originText(row, now))}
      </div>
      <div role="gridcell" className={styles.tries}>
        {unlessSaid(triesText(row.tries))}
      </div>
      <div role="gridcell" className={styles.answer} data-failed={row.failure !== null || undefined}>
        <AnswerText row={row} now={now} unlessSaid={unlessSaid} />
      </div>
      <div role="gridcell" className={styles.actions}>
        <LineButtons row={row} isActive={isActive} onDetails={onDetails} />
      </div>
    </div>
  )
}

interface AnswerTextProps {
  readonly row: ChangeRow
  readonly now: number
  readonly unlessSaid: (text: string) => string | null
}

function AnswerText({ row, now, unlessSaid }: AnswerTextProps) {
  return unlessSaid(answerText(row, useSendTime(row.group), now))
}

/** Where two values would say nothing: a record that is made, or goes. */
function wordsOf({ kind }: ChangeRow): string | null {
  if (kind === 'create') return activityCopy.newImage
  return isDeletion(kind) ? activityCopy.toBeDeleted : null
}

type LineButtonsProps = Omit<ChangeLineProps, 'row' | 'now' | 'said'> & { readonly row: ChangeRow }

/** The usual remedy, and the way to all of them. */
function LineButtons({ row, isActive, onDetails }: LineButtonsProps) {
  const repairOne = useRepair((state) => state.askForRow)
  const [first] = row.remedies
  const tabIndex = isActive ? 0 : -1
  return (
    <>
      {first !== undefined && (
        <Button look="box" size="small" tabIndex={tabIndex} onClick={() => repairOne(row, first)}>
          {remedyLabel({ remedy: first, count: 1, row })}
        </Button>
      )}
      <IconButton icon="info" size="small" label={activityCopy.details} tabIndex={tabIndex} onClick={onDetails} />
    </>
  )
}
