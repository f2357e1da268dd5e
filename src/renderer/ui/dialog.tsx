import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import styles from './dialog.module.css'
import { usePanelFocus } from './panel-focus.ts'

interface DialogProps {
  readonly isOpen: boolean
  readonly title: string
  /** One or two sentences under the title. */
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** The row of buttons, the harmless one first. */
  readonly actions: ReactNode
  /** `wide`: what stands between title and buttons scrolls by itself. */
  readonly size?: 'normal' | 'wide'
  /** Gets the focus when it opens; otherwise the first control does. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** Escape, a click outside, or a button that closes. */
  readonly onClose: () => void
}

/** A decision that holds the window. Focus stays inside and goes back where it came from. */
export function Dialog({
  isOpen,
  title,
  description,
  children,
  actions,
  size = 'normal',
  initialFocus,
  onClose
}: DialogProps) {
  const focus = usePanelFocus(initialFocus)
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.veil} />
        <Base.Popup {...focus} className={styles.dialog} data-size={size} data-holds-window>
          <Base.Title className={styles.title}>{title}</Base.Title>
          {description !== undefined && (
            <Base.Description className={styles.description} render={<div />}>
              {description}
            </Base.Description>
          )}
          {children}
          <div className={styles.actions}>{actions}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
