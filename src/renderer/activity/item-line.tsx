import type { BatchItemRow, OutcomeWord } from '../../shared/batch.ts'
import { activityCopy, itemAnswer } from '../copy/activity.ts'
import { outcomeLabel } from '../copy/batches.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-shapes.tsx'
import { ValueChange } from './value-change.tsx'
import { titleOf } from '../copy/title.ts'
import styles from './change-line.module.css'

const icons: Readonly<Record<OutcomeWord, IconName>> = {
  waiting: 'dot',
  sending: 'sync',
  checking: 'search',
  done: 'check',
  alreadySo: 'check',
  needsYou: 'triangle',
  takenBack: 'cross'
}

interface ItemLineProps {
  /** undefined while it is on its way. */
  readonly row: BatchItemRow | undefined
  readonly isActive: boolean
  readonly now: number
  /** Where it comes from, in place of the outcome, in a list of one outcome; absent = the outcome. */
  readonly origin?: string
}

/** One item of a batch, and what became of it. */
export function ItemLine({ row, isActive, now, origin }: ItemLineProps) {
  if (row === undefined)
    return <div role="gridcell" className={styles.item} aria-label={activityCopy.onItsWay} aria-busy="true" />
  const { name, before, after, word } = row
  return (
    <div className={styles.item} data-active={isActive || undefined} data-single={origin !== undefined || undefined}>
      <div role="gridcell" className={styles.name}>
        <bdi>{titleOf(name)}</bdi>
      </div>
      <div role="gridcell">
        <ValueChange before={before} after={after} words={wordsOf(row)} />
      </div>
      <div role="gridcell" className={styles.outcome} data-word={word}>
        <Icon name={icons[word]} size={12} />
        {origin ?? outcomeLabel[word]}
      </div>
      <div role="gridcell" className={styles.answer}>
        {itemAnswer(row, now)}
      </div>
    </div>
  )
}

/** A record that was made or went has one value at most. */
function wordsOf({ before, after }: BatchItemRow): string | null {
  if (before === null) return activityCopy.newImage
  return after === null ? activityCopy.toBeDeleted : null
}
