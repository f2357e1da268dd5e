import { ConnectScreen } from './connect/connect-screen.tsx'
import { frameCopy } from './copy/frame.ts'
import { AppShell } from './frame/app-shell.tsx'
import { TroubleBoundary } from './frame/trouble-boundary.tsx'
import { WindowTrouble } from './frame/window-trouble.tsx'
import { ImagesScreen } from './images/images-screen.tsx'
import { ProjectsScreen } from './projects/projects-screen.tsx'
import { useConnection } from './stores/connection-store.ts'
import { usePreferences } from './stores/preferences-store.ts'
import { Toasts } from './ui/toast.tsx'
import { TooltipDelays } from './ui/tooltip.tsx'

/** The window: connect first, then the library. */
export function App() {
  return (
    <TooltipDelays delay={500}>
      <TroubleBoundary>
        <Screen />
      </TroubleBoundary>
      <Toasts label={frameCopy.notifications} closeLabel={frameCopy.close} />
    </TooltipDelays>
  )
}

function Screen() {
  const { connection, trouble } = useConnection()
  const screen = usePreferences((state) => state.preferences.screen)
  if (trouble) return <WindowTrouble failure={trouble} />
  if (connection === null) return <ConnectScreen />
  return <AppShell>{screen === 'projects' ? <ProjectsScreen /> : <ImagesScreen />}</AppShell>
}
