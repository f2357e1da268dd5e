import type { BatchReceipt, OutcomeWord } from '../../shared/batch.ts'
import { activityCopy, outcomeFilterLabel } from '../copy/activity.ts'
import { batchAsked, batchName, outcomeText } from '../copy/batches.ts'
import { momentText } from '../copy/time.ts'
import { undoReceipt } from '../commands/undo-store.ts'
import { receiptRows } from '../frame/job-line.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './activity-screen.module.css'

interface BatchHeadProps {
  readonly receipt: BatchReceipt
  /** ms since epoch. */
  readonly now: number
  readonly isOpen: boolean
  /** The outcome whose items are shown; null = all. */
  readonly word: OutcomeWord | null
  readonly onToggle: () => void
  readonly onWord: (word: OutcomeWord | null) => void
}

const DOT = ' · '

/** One batch of the history in two lines, with its undo; opened, the outcomes to choose among. */
export function BatchHead(props: BatchHeadProps) {
  const { receipt, now, isOpen, onToggle } = props
  const asked = batchAsked(receipt)
  const outcomes = receiptRows(receipt).filter(({ count }) => count > 0)
  return (
    <div className={styles.batch} data-open={isOpen || undefined}>
      <button type="button" className={styles.expand} aria-expanded={isOpen} onClick={onToggle}>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
        <span className={styles.words}>
          <b>
            <bdi>{asked}</bdi>
          </b>
          <small>
            {[
              batchName(receipt),
              momentText(receipt.startedAt, now),
              ...outcomes.map(({ word, count }) => outcomeText(word, count))
            ].join(DOT)}
          </small>
        </span>
      </button>
      {receipt.canUndo && (
        <Button
          look="box"
          size="small"
          aria-label={`${activityCopy.undo}: ${asked}`}
          onClick={() => void undoReceipt(receipt)}
        >
          {activityCopy.undo}
        </Button>
      )}
      {isOpen && <Outcomes {...props} />}
    </div>
  )
}

function Outcomes({ receipt, word: chosen, onWord }: BatchHeadProps) {
  const outcomes = receiptRows(receipt).filter(({ count }) => count > 0)
  return (
    <div className={styles.outcomes} role="group" aria-label={activityCopy.items}>
      <Button size="small" isOn={chosen === null} aria-pressed={chosen === null} onClick={() => onWord(null)}>
        {outcomeFilterLabel(null, receipt.size)}
      </Button>
      {outcomes.map(({ word, count }) => (
        <Button
          key={word}
          size="small"
          isOn={chosen === word}
          aria-pressed={chosen === word}
          onClick={() => onWord(word)}
        >
          {outcomeFilterLabel(word, count)}
        </Button>
      ))}
    </div>
  )
}
