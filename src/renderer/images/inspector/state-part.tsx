import type { ReactNode } from 'react'
import type { ItemStatus, RecordEvent } from '../../../shared/batch.ts'
import type { ChangeRow, ImageDetail } from '../../../shared/change.ts'
import type { RecordStage } from '../../../shared/image.ts'
import { bridge } from '../../bridge.ts'
import { repairChanges } from '../../commands/batch-commands.ts'
import { asSentence, failureSentence, failureText } from '../../../copy/failures.ts'
import { formatFullDate } from '../../../copy/format.ts'
import { inStep } from '../../../copy/images.ts'
import { copy } from '../../../copy/language.ts'
import { repairActionLabel } from '../../../copy/needs.ts'
import {
  changeOrigin,
  changeText,
  discardLabel,
  eventPlace,
  eventText,
  sentText
} from '../../../copy/record-changes.ts'
import { useNow } from '../../frame/use-window.ts'
import { openCreate } from '../../stores/create-store.ts'
import { useSendTime } from '../../stores/sync-store.ts'
import { showActivity } from '../../stores/window-store.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type ImagesControl, useControl } from '../commands/control.ts'
import { createDetailLoader, useDetail } from '../view/detail-loader.ts'
import { repairsHere, type RepairHere } from './inspector-rules.ts'
import styles from './inspector.module.css'

/** The sync state of the image, and actions for its unconfirmed changes. */
export function StatePart({ detail }: { readonly detail: ImageDetail }) {
  const now = useNow()
  const { changes, row, readAt, isKeptCopy } = detail
  return (
    <section className={styles.state} aria-label={copy.inspector.state}>
      {changes.map((change) => (
        <ChangeLine key={change.entry} change={change} stage={row.stage} now={now} />
      ))}
      {isKeptCopy && <Fact icon="cloud-off" text={copy.inspector.keptCopy} />}
      {changes.length === 0 && !isKeptCopy && <Fact icon="check" text={inStep(readAt, now)} />}
      {detail.id !== null && <RefreshButton />}
    </section>
  )
}

/** Reads this record from the service; shows below why that failed. */
function RefreshButton() {
  const { isRefreshing, failure } = useDetail()
  return (
    <>
      <Button variant="link" size="small" isDisabled={isRefreshing} onClick={() => void details.refresh()}>
        {isRefreshing ? copy.inspector.refreshing : copy.inspector.refresh}
      </Button>
      <p className={styles.error} role="status">
        {failure && failureText(failure, 'images')}
      </p>
    </>
  )
}

interface ChangeLineProps {
  readonly change: ChangeRow
  readonly stage: RecordStage | null
  /** ms since epoch. */
  readonly now: number
}

/** One unconfirmed change: what it is, its batch, why it is stuck, and its actions. */
function ChangeLine({ change, stage, now }: ChangeLineProps) {
  const needsAttention = change.status === 'needsAttention'
  const time = useSendTime(change.group)
  const failure = change.failure && failureSentence(change.failure, change.group)
  const text = needsAttention && failure ? asSentence(failure.headline) : changeText(change, { stage, time, now })
  return (
    <Fact icon={needsAttention ? 'triangle' : 'dot'} text={text} isWarning={needsAttention}>
      {needsAttention && failure && <p className={styles.reason}>{failure.body}</p>}
      <p className={styles.origin}>{changeOrigin(change, now)}</p>
      {!needsAttention && failure && <p className={styles.origin}>{asSentence(failure.headline)}</p>}
      <div className={styles.remedies}>
        {repairsHere(change).map((here) => (
          <RepairButton key={here.repairAction} here={here} change={change} />
        ))}
      </div>
    </Fact>
  )
}

function RepairButton({ here, change }: { readonly here: RepairHere; readonly change: ChangeRow }) {
  const control = useControl()
  return (
    <Button variant="box" size="small" onClick={() => void repairAction(control, here, change)}>
      {labelOf(here, change)}
    </Button>
  )
}

function labelOf({ repairAction: name }: RepairHere, change: ChangeRow): string {
  if (name === 'review') return copy.inspector.review
  const discard = name === 'discard' ? discardLabel(change.kind) : null
  return discard ?? repairActionLabel({ repairAction: name, count: 1, kind: change.kind, row: change })
}

async function repairAction(control: ImagesControl, here: RepairHere, change: ChangeRow): Promise<void> {
  const { record, entry } = change
  if (here.how === 'review') return showActivity('needs-attention')
  if (here.how === 'delete') return control.run({ name: 'delete' }, record)
  if (here.repairAction === 'create-again') return control.run({ name: 'use-settings' }, record)
  if (here.how === 'form') return openCreate(undefined, record)
  const target = { kind: 'entries', entries: [entry] } as const
  const changed = await repairChanges({ target, repairAction: here.repairAction, choice: null })
  if (changed !== null) await control.loader.reread(changed)
}

interface FactProps {
  readonly icon: IconName
  readonly text: string
  readonly isWarning?: boolean
  readonly isGold?: boolean
  /** Smaller text below. */
  readonly children?: ReactNode
}

/** One line with an icon and text. */
export function Fact({ icon, text, isWarning = false, isGold = false, children }: FactProps) {
  return (
    <div className={styles.fact} data-warning={isWarning || undefined}>
      <Icon name={icon} isFilled={isGold} className={isGold ? styles.gold : styles.mark} />
      <div>
        <p>{text}</p>
        {children}
      </div>
    </div>
  )
}

const icons: Readonly<Record<ItemStatus, IconName>> = {
  waiting: 'dot',
  sending: 'dot',
  checking: 'dot',
  done: 'check',
  unchanged: 'check',
  needsAttention: 'triangle',
  canceled: 'dash'
}

/** Changes of this record here and elsewhere, newest first. */
export function HistoryPart() {
  const history = useDetail((state) => state.history)
  const now = useNow()
  if (history.length === 0) return null
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{copy.inspector.history}</h3>
      <ol className={styles.history}>
        {history.map((event) => (
          <HistoryLine key={`${event.at} ${event.field} ${event.batch}`} event={event} now={now} />
        ))}
      </ol>
    </section>
  )
}

function HistoryLine({ event, now }: { readonly event: RecordEvent; readonly now: number }) {
  return (
    <li data-warning={event.status === 'needsAttention' || undefined}>
      <Icon name={event.status === null ? 'cloud' : icons[event.status]} size={12} />
      <div>
        <p>
          <bdi>{eventText(event)}</bdi>
        </p>
        <p className={styles.origin} title={formatFullDate(event.at)}>
          {eventPlace(event, now)}
        </p>
        {event.sent && <p className={styles.origin}>{sentText(event.sent, now)}</p>}
      </div>
    </li>
  )
}

// The single detail loader of the inspector.

export const details = createDetailLoader({
  store: useDetail,
  bridge,
  onGone: (failure) => showToast({ text: asSentence(failureSentence(failure, 'images').headline) })
})
