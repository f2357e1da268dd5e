import { useEffect } from 'react'
import type { BatchReceipt } from '../../shared/batch.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { finishedText, partlyFinishedText, statusCopy } from '../copy/status.ts'
import { useJob } from '../stores/job-store.ts'
import { usePreferences } from '../stores/preferences-store.ts'
import { EMPTY_QUERY } from '../../shared/query.ts'
import { useQuery } from '../stores/query-store.ts'
import { useSync } from '../stores/sync-store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import { Ring } from '../ui/ring.tsx'
import { JobCards } from './job-card.tsx'
import { jobLine } from './job-line.ts'
import { useNow } from './use-now.ts'
import styles from './status-bar.module.css'

/** A batch that ended well is told for this long. */
const FINISHED_MS = 4_000

/** The middle of the status bar: what is being sent, or what just came to its end. */
export function Job() {
  const status = useSync((state) => state.status)
  const finished = useJob((state) => state.finished)
  const isRunning = status !== null && status.running.length > 0
  return (
    <div className={styles.job}>
      {isRunning && <RunningJob status={status} />}
      <div className={styles.ended} aria-live="polite">
        {!isRunning && finished && <FinishedJob key={finished.batch} receipt={finished} />}
      </div>
    </div>
  )
}

const SEPARATOR = ' · '

function RunningJob({ status }: { readonly status: SyncStatus }) {
  const line = jobLine(status, useNow())
  if (line === null) return null
  const { isPaused } = status
  return (
    <>
      <Popover
        label={statusCopy.details}
        side="top"
        align="center"
        trigger={
          <Button size="small" className={styles.line}>
            <Ring share={line.share} />
            <span className={styles.words}>{[line.name, ...line.parts].join(SEPARATOR)}</span>
          </Button>
        }
      >
        <JobCards status={status} />
      </Popover>
      <Button
        size="small"
        className={styles.pause}
        icon={isPaused ? 'play' : 'pause'}
        onClick={() => void bridge.setPaused({ isPaused: !isPaused })}
      >
        {isPaused ? statusCopy.resume : statusCopy.pause}
      </Button>
    </>
  )
}

function FinishedJob({ receipt }: { readonly receipt: BatchReceipt }) {
  const dismiss = useJob((state) => state.dismiss)
  return receipt.needsYou === 0 ? (
    <AllDone receipt={receipt} onDismiss={dismiss} />
  ) : (
    <PartlyFinished receipt={receipt} onDismiss={dismiss} />
  )
}

interface FinishedProps {
  readonly receipt: BatchReceipt
  readonly onDismiss: () => void
}

function AllDone({ receipt, onDismiss }: FinishedProps) {
  useEffect(() => {
    const timer = setTimeout(onDismiss, FINISHED_MS)
    return () => clearTimeout(timer)
  }, [onDismiss])
  return (
    <p className={styles.finished}>
      <Icon name="check" className={styles.good} />
      {finishedText(receipt.verb, receipt.done)}
    </p>
  )
}

function PartlyFinished({ receipt, onDismiss }: FinishedProps) {
  const setQuery = useQuery((state) => state.setQuery)
  const setPreferences = usePreferences((state) => state.setPreferences)
  const review = () => {
    setQuery({ ...EMPTY_QUERY, mark: 'needs-you' })
    setPreferences({ screen: 'images' })
    onDismiss()
  }
  const wanted = receipt.size - receipt.alreadySo
  return (
    <div className={styles.finished}>
      <Icon name="triangle" className={styles.needs} />
      {partlyFinishedText(receipt.done, wanted, receipt.needsYou)}
      <Button look="link" size="small" onClick={review}>
        {statusCopy.review}
      </Button>
      <IconButton icon="cross" size="small" label={statusCopy.dismiss} onClick={onDismiss} />
    </div>
  )
}
