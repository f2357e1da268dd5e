import { useEffect, useState } from 'react'
import {
  type BatchId,
  type BatchItemRow,
  type BatchReceipt,
  ITEM_STATUSES,
  type ItemStatus
} from '../../shared/batch.ts'
import { bridge } from '../bridge.ts'
import { undoReceipt } from '../commands/undo-commands.ts'
import { originText, outcomeFilterLabel } from '../../copy/activity.ts'
import { batchAsked } from '../../copy/batches.ts'
import { copy } from '../../copy/language.ts'
import { inOneRow } from '../../copy/names.ts'
import { momentText } from '../../copy/time.ts'
import { receiptRows } from '../frame/job-line.ts'
import { useNow } from '../frame/use-window.ts'
import { showActivity, useActivity } from '../stores/window-store.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyNote } from '../ui/notes.tsx'
import { ItemLine } from './change-line.tsx'
import { useBatches, useRevision } from './library-reads.ts'
import { useRowPages } from './row-pages.ts'
import { SectionList } from './section-list.tsx'
import styles from './activity-screen.module.css'

const ITEM_ROW_PX = 30

/** The history: every batch, newest first, with the status of each item. */
export function HistoryTab() {
  const now = useNow()
  const revision = useRevision()
  const opened = useActivity((state) => state.batch)
  const [filter, setFilter] = useState<{ readonly batch: BatchId; readonly status: ItemStatus } | null>(null)
  const { rows, readOn: readMore } = useBatches(revision, opened)
  const pages = useRowPages(readItems, revision)
  if (rows === null) return null
  if (rows.length === 0)
    return <EmptyNote icon="clock" headline={copy.activity.nothingHappened} body={copy.activity.nothingHappenedBody} />
  const status = filter !== null && filter.batch === opened ? filter.status : null
  return (
    <SectionList<BatchItemRow>
      label={copy.activity.historyList}
      sections={rows.map((receipt) => ({
        id: `${receipt.batch}:${status ?? ''}`,
        count: receipt.batch === opened ? (status === null ? receipt.size : receipt[status]) : 0,
        hasHead: true
      }))}
      pages={pages}
      rowPx={ITEM_ROW_PX}
      keyOf={({ record }) => String(record)}
      reveal={opened === null ? null : { name: opened, section: rows.findIndex(({ batch }) => batch === opened) }}
      onEnd={readMore}
      renderHead={(section) => {
        const receipt = rows[section]
        if (receipt === undefined) return null
        const isOpen = receipt.batch === opened
        return (
          <BatchHead
            receipt={receipt}
            now={now}
            isOpen={isOpen}
            status={isOpen ? status : null}
            onToggle={() => showActivity('history', { batch: isOpen ? null : receipt.batch })}
            onStatus={(next) => setFilter(next === null ? null : { batch: receipt.batch, status: next })}
          />
        )
      }}
      renderRow={(row, { isActive }) => <ItemLine row={row} isActive={isActive} now={now} />}
    />
  )
}

const isItemStatus = (text: string | undefined): text is ItemStatus => ITEM_STATUSES.some((status) => status === text)

/** Reads the items of a section: all of a batch, or those with one status. */
function readItems(section: string, offset: number, limit: number) {
  const [batch, status] = section.split(':')
  return bridge.listBatchItems({ batch: Number(batch), status: isItemStatus(status) ? status : null, offset, limit })
}

interface BatchHeadProps {
  readonly receipt: BatchReceipt
  /** ms since epoch. */
  readonly now: number
  readonly isOpen: boolean
  /** The status whose items are shown; `null` for all. */
  readonly status: ItemStatus | null
  readonly onToggle: () => void
  readonly onStatus: (status: ItemStatus | null) => void
}

/** One batch of the history in two lines with Undo; expanded, with filters by status. */
function BatchHead(props: BatchHeadProps) {
  const { receipt, now, isOpen, onToggle } = props
  const title = batchAsked(receipt)
  const outcomes = receiptRows(receipt).filter(({ count }) => count > 0)
  return (
    <div className={styles.batch} data-open={isOpen || undefined}>
      <button type="button" className={styles.expand} aria-expanded={isOpen} onClick={onToggle}>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
        <span className={styles.words}>
          <b>
            <bdi>{title}</bdi>
          </b>
          <small>
            {inOneRow([
              copy.batches.name(receipt.batch),
              momentText(receipt.startedAt, now),
              ...outcomes.map(({ status, count }) => copy.batches.outcomes[status](count))
            ])}
          </small>
        </span>
      </button>
      {receipt.canUndo && (
        <Button
          variant="box"
          size="small"
          aria-label={`${copy.activity.undo}: ${title}`}
          onClick={() => void undoReceipt(receipt)}
        >
          {copy.activity.undo}
        </Button>
      )}
      {isOpen && <Outcomes {...props} />}
    </div>
  )
}

function Outcomes({ receipt, status: chosen, onStatus }: BatchHeadProps) {
  const outcomes = receiptRows(receipt).filter(({ count }) => count > 0)
  return (
    <div className={styles.outcomes} role="group" aria-label={copy.activity.items}>
      <Button size="small" isOn={chosen === null} aria-pressed={chosen === null} onClick={() => onStatus(null)}>
        {outcomeFilterLabel(null, receipt.size)}
      </Button>
      {outcomes.map(({ status, count }) => (
        <Button
          key={status}
          size="small"
          isOn={chosen === status}
          aria-pressed={chosen === status}
          onClick={() => onStatus(status)}
        >
          {outcomeFilterLabel(status, count)}
        </Button>
      ))}
    </div>
  )
}

/** Every change that the service confirmed, newest batch first. */
export function DoneTab() {
  const now = useNow()
  const revision = useRevision()
  const { rows, readOn: readMore, hasMore } = useBatches(revision, null)
  const pages = useRowPages(readItems, revision)
  const isEmpty = rows?.some(({ done }) => done > 0) === false
  // A list without rows never reaches its end, so older batches are read here.
  useEffect(() => {
    if (isEmpty) readMore()
  }, [isEmpty, readMore])
  if (rows === null || (isEmpty && hasMore)) return null
  if (isEmpty)
    return <EmptyNote icon="check" headline={copy.activity.nothingDone} body={copy.activity.nothingDoneBody} />
  return (
    <SectionList<BatchItemRow>
      label={copy.activity.doneList}
      sections={rows.map(({ batch, done }) => ({ id: `${batch}:done`, count: done, hasHead: false }))}
      pages={pages}
      rowPx={ITEM_ROW_PX}
      keyOf={({ record }) => String(record)}
      onEnd={readMore}
      renderHead={() => null}
      renderRow={(row, { section, isActive }) => {
        const batch = rows[section]
        const origin = batch && originText({ requestedAt: batch.startedAt, batch: batch.batch }, now)
        return <ItemLine row={row} isActive={isActive} now={now} {...(origin && { origin })} />
      }}
    />
  )
}
