import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { sampleCopy } from '../copy/connect.ts'
import { imagesCopy } from '../copy/images.ts'
import { useCreate } from '../stores/create-store.ts'
import { setPreferences, usePreferences } from '../stores/preferences-store.ts'
import { useConnection } from '../stores/sync-store.ts'
import { IconButton } from '../ui/button.tsx'
import { Tooltip } from '../ui/popover.tsx'
import { useMediaQuery } from './use-window.ts'
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

interface ScreenTitleProps {
  readonly title: string
  /** One line of numbers beneath it. */
  readonly subtitle?: string
}

/** What the window shows, at the start of the toolbar; takes up the slack before the controls. */
export function ScreenTitle({ title, subtitle }: ScreenTitleProps) {
  return (
    <div className={styles.title}>
      <div className={styles.line}>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <SampleMark />
      </div>
      {subtitle && <p>{subtitle}</p>}
    </div>
  )
}

/** Beside a screen's title and in the window's, for as long as the library is the sample. */
export function SampleMark() {
  const isSample = useConnection((state) => state.connection?.isSample === true)
  useEffect(() => {
    if (!isSample) return undefined
    const before = document.title
    document.title = sampleCopy.windowTitle
    return () => {
      document.title = before
    }
  }, [isSample])
  if (!isSample) return null
  return (
    <Tooltip text={sampleCopy.badgeHint}>
      <span className={styles.badge}>{sampleCopy.badge}</span>
    </Tooltip>
  )
}

interface InspectorBodyProps {
  /** Names the panel for assistive technology. */
  readonly label: string
  readonly closeLabel: string
  /** The button to close is seen only while the pointer or the focus is in the panel. */
  readonly isCloseQuiet?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What a screen shows in its inspector, with the button that closes it at the corner. */
export function InspectorBody({ label, closeLabel, isCloseQuiet = false, onClose, children }: InspectorBodyProps) {
  return (
    <div role="group" className={styles.body} aria-label={label}>
      <div className={styles.close} data-quiet={isCloseQuiet || undefined}>
        <IconButton icon="cross" size="small" label={closeLabel} onClick={onClose} />
      </div>
      {children}
    </div>
  )
}

/** Under this width the inspector lies over the pictures. */
const OVERLAY = '(width < 1100px)'

export type InspectorPanel = ReturnType<typeof useInspectorPanel>

/**
 * Whether the inspector shows. Beside the pictures the choice is remembered; over them it starts closed and is
 * forgotten, so a narrow window never opens with its pictures covered.
 */
export function useInspectorPanel() {
  const isOverlay = useMediaQuery(OVERLAY)
  const [isOverlayOpen, setOverlayOpen] = useState(false)
  const isPanelOpen = usePreferences((state) => state.preferences.isInspectorOpen)
  return {
    isOverlay,
    isOpen: isOverlay ? isOverlayOpen : isPanelOpen,
    setOpen: (isOpen: boolean): void =>
      isOverlay ? setOverlayOpen(isOpen) : setPreferences({ isInspectorOpen: isOpen })
  }
}

/** Shows the inspector, or hides it. */
export function PanelButton({ panel: { isOpen, setOpen } }: { readonly panel: InspectorPanel }) {
  return (
    <IconButton
      icon="panel"
      label={isOpen ? imagesCopy.hideInfo : imagesCopy.showInfo}
      isOn={isOpen}
      onClick={() => setOpen(!isOpen)}
    />
  )
}
