import { useState } from 'react'
import type { ReactNode } from 'react'
import { StatusEndContext } from './app-frame.tsx'
import { Banners } from './banners.tsx'
import { useKeptFocus } from './keep-focus.ts'
import { RepairDialogs } from './repair-dialogs.tsx'
import { Sidebar } from './sidebar.tsx'
import { StopDialog } from './stop-dialog.tsx'
import { StatusBar } from './status-bar.tsx'
import styles from './app-shell.module.css'

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
