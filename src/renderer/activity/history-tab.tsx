import { useState } from 'react'
import { OUTCOME_WORDS } from '../../shared/batch.ts'
import type { BatchId, BatchItemRow, OutcomeWord } from '../../shared/batch.ts'
import { bridge } from '../bridge.ts'
import { activityCopy } from '../copy/activity.ts'
import { useNow } from '../frame/use-now.ts'
import { showActivity, useActivity } from '../stores/activity-store.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { BatchHead } from './batch-head.tsx'
import { ItemLine } from './item-line.tsx'
import { SectionList } from './section-list.tsx'
import { useBatches } from './use-batches.ts'
import { useRevision } from './use-revision.ts'
import { useRowPages } from './use-row-pages.ts'

export const ITEM_ROW_PX = 30

/** The history: every batch, newest first, with what became of each of its items. */
export function HistoryTab() {
  const now = useNow()
  const revision = useRevision()
  const opened = useActivity((state) => state.batch)
  const [filter, setFilter] = useState<{ readonly batch: BatchId; readonly word: OutcomeWord } | null>(null)
  const { rows, readOn } = useBatches(revision, opened)
  const pages = useRowPages(readItems, revision)
  if (rows === null) return null
  if (rows.length === 0)
    return <EmptyNote icon="clock" headline={activityCopy.nothingHappened} body={activityCopy.nothingHappenedBody} />
  const word = filter !== null && filter.batch === opened ? filter.word : null
  return (
    <SectionList<BatchItemRow>
      label={activityCopy.historyList}
      sections={rows.map((receipt) => ({
        id: `${receipt.batch}:${word ?? ''}`,
        count: receipt.batch === opened ? (word === null ? receipt.size : receipt[word]) : 0,
        hasHead: true
      }))}
      pages={pages}
      rowPx={ITEM_ROW_PX}
      keyOf={({ record }) => String(record)}
      reveal={opened === null ? null : { name: opened, section: rows.findIndex(({ batch }) => batch === opened) }}
      onEnd={readOn}
      renderHead={(section) => {
        const receipt = rows[section]
        if (receipt === undefined) return null
        const isOpen = receipt.batch === opened
        return (
          <BatchHead
            receipt={receipt}
            now={now}
            isOpen={isOpen}
            word={isOpen ? word : null}
            onToggle={() => showActivity('history', { batch: isOpen ? null : receipt.batch })}
            onWord={(next) => setFilter(next === null ? null : { batch: receipt.batch, word: next })}
          />
        )
      }}
      renderRow={(row, { isActive }) => <ItemLine row={row} isActive={isActive} now={now} />}
    />
  )
}

const isWord = (text: string | undefined): text is OutcomeWord => OUTCOME_WORDS.some((word) => word === text)

/** Items of a section: of a batch, all or with one outcome. */
export function readItems(section: string, offset: number, limit: number) {
  const [batch, word] = section.split(':')
  return bridge.listBatchItems({ batch: Number(batch), word: isWord(word) ? word : null, offset, limit })
}
