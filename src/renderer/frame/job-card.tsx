import type { BatchReceipt } from '../../shared/batch.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'
import { jobTitle, outcomeLabel, pickedUpText, startedAtText, totalLabel } from '../copy/status.ts'
import { formatCount } from '../format.ts'
import { receiptRows } from './job-line.ts'
import styles from './status-bar.module.css'

/** One card for each running batch, with the receipt whose rows add up to its size. */
export function JobCards({ status }: { readonly status: SyncStatus }) {
  return status.running.map((receipt) => <JobCard key={receipt.batch} receipt={receipt} pickedUp={status.pickedUp} />)
}

interface JobCardProps {
  readonly receipt: BatchReceipt
  readonly pickedUp: SyncStatus['pickedUp']
}

function JobCard({ receipt, pickedUp }: JobCardProps) {
  const isPickedUp = pickedUp?.startedAt === receipt.startedAt
  return (
    <section className={styles.card}>
      <h2>{jobTitle(receipt.verb, receipt.size - receipt.alreadySo)}</h2>
      <p>{startedAtText(receipt.startedAt)}</p>
      {isPickedUp && <p>{pickedUpText(pickedUp.left, pickedUp.checking)}</p>}
      <dl className={styles.counts}>
        {receiptRows(receipt).map(({ word, count }) => [
          <dt key={`${word}-word`}>{outcomeLabel[word]}</dt>,
          <dd key={word}>{formatCount(count)}</dd>
        ])}
        <dt>{totalLabel}</dt>
        <dd>{formatCount(receipt.size)}</dd>
      </dl>
    </section>
  )
}
