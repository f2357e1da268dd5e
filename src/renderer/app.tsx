import type { ScreenName } from '../shared/preferences.ts'
import { ActivityScreen } from './activity/activity-screen.tsx'
import { ConnectScreen } from './connect/connect-screen.tsx'
import { copy } from '../copy/language.ts'
import { CreateSheet } from './create/create-sheet.tsx'
import { AppShell } from './frame/app-shell.tsx'
import { LibraryFailureWindow, FailureBoundary } from './frame/window-failure.tsx'
import { ImagesScreen } from './images/images-screen.tsx'
import { ProjectsScreen } from './projects/projects-screen.tsx'
import { SettingsDialog } from './settings/settings-dialog.tsx'
import { usePreferences } from './stores/preferences-store.ts'
import { useConnection } from './stores/sync-store.ts'
import { TooltipDelays } from './ui/popover.tsx'
import { Toasts } from './ui/toast.tsx'

/** The window: the connect screen first, then the library. */
export function App() {
  return (
    <TooltipDelays delay={500}>
      <FailureBoundary>
        <Screen />
      </FailureBoundary>
      <Toasts label={copy.frame.notifications} closeLabel={copy.frame.close} />
    </TooltipDelays>
  )
}

function Screen() {
  const { connection, failure, opening } = useConnection()
  const screen = usePreferences((state) => state.preferences.screen)
  if (failure) return <LibraryFailureWindow failure={failure} />
  if (connection === null) return <ConnectScreen />
  return (
    <AppShell key={opening}>
      <ShownScreen name={screen} />
      <CreateSheet />
      <SettingsDialog />
    </AppShell>
  )
}

function ShownScreen({ name }: { readonly name: ScreenName }) {
  if (name === 'activity') return <ActivityScreen />
  return name === 'projects' ? <ProjectsScreen /> : <ImagesScreen />
}
