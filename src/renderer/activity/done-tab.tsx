import { useEffect } from 'react'
import type { BatchItemRow } from '../../shared/batch.ts'
import { activityCopy, originText } from '../copy/activity.ts'
import { useNow } from '../frame/use-now.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { ITEM_ROW_PX, readItems } from './history-tab.tsx'
import { ItemLine } from './item-line.tsx'
import { SectionList } from './section-list.tsx'
import { useBatches } from './use-batches.ts'
import { useRevision } from './use-revision.ts'
import { useRowPages } from './use-row-pages.ts'

/** Every single change that the service has confirmed, of the newest batch first. */
export function DoneTab() {
  const now = useNow()
  const revision = useRevision()
  const { rows, readOn, hasMore } = useBatches(revision, null)
  const pages = useRowPages(readItems, revision)
  const isEmpty = rows?.some(({ done }) => done > 0) === false
  // A list without rows never comes to its end, so the older batches are read from here.
  useEffect(() => {
    if (isEmpty) readOn()
  }, [isEmpty, readOn])
  if (rows === null || (isEmpty && hasMore)) return null
  if (isEmpty) return <EmptyNote icon="check" headline={activityCopy.nothingDone} body={activityCopy.nothingDoneBody} />
  return (
    <SectionList<BatchItemRow>
      label={activityCopy.doneList}
      sections={rows.map(({ batch, done }) => ({ id: `${batch}:done`, count: done, hasHead: false }))}
      pages={pages}
      rowPx={ITEM_ROW_PX}
      keyOf={({ record }) => String(record)}
      onEnd={readOn}
      renderHead={() => null}
      renderRow={(row, { section, isActive }) => {
        const batch = rows[section]
        const origin = batch && originText({ askedAt: batch.startedAt, batch: batch.batch }, now)
        return <ItemLine row={row} isActive={isActive} now={now} {...(origin && { origin })} />
      }}
    />
  )
}
