import { useState } from 'react'
import { EMPTY_QUERY } from '../../shared/query.ts'
import { GROUPS, type SyncStatus } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { setPaused, syncNow, valueOrReport } from '../commands/batch-commands.ts'
import { CommandFailure } from '../commands/command-failure.tsx'
import { completenessText } from '../../copy/activity.ts'
import { formatCount } from '../../copy/format.ts'
import { copy } from '../../copy/language.ts'
import { AppFrame, ScreenTitle, useInspectorPanel } from '../frame/app-frame.tsx'
import { useNow } from '../frame/use-window.ts'
import { setPreferences } from '../stores/preferences-store.ts'
import { setQuery } from '../stores/query-store.ts'
import { useSync } from '../stores/sync-store.ts'
import { ACTIVITY_TABS, type ActivityTab, showActivity, useActivity } from '../stores/window-store.ts'
import { Button } from '../ui/button.tsx'
import { type TabOption, TabPanel, TabRow, Tabs } from '../ui/choices.tsx'
import { showToast } from '../ui/toast.tsx'
import { ChangeDetails, type ShownChange } from './change-details.tsx'
import { DoneTab, HistoryTab } from './history-tab.tsx'
import { LogTab } from './log-tab.tsx'
import { NeedsTab } from './needs-tab.tsx'
import { WaitingTab } from './waiting-tab.tsx'
import styles from './activity-screen.module.css'

/** Pending changes, those that need attention, the history, and the log. */
export function ActivityScreen() {
  const tab = useActivity((state) => state.tab)
  const status = useSync((state) => state.status)
  const [shown, setShown] = useState<{ readonly tab: ActivityTab; readonly change: ShownChange } | null>(null)
  const panel = useInspectorPanel()
  const hasPanel = panel.isOpen && (tab === 'waiting' || tab === 'needs-attention')
  const isEmpty = (tab === 'waiting' ? status?.waiting : status?.needsAttention) === 0
  // The last row belongs to its list: it is hidden with another tab, or when the list is empty.
  const change = shown?.tab === tab && !isEmpty ? shown.change : null
  const listener = {
    onShow: (next: ShownChange) => setShown({ tab, change: next }),
    onDetails: () => panel.setOpen(true)
  }
  return (
    <AppFrame
      toolbar={<ActivityToolbar tab={tab} />}
      head={<CommandFailure />}
      main={
        <div className={styles.screen}>
          <Tabs value={tab} onChange={(next: ActivityTab) => showActivity(next)}>
            <TabRow label={copy.activity.tabs} options={ACTIVITY_TABS.map((value) => tabOption(value, status))} />
            <TabPanel value="waiting">{status && <WaitingTab status={status} {...listener} />}</TabPanel>
            <TabPanel value="needs-attention">{status && <NeedsTab status={status} {...listener} />}</TabPanel>
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
  )
}

function tabOption(value: ActivityTab, status: SyncStatus | null): TabOption<ActivityTab> {
  const label = copy.activity.tabNames[value]
  if (status === null || (value !== 'waiting' && value !== 'needs-attention')) return { value, label }
  if (value === 'waiting') return { value, label, count: formatCount(status.waiting) }
  // Missing records are a question too, although no change of the user’s.
  const needsDecision = status.needsAttention > 0 || GROUPS.some((group) => status[group].removals !== null)
  return { value, label, count: formatCount(status.needsAttention), ...(needsDecision && { icon: 'triangle' }) }
}

/** Title, completeness of the library, and controls for all of sync. */
function ActivityToolbar({ tab }: { readonly tab: ActivityTab }) {
  const status = useSync((state) => state.status)
  const now = useNow()
  const isPaused = status?.isPaused === true
  return (
    <>
      <ScreenTitle title={copy.activity.title} {...(status && { subtitle: completenessText(status.images, now) })} />
      {(tab === 'waiting' || tab === 'needs-attention') && (
        <Button icon="grid" onClick={() => showInGrid(tab)}>
          {copy.activity.showInGrid}
        </Button>
      )}
      {tab === 'log' && (
        <Button icon="export" onClick={() => void exportLog()}>
          {copy.activity.exportLog}
        </Button>
      )}
      <Button icon={isPaused ? 'play' : 'pause'} onClick={() => void setPaused(!isPaused)}>
        {isPaused ? copy.activity.resume : copy.activity.pause}
      </Button>
      <Button variant="box" icon="sync" onClick={() => void syncNow()}>
        {copy.activity.syncNow}
      </Button>
    </>
  )
}

/** Shows the same records as images in the grid. */
function showInGrid(mark: 'waiting' | 'needs-attention'): void {
  setQuery({ ...EMPTY_QUERY, mark })
  setPreferences({ screen: 'images' })
}

async function exportLog(): Promise<void> {
  const exported = valueOrReport(await bridge.exportLog(null))
  if (exported !== null) showToast({ text: copy.log.exported })
}
