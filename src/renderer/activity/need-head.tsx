import type { Group, SyncStatus } from '../../shared/sync-status.ts'
import { activityCopy } from '../copy/activity.ts'
import { needSentence, remedyLabel, removeAllLabel } from '../copy/needs.ts'
import { removalsBody, removalsHeadline } from '../copy/frame.ts'
import { Button } from '../ui/button.tsx'
import { groupRemedies } from './need-sections.ts'
import type { NeedSection } from './need-sections.ts'
import { decideRemovals, useRepair } from '../frame/repair-store.ts'
import styles from './activity-screen.module.css'

export interface NeedHeadProps {
  readonly section: NeedSection
  readonly status: SyncStatus
}

/** One reason in one sentence, and what can be done about all it concerns. */
export function NeedHead({ section, status }: NeedHeadProps) {
  return section.kind === 'removals' ? (
    <RemovalsHead group={section.group} status={status} />
  ) : (
    <ReasonHead section={section} />
  )
}

function ReasonHead({ section: { need } }: { readonly section: Extract<NeedSection, { kind: 'changes' }> }) {
  const askForGroup = useRepair((state) => state.askForGroup)
  const { headline, body } = needSentence(need)
  return (
    <div className={styles.head}>
      <div>
        <h2>{headline}</h2>
        <p>{body}</p>
      </div>
      <div className={styles.buttons}>
        {groupRemedies(need)
          .toReversed()
          .map((remedy, index, all) => (
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

function RemovalsHead({ group, status }: { readonly group: Group; readonly status: SyncStatus }) {
  const askForRemovals = useRepair((state) => state.askForRemovals)
  const { removals } = status[group]
  if (removals === null) return null
  const { count } = removals
  return (
    <div className={styles.head}>
      <div>
        <h2>{removalsHeadline(group, count)}</h2>
        <p>{removalsBody(removals)}</p>
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
