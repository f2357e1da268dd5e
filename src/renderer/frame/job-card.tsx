import type { BatchReceipt } from '../../shared/batch.ts'
import { groupOf } from '../../shared/change.ts'
import { sendTime } from '../../shared/said.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'
import { sendBatchFirst, setBatchPaused } from '../commands/batch-commands.ts'
import { undoReceipt } from '../commands/undo-commands.ts'
import { batchPauseText, rateLimitedForText, jobTitle, receiptTotal, startedAtText } from '../../copy/batches.ts'
import { copy } from '../../copy/language.ts'
import { inOneRow } from '../../copy/names.ts'
import { confirmStop } from '../stores/sync-store.ts'
import { Button } from '../ui/button.tsx'
import { type JobFacts, receiptRows, timeLeftOf } from './job-line.ts'
import styles from './status-bar.module.css'

interface JobCardProps {
  readonly receipt: BatchReceipt
  readonly facts: JobFacts
  /** ms since epoch. */
  readonly now: number
}

/** One running batch: title, progress and actions. */
export function JobCard({ receipt, facts, now }: JobCardProps) {
  const { pickedUp, running } = facts.status
  const isPickedUp = pickedUp?.startedAt === receipt.startedAt
  const pause = batchPauseText(receipt)
  const isInGracePeriod =
    receipt.graceEndsAt !== null && receipt.graceEndsAt > now && sendTime(facts, groupOf(receipt.verb)) === 'now'
  const title = jobTitle(receipt, receiptTotal(receipt))
  return (
    <section className={styles.card} aria-label={copy.batches.name(receipt.batch)} data-batch={receipt.batch}>
      <div className={styles.title}>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <p>
          {inOneRow([
            copy.batches.name(receipt.batch),
            startedAtText(receipt.startedAt, now),
            ...timeLeftOf([receipt], facts, now)
          ])}
        </p>
      </div>
      <JobButtons receipt={receipt} running={running} />
      {pause !== null && <p className={styles.note}>{pause}</p>}
      {isInGracePeriod && <p className={styles.note}>{rateLimitedForText((receipt.graceEndsAt ?? now) - now)}</p>}
      {isPickedUp && <p className={styles.note}>{copy.batches.fromLastTime(pickedUp.left, pickedUp.checking)}</p>}
      <JobBar receipt={receipt} label={title} />
    </section>
  )
}

interface JobButtonsProps {
  readonly receipt: BatchReceipt
  readonly running: SyncStatus['running']
}

/** Pause and Stop always; the answer to a question, “send first” and Undo when they apply. */
function JobButtons({ receipt, running }: JobButtonsProps) {
  const { batch, pause, isFirst, graceEndsAt } = receipt
  const canGoFirst = pause === null && !isFirst && graceEndsAt === null && running.length > 1 && running[0] !== receipt
  return (
    <div className={styles.buttons}>
      {canGoFirst && (
        <Button size="small" onClick={() => void sendBatchFirst(batch)}>
          {copy.status.sendFirst}
        </Button>
      )}
      {isFirst && <span className={styles.note}>{copy.status.isFirst}</span>}
      {graceEndsAt !== null && receipt.canUndo && (
        <Button variant="box" size="small" onClick={() => void undoReceipt(receipt)}>
          {copy.status.undo}
        </Button>
      )}
      {pause !== null && pause.why !== 'user' ? (
        <Button variant="box" size="small" onClick={() => void setBatchPaused(batch, false)}>
          {pause.why === 'new-results'
            ? copy.banners.deleteAll(receipt.waiting)
            : copy.banners.sendOthers(receipt.waiting)}
        </Button>
      ) : (
        <Button
          size="small"
          icon={pause === null ? 'pause' : 'play'}
          onClick={() => void setBatchPaused(batch, pause === null)}
        >
          {pause === null ? copy.status.pause : copy.status.resume}
        </Button>
      )}
      <Button size="small" onClick={() => confirmStop(batch)}>
        {copy.status.stop}
      </Button>
    </div>
  )
}

/**
 * A batch as one bar, pending changes at its end: each status has its share of the bar and its count below, and the
 * counts add up to the total.
 */
function JobBar({ receipt, label }: { readonly receipt: BatchReceipt; readonly label: string }) {
  const rows = receiptRows(receipt)
    .filter(({ count, status }) => count > 0 || status === 'done' || status === 'waiting')
    .toSorted((a, b) => Number(a.status === 'waiting') - Number(b.status === 'waiting'))
  return (
    <>
      <div
        className={styles.jobCardBar}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={receipt.size}
        aria-valuenow={receipt.size - receipt.waiting}
      >
        {rows.map(({ status, count }) => (
          <span key={status} data-status={status} style={{ flexGrow: count }} hidden={count === 0} />
        ))}
      </div>
      <ul className={styles.legend}>
        {rows.map(({ status, count }) => (
          <li key={status} data-status={status}>
            {copy.batches.outcomes[status](count)}
          </li>
        ))}
        <li className={styles.whole}>{copy.batches.total(receipt.size)}</li>
      </ul>
    </>
  )
}
