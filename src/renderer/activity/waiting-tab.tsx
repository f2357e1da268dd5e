import { useMemo } from 'react'
import type { BatchReceipt } from '../../shared/batch.ts'
import type { ChangeRow } from '../../shared/change.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { batchStopText, originText } from '../../copy/activity.ts'
import { copy } from '../../copy/language.ts'
import { JobCard } from '../frame/job-card.tsx'
import { useJobFacts } from '../frame/job-line.ts'
import { useNow } from '../frame/use-window.ts'
import { EmptyNote } from '../ui/notes.tsx'
import type { ChangeListener } from './change-details.tsx'
import { ChangeLine } from './change-line.tsx'
import { useRevision } from './library-reads.ts'
import { useRowPages } from './row-pages.ts'
import { SectionList } from './section-list.tsx'
import type { Section } from './sections.ts'

export const CHANGE_ROW_PX = 36

/** Returns the texts that the tab’s name implies for every row, and those on the card of a batch. */
function headTexts(receipt: BatchReceipt | undefined, now: number): readonly string[] {
  const byTab = [copy.batches.outcomeNames.waiting, copy.activity.attempts(0)]
  if (receipt === undefined || receipt.size === 1) return byTab
  const stopped = receipt.pause === null ? [] : [batchStopText(receipt.pause.why)]
  return [...byTab, ...stopped, originText({ requestedAt: receipt.startedAt, batch: receipt.batch }, now)]
}

/** Pending changes in the order of sending: a batch with its card, a single change alone. */
export function WaitingTab({ status, ...listener }: ChangeListener & { readonly status: SyncStatus }) {
  const now = useNow()
  const facts = useJobFacts()
  const pages = useRowPages(readWaiting, useRevision())
  const batches = useMemo(() => status.running.filter((receipt) => receipt.waiting > 0), [status])
  const sections: readonly Section[] = batches.map(({ batch, waiting, size }) => ({
    id: String(batch),
    count: waiting,
    hasHead: size > 1
  }))
  if (batches.length === 0) return <EmptyNote icon="check" headline={copy.activity.nothingWaits} />
  return (
    <SectionList<ChangeRow>
      label={copy.activity.waitingList}
      sections={sections}
      pages={pages}
      rowPx={CHANGE_ROW_PX}
      keyOf={({ entry }) => String(entry)}
      renderHead={(section) => {
        const receipt = batches[section]
        return receipt && facts && <JobCard receipt={receipt} facts={facts} now={now} />
      }}
      renderRow={(row, { section, isActive }) => (
        <ChangeLine
          row={row}
          isActive={isActive}
          now={now}
          headTexts={headTexts(batches[section], now)}
          onDetails={listener.onDetails}
        />
      )}
      onActive={({ entry }) =>
        listener.onShow({ entry, current: () => pages.find((row) => row.entry === entry) ?? null })
      }
      onOpen={listener.onDetails}
    />
  )
}

function readWaiting(section: string, offset: number, limit: number) {
  return bridge.listChanges({
    filter: { state: 'waiting', reason: null, batch: Number(section) },
    offset,
    limit
  })
}
