import { useEffect } from 'react'
import type { BatchReceipt } from '../../shared/batch.ts'
import { setPaused } from '../commands/batch-commands.ts'
import { finishedText, receiptTotal } from '../../copy/batches.ts'
import { copy } from '../../copy/language.ts'
import { inOneRow } from '../../copy/names.ts'
import { dismissFinished, useConnection, useJob, useSync } from '../stores/sync-store.ts'
import { showActivity } from '../stores/window-store.ts'
import { Button, type ButtonProps, IconButton } from '../ui/button.tsx'
import { Icon, Ring } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/notes.tsx'
import { Popover } from '../ui/popover.tsx'
import { JobCard } from './job-card.tsx'
import { type JobFacts, jobLine, type JobLine, quartersDone, useJobFacts } from './job-line.ts'
import { stateLine } from './state-line.ts'
import { useNow } from './use-window.ts'
import styles from './status-bar.module.css'

interface StatusBarProps {
  /** Receives the element at the end, which the screen fills. */
  readonly endRef: (element: HTMLElement | null) => void
}

/** The state at the start, the running batch in the middle, the screen’s content at the end. */
export function StatusBar({ endRef }: StatusBarProps) {
  return (
    <footer className={styles.bar}>
      <State />
      <Job />
      <div className={styles.end} ref={endRef} />
    </footer>
  )
}

function State() {
  const status = useSync((state) => state.status)
  const connection = useConnection((state) => state.connection)
  const now = useNow()
  if (status === null) return <p className={styles.state}>{copy.status.starting}</p>
  const line = stateLine({ status, connection }, now)
  return (
    <p className={styles.state} data-tone={line.tone}>
      <button
        type="button"
        className={styles.activity}
        title={copy.status.showActivity}
        onClick={() =>
          showActivity(line.icon === 'triangle' && status.needsAttention > 0 ? 'needs-attention' : 'waiting')
        }
      >
        <Icon name={line.icon} />
        <b>{line.text}</b>
      </button>
    </p>
  )
}

/** Time that a successful batch stays visible. */
const FINISHED_MS = 4_000

/** The middle of the status bar: the batch being sent, or the one that just ended. */
function Job() {
  const facts = useJobFacts()
  const finished = useJob((state) => state.finished)
  const Ended = finished?.needsAttention === 0 ? AllDone : PartlyFinished
  const isRunning = facts !== null && facts.status.running.length > 0
  return (
    <div className={styles.job}>
      {isRunning && <RunningJob facts={facts} />}
      <div className={styles.ended} aria-live="polite">
        {!isRunning && finished && <Ended key={finished.batch} receipt={finished} />}
      </div>
    </div>
  )
}

function RunningJob({ facts }: { readonly facts: JobFacts }) {
  const now = useNow()
  const line = jobLine(facts, now)
  if (line === null) return null
  const { isPaused } = facts.status
  const quarters = quartersDone(line.share)
  return (
    <>
      <Popover label={copy.status.details} side="top" align="center" trigger={<JobTrigger line={line} />}>
        <JobCards facts={facts} now={now} />
      </Popover>
      <VisuallyHidden>
        <span aria-live="polite">{quarters > 0 && copy.batches.progress(line.name, quarters * 25)}</span>
      </VisuallyHidden>
      <Button
        size="small"
        className={styles.pause}
        icon={isPaused ? 'play' : 'pause'}
        onClick={() => void setPaused(!isPaused)}
      >
        {isPaused ? copy.status.resume : copy.status.pause}
      </Button>
    </>
  )
}

function JobTrigger({ line, ...rest }: { readonly line: JobLine } & ButtonProps) {
  return (
    <Button {...rest} size="small" className={styles.line}>
      <Ring share={line.share} />
      <span className={styles.words}>
        {line.name}
        {line.parts.map((part) => (
          <span key={part}>{inOneRow(['', part])}</span>
        ))}
      </span>
    </Button>
  )
}

/** More cards than these would fill the screen; Activity has the others. */
const CARDS_SHOWN = 3

function JobCards({ facts, now }: { readonly facts: JobFacts; readonly now: number }) {
  return (
    <div className={styles.cards}>
      {facts.status.running.slice(0, CARDS_SHOWN).map((receipt) => (
        <JobCard key={receipt.batch} receipt={receipt} facts={facts} now={now} />
      ))}
      <Button variant="link" size="small" className={styles.more} onClick={() => showActivity('waiting')}>
        {copy.status.showActivity}
      </Button>
    </div>
  )
}

function AllDone({ receipt }: { readonly receipt: BatchReceipt }) {
  useEffect(() => {
    const timer = setTimeout(dismissFinished, FINISHED_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p className={styles.finished}>
      <Icon name="check" className={styles.good} />
      {finishedText(receipt)}
    </p>
  )
}

function PartlyFinished({ receipt }: { readonly receipt: BatchReceipt }) {
  const review = () => {
    showActivity('needs-attention')
    dismissFinished()
  }
  return (
    <div className={styles.finished}>
      <Icon name="triangle" className={styles.needs} />
      {copy.batches.partlyFinished(receipt.done, receiptTotal(receipt), receipt.needsAttention)}
      <Button variant="link" size="small" onClick={review}>
        {copy.status.review}
      </Button>
      <IconButton icon="cross" size="small" label={copy.status.dismiss} onClick={dismissFinished} />
    </div>
  )
}
