import type { ReactNode } from 'react'
import { LONG_NEED } from '../../shared/limits.ts'
import type { Group, SyncStatus } from '../../shared/sync-status.ts'
import { activityCopy, showListLabel } from '../copy/activity.ts'
import { needSentence, remedyLabel, removeAllLabel } from '../copy/needs.ts'
import { removalsBody, removalsHeadline } from '../copy/frame.ts'
import { Button } from '../ui/button.tsx'
import type { NeedSection } from './need-sections.ts'
import { decideRemovals, useRepair } from '../frame/repair-store.ts'
import styles from './activity-screen.module.css'

interface NeedHeadProps {
  readonly section: NeedSection
  readonly status: SyncStatus
  /** Shows the rows of a long list, or folds them. */
  readonly onToggle: () => void
}

/** One reason in one sentence, and what can be done about all it concerns. */
export function NeedHead({ section, status, onToggle }: NeedHeadProps) {
  const fold = section.size > LONG_NEED && (
    <Button look="link" size="small" aria-expanded={section.isOpen} onClick={onToggle}>
      {section.isOpen ? activityCopy.hideList : showListLabel(section.size)}
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
  const askForGroup = useRepair((state) => state.askForGroup)
  const { headline, body } = needSentence(need)
  return (
    <div className={styles.head}>
      <div>
        <h2>{headline}</h2>
        <p>{body}</p>
        {fold}
      </div>
      <div className={styles.buttons}>
        {need.remedies.toReversed().map((remedy, index, all) => (
          <Button
            key={remedy}
            look={index === all.length - 1 ? 'box' : 'plain'}
            onClick={() => askForGroup(need, remedy)}
          >
            {remedyLabel({ remedy, count: need.count, row: null })}
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
  const askForRemovals = useRepair((state) => state.askForRemovals)
  const { removals } = status[group]
  if (removals === null) return null
  const { count } = removals
  return (
    <div className={styles.head}>
      <div>
        <h2>{removalsHeadline(group, count)}</h2>
        <p>{removalsBody(removals)}</p>
        {fold}
      </div>
      <div className={styles.buttons}>
        <Button onClick={() => askForRemovals({ group, count })}>{removeAllLabel(count)}</Button>
        <Button look="box" onClick={() => void decideRemovals(group, false)}>
          {activityCopy.keepThem}
        </Button>
      </div>
    </div>
  )
}
