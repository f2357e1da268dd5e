import { useState } from 'react'
import { groupOf } from '../../shared/change.ts'
import type { NeedGroup } from '../../shared/change.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { activityCopy } from '../copy/activity.ts'
import { failureSentence } from '../copy/failures.ts'
import { valueOrTold } from '../commands/batch-commands.ts'
import { useNow } from '../frame/use-now.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { ChangeLine } from './change-line.tsx'
import { GoneLine } from './gone-line.tsx'
import { NeedHead } from './need-head.tsx'
import { needRowKey, needSections } from './need-sections.ts'
import type { NeedRow, NeedSection } from './need-sections.ts'
import { readNeedRows } from './read-need-rows.ts'
import { SectionList } from './section-list.tsx'
import type { ChangeListener } from './shown-change.ts'
import { useRead } from './use-read.ts'
import { useRevision } from './use-revision.ts'
import { useRowPages } from './use-row-pages.ts'
import { CHANGE_ROW_PX } from './waiting-tab.tsx'

/** What the person must decide, by reason, each with its remedies for all of them and for one. */
export function NeedsTab({ status, ...listener }: ChangeListener & { readonly status: SyncStatus }) {
  const now = useNow()
  const revision = useRevision()
  const needs = useRead(readNeeds, revision)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const pages = useRowPages(readNeedRows, revision)
  if (needs === null) return null
  const sections = needSections(status, needs, opened)
  if (sections.length === 0) return <EmptyNote icon="check" headline={activityCopy.nothingNeeds} />
  const show = (row: NeedRow) => {
    if (row.kind !== 'change') return
    const { entry } = row.change
    const isIt = (other: NeedRow): boolean => other.kind === 'change' && other.change.entry === entry
    listener.onShow({ entry, look: () => changeIn(pages.find(isIt)) })
  }
  return (
    <SectionList<NeedRow>
      label={activityCopy.needsList}
      sections={sections}
      pages={pages}
      rowPx={CHANGE_ROW_PX}
      keyOf={needRowKey}
      renderHead={(section) => {
        const found: NeedSection | undefined = sections[section]
        return (
          found && <NeedHead section={found} status={status} onToggle={() => setOpened(toggled(opened, found.id))} />
        )
      }}
      renderRow={(row, { section, isActive }) =>
        row?.kind === 'gone' ? (
          <GoneLine row={row} isActive={isActive} />
        ) : (
          <ChangeLine
            row={row?.change}
            isActive={isActive}
            now={now}
            said={saidAbove(sections[section])}
            onDetails={listener.onDetails}
          />
        )
      }
      onActive={show}
      onOpen={listener.onDetails}
    />
  )
}

/** The reason that its head gives for all of a section. */
function saidAbove(section: NeedSection | undefined): readonly string[] {
  if (section?.kind !== 'changes') return []
  const { failure, reason } = section.need
  return [failureSentence(failure, groupOf(reason.kind)).headline]
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const others = [...ids].filter((other) => other !== id)
  return new Set(others.length === ids.size ? [...others, id] : others)
}

function changeIn(row: NeedRow | undefined) {
  return row?.kind === 'change' ? row.change : null
}

async function readNeeds(): Promise<readonly NeedGroup[] | null> {
  return valueOrTold(await bridge.listNeeds(null))
}
