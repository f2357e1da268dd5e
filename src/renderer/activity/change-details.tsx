import type { ChangeRow } from '../../shared/change.ts'
import { responseText, changeText } from '../../copy/activity.ts'
import { failureSentence } from '../../copy/failures.ts'
import { copy } from '../../copy/language.ts'
import { titleOf } from '../../copy/names.ts'
import { repairActionLabel } from '../../copy/needs.ts'
import { momentText } from '../../copy/time.ts'
import { InspectorBody } from '../frame/app-frame.tsx'
import { RecordThumb } from '../frame/record-picture.tsx'
import { startRowRepair } from '../frame/repair-store.ts'
import { useNow } from '../frame/use-window.ts'
import { useSendTime } from '../stores/sync-store.ts'
import { showActivity, showRecord } from '../stores/window-store.ts'
import { Button } from '../ui/button.tsx'
import { Fold } from '../ui/notes.tsx'
import styles from './activity-screen.module.css'

const EDGE = 260

interface ChangeDetailsProps {
  /** `null` if none has been selected yet. */
  readonly shown: ShownChange | null
  readonly onClose: () => void
}

/** Everything known of one change: what was requested when, what the service responded, and all actions. */
export function ChangeDetails({ shown, onClose }: ChangeDetailsProps) {
  const now = useNow()
  const row = shown?.current() ?? null
  return (
    <InspectorBody label={copy.activity.details} closeLabel={copy.activity.hideDetails} onClose={onClose}>
      {row === null ? <p className={styles.quiet}>{copy.activity.noDetails}</p> : <KnownChange row={row} now={now} />}
    </InspectorBody>
  )
}

interface KnownProps {
  readonly row: ChangeRow
  readonly now: number
}

function KnownChange({ row, now }: KnownProps) {
  const isProject = row.group === 'projects'
  return (
    <>
      <h2 className={styles.name} dir="auto">
        {titleOf(row.name)}
      </h2>
      {!isProject && (
        <div className={styles.picture}>
          <RecordThumb record={row.record} stamp={row.picture} edge={EDGE} />
        </div>
      )}
      <Facts row={row} now={now} />
      <div className={styles.changeDetailsButtons}>
        {row.repairActions.map((repairAction, index) => (
          <Button
            key={repairAction}
            variant={index === 0 ? 'box' : 'plain'}
            onClick={() => startRowRepair(row, repairAction)}
          >
            {repairActionLabel({ repairAction, count: 1, kind: row.kind, row })}
          </Button>
        ))}
        <Button variant="link" onClick={() => showRecord(row)}>
          {copy.activity.showRecord}
        </Button>
      </div>
      <Answer row={row} />
    </>
  )
}

function Facts({ row, now }: KnownProps) {
  const time = useSendTime(row.group)
  return (
    <dl className={styles.facts}>
      <dt>{copy.activity.parts.asked}</dt>
      <dd>{changeText(row)}</dd>
      <dt>{copy.activity.parts.when}</dt>
      <dd>{momentText(row.requestedAt, now)}</dd>
      <dt>{copy.activity.parts.partOf}</dt>
      <dd>
        <Button variant="link" size="small" onClick={() => showActivity('history', { batch: row.batch })}>
          {copy.batches.name(row.batch)}
        </Button>
      </dd>
      <dt>{copy.activity.parts.tries}</dt>
      <dd>{copy.activity.attempts(row.tries)}</dd>
      <dt>{copy.activity.parts.answer}</dt>
      <dd>{responseText(row, time, now)}</dd>
    </dl>
  )
}

/** The last response of the service, for details. */
function Answer({ row: { failure, group } }: Pick<KnownProps, 'row'>) {
  if (failure === null) return null
  const lines = [
    [copy.activity.parts.status, failure.status],
    [copy.activity.parts.host, failure.host],
    [copy.activity.parts.said, failure.detail],
    ...Object.entries(failure.fields ?? {}).map(([field, said]) => [field, said.join(' ')] as const)
  ] as const
  return (
    <Fold title={copy.activity.details}>
      <p className={styles.more}>{failureSentence(failure, group).body}</p>
      <dl className={styles.facts}>
        {lines
          .filter(([, value]) => value !== undefined)
          .flatMap(([label, value]) => [<dt key={`${label}-label`}>{label}</dt>, <dd key={label}>{value}</dd>])}
      </dl>
    </Fold>
  )
}

/** The change in the panel. It is looked up at each render, because its attempts and responses change. */
export interface ShownChange {
  readonly entry: number
  /** `null` once it is done or canceled. */
  readonly current: () => ChangeRow | null
}

/** What lists of changes report to the screen around them. */
export interface ChangeListener {
  /** Receives the change with the focus. */
  readonly onShow: (change: ShownChange) => void
  /** Opens the panel. */
  readonly onDetails: () => void
}
