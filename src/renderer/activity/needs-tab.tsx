import { type ReactNode, useState } from 'react'
import { groupOf, type AttentionGroup } from '../../shared/change.ts'
import { LONG_NEED } from '../../shared/limits.ts'
import type { Group, SyncStatus } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { valueOrReport } from '../commands/batch-commands.ts'
import { failureSentence } from '../../copy/failures.ts'
import { copy } from '../../copy/language.ts'
import { needSentence, repairActionLabel } from '../../copy/needs.ts'
import { removalsBody } from '../../copy/status.ts'
import { startGroupRepair, startRemovals, decideRemovals } from '../frame/repair-store.ts'
import { useNow } from '../frame/use-window.ts'
import { Button } from '../ui/button.tsx'
import { EmptyNote } from '../ui/notes.tsx'
import type { ChangeListener } from './change-details.tsx'
import { ChangeLine, GoneLine } from './change-line.tsx'
import { readNeedRows, useRevision } from './library-reads.ts'
import { type NeedRow, needRowKey, type NeedSection, needSections } from './need-sections.ts'
import { useRead } from './read-in-turn.ts'
import { useRowPages } from './row-pages.ts'
import { SectionList } from './section-list.tsx'
import { CHANGE_ROW_PX } from './waiting-tab.tsx'
import styles from './activity-screen.module.css'

/** The changes that need a decision, by reason, with actions for all of a reason and for one change. */
export function NeedsTab({ status, ...listener }: ChangeListener & { readonly status: SyncStatus }) {
  const now = useNow()
  const revision = useRevision()
  const needs = useRead(readNeeds, revision)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const pages = useRowPages(readNeedRows, revision)
  if (needs === null) return null
  const sections = needSections(status, needs, opened)
  if (sections.length === 0) return <EmptyNote icon="check" headline={copy.activity.nothingNeeds} />
  const show = (row: NeedRow) => {
    if (row.kind !== 'change') return
    const { entry } = row.change
    const isSameChange = (other: NeedRow): boolean => other.kind === 'change' && other.change.entry === entry
    listener.onShow({ entry, current: () => changeIn(pages.find(isSameChange)) })
  }
  return (
    <SectionList<NeedRow>
      label={copy.activity.needsList}
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
            headTexts={headTexts(sections[section])}
            onDetails={listener.onDetails}
          />
        )
      }
      onActive={show}
      onOpen={listener.onDetails}
    />
  )
}

/** Returns the texts that the head of a section shows for all of its rows. */
function headTexts(section: NeedSection | undefined): readonly string[] {
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

async function readNeeds(): Promise<readonly AttentionGroup[] | null> {
  return valueOrReport(await bridge.listNeeds(null))
}

interface NeedHeadProps {
  readonly section: NeedSection
  readonly status: SyncStatus
  /** Expands or collapses a long list. */
  readonly onToggle: () => void
}

/** One reason in a sentence, with actions for all of its changes. */
function NeedHead({ section, status, onToggle }: NeedHeadProps) {
  const fold = section.size > LONG_NEED && (
    <Button variant="link" size="small" aria-expanded={section.isOpen} onClick={onToggle}>
      {section.isOpen ? copy.activity.hideList : copy.activity.showList(section.size)}
    </Button>
  )
  return section.kind === 'removals' ? (
    <RemovalsHead group={section.group} status={status} fold={fold} />
  ) : (
    <ReasonHead section={section} fold={fold} />
  )
}

interface ReasonHeadProps {
  readonly section: Extract<NeedSection, { kind: 'changes' }>
  readonly fold: ReactNode
}

function ReasonHead({ section: { need }, fold }: ReasonHeadProps) {
  const { headline, body } = needSentence(need)
  return (
    <div className={styles.head}>
      <div>
        <h2>{headline}</h2>
        <p>{body}</p>
        {fold}
      </div>
      <div className={styles.buttons}>
        {need.repairActions.toReversed().map((repairAction, index, all) => (
          <Button
            key={repairAction}
            variant={index === all.length - 1 ? 'box' : 'plain'}
            onClick={() => startGroupRepair(need, repairAction)}
          >
            {repairActionLabel({ repairAction, count: need.count, kind: need.reason.kind, row: null })}
          </Button>
        ))}
      </div>
    </div>
  )
}

interface RemovalsHeadProps {
  readonly group: Group
  readonly status: SyncStatus
  readonly fold: ReactNode
}

function RemovalsHead({ group, status, fold }: RemovalsHeadProps) {
  const { removals } = status[group]
  if (removals === null) return null
  const { count } = removals
  return (
    <div className={styles.head}>
      <div>
        <h2>{copy.banners.removals[group](count)}</h2>
        <p>{removalsBody(removals)}</p>
        {fold}
      </div>
      <div className={styles.buttons}>
        <Button onClick={() => startRemovals(group, count)}>{copy.needs.removeAll(count)}</Button>
        <Button variant="box" onClick={() => void decideRemovals(group, false)}>
          {copy.activity.keepAll(count)}
        </Button>
      </div>
    </div>
  )
}
