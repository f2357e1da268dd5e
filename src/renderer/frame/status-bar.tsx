import { statusCopy } from '../copy/status.ts'
import { showActivity } from '../stores/activity-store.ts'
import { useConnection } from '../stores/connection-store.ts'
import { useSync } from '../stores/sync-store.ts'
import { Icon } from '../ui/icon.tsx'
import { Job } from './job.tsx'
import { stateLine } from './state-line.ts'
import { useNow } from './use-now.ts'
import styles from './status-bar.module.css'

interface StatusBarProps {
  /** Receives the place at the end, which the screen fills. */
  readonly endRef: (element: HTMLElement | null) => void
}

/** State at the start, running batch in the middle, the screen's own words at the end. */
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
  if (status === null) return <p className={styles.state}>{statusCopy.starting}</p>
  const line = stateLine({ status, connection }, now)
  return (
    <p className={styles.state} data-tone={line.tone}>
      <button
        type="button"
        className={styles.activity}
        title={statusCopy.showActivity}
        onClick={() => showActivity(line.icon === 'triangle' && status.needsYou > 0 ? 'needs-you' : 'waiting')}
      >
        <Icon name={line.icon} />
        <b>{line.text}</b>
      </button>
    </p>
  )
}
