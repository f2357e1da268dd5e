import type { ChangeRow } from '../../shared/change.ts'
import { activityCopy, answerText, changeText, detailLabels, triesText } from '../copy/activity.ts'
import { remedyLabel } from '../copy/needs.ts'
import { batchNumber } from '../copy/batches.ts'
import { failureSentence } from '../copy/failures.ts'
import { momentText } from '../copy/time.ts'
import { InspectorBody } from '../frame/inspector-body.tsx'
import { useNow } from '../frame/use-now.ts'
import { useSendTime } from '../stores/reach.ts'
import { showActivity } from '../stores/activity-store.ts'
import { showRecord } from '../stores/shown-record-store.ts'
import { Button } from '../ui/button.tsx'
import { Fold } from '../ui/fold.tsx'
import { RecordThumb } from '../frame/record-thumb.tsx'
import { useRepair } from '../frame/repair-store.ts'
import type { ShownChange } from './shown-change.ts'
import { titleOf } from '../copy/title.ts'
import styles from './change-details.module.css'

const EDGE = 260

interface ChangeDetailsProps {
  /** null = none was chosen yet. */
  readonly shown: ShownChange | null
  readonly onClose: () => void
}

/** Everything known of one change: what was asked when, what the service said, and all that can be done. */
export function ChangeDetails({ shown, onClose }: ChangeDetailsProps) {
  const now = useNow()
  const row = shown?.look() ?? null
  return (
    <InspectorBody label={activityCopy.details} closeLabel={activityCopy.hideDetails} onClose={onClose}>
      {row === null ? <p className={styles.quiet}>{activityCopy.noDetails}</p> : <Known row={row} now={now} />}
    </InspectorBody>
  )
}

interface KnownProps {
  readonly row: ChangeRow
  readonly now: number
}

function Known({ row, now }: KnownProps) {
  const repair = useRepair((state) => state.askForRow)
  const isProject = row.group === 'projects'
  return (
    <>
      <h2 className={styles.name}>
        <bdi>{titleOf(row.name)}</bdi>
      </h2>
      {!isProject && (
        <div className={styles.picture}>
          <RecordThumb record={row.record} stamp={row.picture} edge={EDGE} />
        </div>
      )}
      <Facts row={row} now={now} />
      <div className={styles.buttons}>
        {row.remedies.map((remedy, index) => (
          <Button key={remedy} look={index === 0 ? 'box' : 'plain'} onClick={() => repair(row, remedy)}>
            {remedyLabel({ remedy, count: 1, row })}
          </Button>
        ))}
        <Button look="link" onClick={() => showRecord(row)}>
          {activityCopy.showRecord}
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
      <dt>{detailLabels.asked}</dt>
      <dd>{changeText(row)}</dd>
      <dt>{detailLabels.when}</dt>
      <dd>{momentText(row.askedAt, now)}</dd>
      <dt>{detailLabels.partOf}</dt>
      <dd>
        <Button look="link" size="small" onClick={() => showActivity('history', { batch: row.batch })}>
          {batchNumber(row.batch)}
        </Button>
      </dd>
      <dt>{detailLabels.tries}</dt>
      <dd>{triesText(row.tries)}</dd>
      <dt>{detailLabels.answer}</dt>
      <dd>{answerText(row, time, now)}</dd>
    </dl>
  )
}

/** The last answer as the service gave it, for whoever has to look deeper. */
function Answer({ row: { failure, group } }: Pick<KnownProps, 'row'>) {
  if (failure === null) return null
  const lines = [
    [detailLabels.status, failure.status],
    [detailLabels.host, failure.host],
    [detailLabels.said, failure.detail],
    ...Object.entries(failure.fields ?? {}).map(([field, said]) => [field, said.join(' ')] as const)
  ] as const
  return (
    <Fold title={activityCopy.details}>
      <p className={styles.more}>{failureSentence(failure, group).body}</p>
      <dl className={styles.facts}>
        {lines
          .filter(([, value]) => value !== undefined)
          .flatMap(([label, value]) => [<dt key={`${label}-label`}>{label}</dt>, <dd key={label}>{value}</dd>])}
      </dl>
    </Fold>
  )
}
