import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useCreate } from '../stores/create-store.ts'
import styles from './app-frame.module.css'

/** Where the end of the status bar is, for the screen that fills it. */
export const StatusEndContext = createContext<HTMLElement | null>(null)

interface AppFrameProps {
  /** Title and controls of the screen, 52 px high, across centre and inspector. */
  readonly toolbar: ReactNode
  /** Rows between toolbar and main: chips, strips. */
  readonly head?: ReactNode
  readonly main: ReactNode
  /** The panel at the end; absent = closed. Under 1100 px it lies over main. An open create form takes its place. */
  readonly inspector?: ReactNode
  /** Lies over sidebar, toolbar, head and main, which stay as they are and cannot be reached meanwhile. */
  readonly cover?: ReactNode
  /** What the end of the status bar says. */
  readonly statusEnd?: ReactNode
}

/** The regions a screen fills. Sidebar, bars and status bar stay mounted around it, so focus survives a change. */
export function AppFrame({ toolbar, head, main, inspector, cover, statusEnd }: AppFrameProps) {
  const end = use(StatusEndContext)
  const isCreating = useCreate((state) => state.isOpen)
  const isCovered = Boolean(cover)
  return (
    <>
      <header className={styles.top} inert={isCovered}>
        <div className={styles.toolbar}>{toolbar}</div>
        <div className={styles.head}>{head}</div>
      </header>
      <main className={styles.main} inert={isCovered} tabIndex={-1}>
        {main}
      </main>
      {cover}
      {inspector && !isCreating && <aside className={styles.inspector}>{inspector}</aside>}
      {end && createPortal(statusEnd, end)}
    </>
  )
}
