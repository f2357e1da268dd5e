import type { BatchReceipt } from '../../shared/batch.ts'
import { inAllText, outcomeText } from '../copy/batches.ts'
import { receiptRows } from './job-line.ts'
import styles from './job-card.module.css'

/** A batch as one bar, what waits at its end: each outcome has its share of it, and its count under it; the counts add up to the whole. */
export function JobBar({ receipt, label }: { readonly receipt: BatchReceipt; readonly label: string }) {
  const rows = receiptRows(receipt)
    .filter(({ count, word }) => count > 0 || word === 'done' || word === 'waiting')
    .toSorted((a, b) => Number(a.word === 'waiting') - Number(b.word === 'waiting'))
  return (
    <>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={receipt.size}
        aria-valuenow={receipt.size - receipt.waiting}
      >
        {rows.map(({ word, count }) => (
          <span key={word} data-word={word} style={{ flexGrow: count }} hidden={count === 0} />
        ))}
      </div>
      <ul className={styles.legend}>
        {rows.map(({ word, count }) => (
          <li key={word} data-word={word}>
            {outcomeText(word, count)}
          </li>
        ))}
        <li className={styles.whole}>{inAllText(receipt.size)}</li>
      </ul>
    </>
  )
}
