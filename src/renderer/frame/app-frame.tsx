import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { copy } from '../../copy/language.ts'
import { useCreate } from '../stores/create-store.ts'
import { setPreferences, usePreferences } from '../stores/preferences-store.ts'
import { useConnection } from '../stores/sync-store.ts'
import { IconButton } from '../ui/button.tsx'
import { Tooltip } from '../ui/popover.tsx'
import { useMediaQuery } from './use-window.ts'
import styles from './app-frame.module.css'

/** The element at the end of the status bar, which the screen fills. */
export const StatusEndContext = createContext<HTMLElement | null>(null)

interface AppFrameProps {
  /** Title and controls of the screen, 52 px high, above main and inspector. */
  readonly toolbar: ReactNode
  /** Rows between toolbar and main, such as chips. */
  readonly head?: ReactNode
  readonly main: ReactNode
  /** The panel at the end; absent if closed. Below 1100 px it overlays main. An open create form replaces it. */
  readonly inspector?: ReactNode
  /** Covers sidebar, toolbar, head and main, which stay mounted but inert. */
  readonly cover?: ReactNode
  /** Content for the end of the status bar. */
  readonly statusEnd?: ReactNode
}

/**
 * The regions a screen fills. Sidebar, banners and status bar stay mounted around it, so the focus survives a change of
 * screen.
 */
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
  /** One line of counts below it. */
  readonly subtitle?: string
}

/** The title at the start of the toolbar; takes the free space before the controls. */
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

/** Marks the title of screen and window while the library is the sample. */
export function SampleMark() {
  const isSample = useConnection((state) => state.connection?.isSample === true)
  const title = copy.sample.windowTitle
  useEffect(() => {
    if (!isSample) return undefined
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [isSample, title])
  if (!isSample) return null
  return (
    <Tooltip text={copy.sample.badgeHint}>
      <span className={styles.badge}>{copy.sample.badge}</span>
    </Tooltip>
  )
}

interface InspectorBodyProps {
  /** Names the panel for assistive technology. */
  readonly label: string
  readonly closeLabel: string
  /** Whether the close button is visible only while the pointer or the focus is in the panel. */
  readonly isCloseQuiet?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The content of an inspector, with its close button in the corner. */
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

/** Below this width the inspector overlays the pictures. */
const OVERLAY = '(width < 1100px)'

export type InspectorPanel = ReturnType<typeof useInspectorPanel>

/**
 * Returns whether the inspector is open. Beside the pictures the choice is stored; as an overlay it starts closed and
 * is not stored, so a narrow window never opens with covered pictures.
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

/** Shows or hides the inspector. */
export function PanelButton({ panel: { isOpen, setOpen } }: { readonly panel: InspectorPanel }) {
  return (
    <IconButton
      icon="panel"
      label={isOpen ? copy.images.hideInfo : copy.images.showInfo}
      isOn={isOpen}
      onClick={() => setOpen(!isOpen)}
    />
  )
}
