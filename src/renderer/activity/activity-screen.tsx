import { useState } from 'react'
import { GROUPS } from '../../shared/sync-status.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'
import { CommandFailure } from '../commands/command-failure.tsx'
import { activityCopy, tabLabel } from '../copy/activity.ts'
import { formatCount } from '../format.ts'
import { AppFrame } from '../frame/app-frame.tsx'
import { useInspectorPanel } from '../frame/use-inspector-panel.ts'
import { ACTIVITY_TABS, showActivity, useActivity } from '../stores/activity-store.ts'
import type { ActivityTab } from '../stores/activity-store.ts'
import { useSync } from '../stores/sync-store.ts'
import { TabPanel, TabRow, Tabs } from '../ui/tabs.tsx'
import type { TabOption } from '../ui/tabs.tsx'
import { ActivityToolbar } from './activity-toolbar.tsx'
import { ChangeDetails } from './change-details.tsx'
import { DoneTab } from './done-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { LogTab } from './log-tab.tsx'
import { NeedsTab } from './needs-tab.tsx'
import type { ShownChange } from './shown-change.ts'
import { WaitingTab } from './waiting-tab.tsx'
import styles from './activity-screen.module.css'

/** What waits, what needs the person, what was done, and what the app wrote down. */
export function ActivityScreen() {
  const tab = useActivity((state) => state.tab)
  const status = useSync((state) => state.status)
  const [shown, setShown] = useState<{ readonly tab: ActivityTab; readonly change: ShownChange } | null>(null)
  const panel = useInspectorPanel()
  const hasPanel = panel.isOpen && (tab === 'waiting' || tab === 'needs-you')
  const isEmpty = (tab === 'waiting' ? status?.waiting : status?.needsYou) === 0
  // The last rows that were read stay with a list that came to its end, or that is not looked at.
  const change = shown?.tab === tab && !isEmpty ? shown.change : null
  const listener = {
    onShow: (next: ShownChange) => setShown({ tab, change: next }),
    onDetails: () => panel.setOpen(true)
  }
  return (
    <>
      <AppFrame
        toolbar={<ActivityToolbar tab={tab} />}
        head={<CommandFailure />}
        main={
          <div className={styles.screen}>
            <Tabs value={tab} onChange={(next: ActivityTab) => showActivity(next)}>
              <TabRow label={activityCopy.tabs} options={ACTIVITY_TABS.map((value) => tabOption(value, status))} />
              <TabPanel value="waiting">{status && <WaitingTab status={status} {...listener} />}</TabPanel>
              <TabPanel value="needs-you">{status && <NeedsTab status={status} {...listener} />}</TabPanel>
              <TabPanel value="done">
                <DoneTab />
              </TabPanel>
              <TabPanel value="history">
                <HistoryTab />
              </TabPanel>
              <TabPanel value="log">
                <LogTab />
              </TabPanel>
            </Tabs>
          </div>
        }
        inspector={hasPanel && <ChangeDetails shown={change} onClose={() => panel.setOpen(false)} />}
      />
    </>
  )
}

function tabOption(value: ActivityTab, status: SyncStatus | null): TabOption<ActivityTab> {
  const label = tabLabel[value]
  if (status === null || (value !== 'waiting' && value !== 'needs-you')) return { value, label }
  if (value === 'waiting') return { value, label, count: formatCount(status.waiting) }
  // Records that seem gone are a question as well, though no change of anybody's.
  const isAsked = status.needsYou > 0 || GROUPS.some((group) => status[group].removals !== null)
  return { value, label, count: formatCount(status.needsYou), ...(isAsked && { icon: 'triangle' }) }
}
