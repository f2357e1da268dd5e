import { DirectionProvider } from '@base-ui/react/direction-provider'
import { type ReactNode, useEffect, useState } from 'react'
import { copy } from '../copy/language.ts'
import type { ScreenName } from '../shared/preferences.ts'
import { ActivityScreen } from './activity/activity-screen.tsx'
import styles from './frame/app-frame.module.css'
import { ConnectScreen } from './connect/connect-screen.tsx'
import { CreateSheet } from './create/create-sheet.tsx'
import { StatusEndContext } from './frame/app-frame.tsx'
import { Banners } from './frame/banners.tsx'
import { RepairDialogs, StopDialog } from './frame/question-dialogs.tsx'
import { Sidebar } from './frame/sidebar.tsx'
import { StatusBar } from './frame/status-bar.tsx'
import { LibraryFailureWindow, FailureBoundary } from './frame/window-failure.tsx'
import { ImagesScreen } from './images/images-screen.tsx'
import { ProjectsScreen } from './projects/projects-screen.tsx'
import { SettingsDialog } from './settings/settings-dialog.tsx'
import { useLanguage, usePreferences } from './stores/preferences-store.ts'
import { useConnection } from './stores/sync-store.ts'
import { TooltipDelays } from './ui/popover.tsx'
import { Toasts } from './ui/toast.tsx'

/** The window: the connect screen first, then the library. */
export function App() {
  const { direction } = useLanguage()
  return (
    <DirectionProvider direction={direction}>
      <TooltipDelays delay={500}>
        <FailureBoundary>
          <Screen />
        </FailureBoundary>
        <Toasts label={copy.frame.notifications} closeLabel={copy.frame.close} />
      </TooltipDelays>
    </DirectionProvider>
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

/** The window around a screen: sidebar, banners and status bar. The screen fills the other regions by `AppFrame`. */
function AppShell({ children }: { readonly children: ReactNode }) {
  const [statusEnd, setStatusEnd] = useState<HTMLElement | null>(null)
  useKeptFocus()
  return (
    <div className={styles.shell}>
      <Sidebar />
      <Banners />
      <StatusEndContext value={statusEnd}>{children}</StatusEndContext>
      <StatusBar endRef={setStatusEnd} />
      <StopDialog />
      <RepairDialogs />
    </div>
  )
}

// Keeps the keyboard focus in the window: when the focused element disappears, such as a button of a banner or the list
// of another screen, the current screen receives the focus.

/** Candidates for the focus, in order: the main control of the screen, the selected tab, the region itself. */
const FOCUS_TARGETS = [
  '[data-cover] [role="slider"]',
  'main:not([inert]) [role="grid"][tabindex="0"]',
  'main:not([inert]) [role="grid"] [tabindex="0"]',
  'main:not([inert]) [role="tab"][aria-selected="true"]',
  'main:not([inert])'
] as const

const isNowhere = (): boolean => document.activeElement === document.body
/** The focus is on the region itself or nowhere, because the screen may still be loading its content. */
const isUnplaced = (): boolean => isNowhere() || document.activeElement?.localName === 'main'

/** Frames to wait for what a screen reads at its start. */
const MAX_FRAMES = 60

function focusScreen(frames = MAX_FRAMES): void {
  for (const place of FOCUS_TARGETS) {
    document.querySelector<HTMLElement>(place)?.focus({ preventScroll: true })
    if (!isUnplaced()) return
  }
  if (frames > 0) requestAnimationFrame(() => isUnplaced() && focusScreen(frames - 1))
}

/** Dialogs, menus and lists restore the focus themselves, within a frame of closing. */
const afterTwoFrames = (run: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(run))

/** Watches the window while it is mounted. */
function useKeptFocus(): void {
  useEffect(() => {
    const onFocusOut = ({ target, relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null || !(target instanceof Element)) return
      afterTwoFrames(() => {
        if (!target.isConnected && isNowhere()) focusScreen()
      })
    }
    document.addEventListener('focusout', onFocusOut)
    return () => document.removeEventListener('focusout', onFocusOut)
  }, [])
}
