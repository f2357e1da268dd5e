import { type ReactNode, useEffect, useState } from 'react'
import { StatusEndContext } from './app-frame.tsx'
import { Banners } from './banners.tsx'
import { RepairDialogs, StopDialog } from './question-dialogs.tsx'
import { Sidebar } from './sidebar.tsx'
import { StatusBar } from './status-bar.tsx'
import styles from './app-frame.module.css'

/** The window around a screen: sidebar, bar for lasting states, status bar. The screen fills the rest by `AppFrame`. */
export function AppShell({ children }: { readonly children: ReactNode }) {
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

// Nobody at the keyboard is thrown back to the top of the window: when what had the focus is gone, a button of a bar or
// the list of another screen, the screen that is there now gets it.

/** In the order in which they are tried: what a screen is about, else the tab that is open, else the region itself. */
const PLACES = [
  '[data-cover] [role="slider"]',
  'main:not([inert]) [role="grid"][tabindex="0"]',
  'main:not([inert]) [role="grid"] [tabindex="0"]',
  'main:not([inert]) [role="tab"][aria-selected="true"]',
  'main:not([inert])'
] as const

const isNowhere = (): boolean => document.activeElement === document.body
/** In the region, and in nothing of it: what the screen is about may still be on its way. */
const isAtTheDoor = (): boolean => isNowhere() || document.activeElement?.localName === 'main'

/** What a screen reads at its start is there within so many frames, or is waited for no longer. */
const MOST_FRAMES = 60

function focusScreen(frames = MOST_FRAMES): void {
  for (const place of PLACES) {
    document.querySelector<HTMLElement>(place)?.focus({ preventScroll: true })
    if (!isAtTheDoor()) return
  }
  if (frames > 0) requestAnimationFrame(() => isAtTheDoor() && focusScreen(frames - 1))
}

/** Dialogs, menus and lists put the focus back themselves, within a frame of their end. */
const afterTheirTurn = (run: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(run))

/** Watches the window while it is mounted. */
function useKeptFocus(): void {
  useEffect(() => {
    const onFocusOut = ({ target, relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null || !(target instanceof Element)) return
      afterTheirTurn(() => {
        if (!target.isConnected && isNowhere()) focusScreen()
      })
    }
    document.addEventListener('focusout', onFocusOut)
    return () => document.removeEventListener('focusout', onFocusOut)
  }, [])
}
