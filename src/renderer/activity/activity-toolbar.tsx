import { bridge } from '../bridge.ts'
import { activityCopy, completenessText, logCopy } from '../copy/activity.ts'
import { setPaused, syncNow, valueOrTold } from '../commands/batch-commands.ts'
import { ScreenTitle } from '../frame/screen-title.tsx'
import { useNow } from '../frame/use-now.ts'
import { EMPTY_QUERY } from '../../shared/query.ts'
import type { ActivityTab } from '../stores/activity-store.ts'
import { usePreferences } from '../stores/preferences-store.ts'
import { useQuery } from '../stores/query-store.ts'
import { useSync } from '../stores/sync-store.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast.tsx'

/** Title, whether the library is whole, and what concerns everything that is on its way. */
export function ActivityToolbar({ tab }: { readonly tab: ActivityTab }) {
  const status = useSync((state) => state.status)
  const now = useNow()
  const isPaused = status?.isPaused === true
  return (
    <>
      <ScreenTitle title={activityCopy.title} {...(status && { subtitle: completenessText(status.images, now) })} />
      {(tab === 'waiting' || tab === 'needs-you') && (
        <Button icon="grid" onClick={() => showInGrid(tab)}>
          {activityCopy.showInGrid}
        </Button>
      )}
      {tab === 'log' && (
        <Button icon="export" onClick={() => void exportLog()}>
          {activityCopy.exportLog}
        </Button>
      )}
      <Button icon={isPaused ? 'play' : 'pause'} onClick={() => void setPaused(!isPaused)}>
        {isPaused ? activityCopy.resume : activityCopy.pause}
      </Button>
      <Button look="box" icon="sync" onClick={() => void syncNow()}>
        {activityCopy.syncNow}
      </Button>
    </>
  )
}

/** The same records as images: to look at them, and to select among them. */
function showInGrid(mark: 'waiting' | 'needs-you'): void {
  useQuery.getState().setQuery({ ...EMPTY_QUERY, mark })
  usePreferences.getState().setPreferences({ screen: 'images' })
}

async function exportLog(): Promise<void> {
  const exported = valueOrTold(await bridge.exportLog(null))
  if (exported !== null) showToast({ text: logCopy.exported })
}
