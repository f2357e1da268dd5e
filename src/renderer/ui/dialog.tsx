import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from './button.tsx'
import { usePanelFocus } from './panel-focus.ts'
import styles from './dialog.module.css'

interface DialogProps {
  readonly title: string
  /** One or two sentences below the title. */
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** The row of buttons, the safe one first. */
  readonly actions: ReactNode
  /** `wide`: the content between title and buttons scrolls separately. */
  readonly size?: 'normal' | 'wide'
  /** Gets the focus when it opens; otherwise the first control does. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** Called for Escape, a click outside, or a button that closes. */
  readonly onClose: () => void
}

/** A modal dialog. The focus stays inside and then returns to where it was. */
export function Dialog({ title, description, children, actions, size = 'normal', initialFocus, onClose }: DialogProps) {
  const focus = usePanelFocus(initialFocus)
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
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

interface ConfirmDialogProps {
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  readonly confirmLabel: string
  readonly cancelLabel: string
  /** Whether the action is disabled until something is typed. */
  readonly isConfirmDisabled?: boolean
  /** Cancel by default, so that Enter never does something irreversible unless the user moved the focus there. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({
  title,
  description,
  children,
  confirmLabel,
  cancelLabel,
  isConfirmDisabled = false,
  initialFocus,
  onConfirm,
  onCancel
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const cancelButton = (
    <Button key="cancel" ref={cancel} variant="box" onClick={onCancel}>
      {cancelLabel}
    </Button>
  )
  const confirmButton = (
    <Button key="confirm" variant="danger" isDisabled={isConfirmDisabled} onClick={onConfirm}>
      {confirmLabel}
    </Button>
  )
  return (
    <Dialog
      title={title}
      description={description}
      initialFocus={initialFocus ?? cancel}
      onClose={onCancel}
      actions={isActionFirst() ? [confirmButton, cancelButton] : [cancelButton, confirmButton]}
    >
      {children}
    </Dialog>
  )
}

/** On Windows the action comes before Cancel, elsewhere after it. */
const isActionFirst = (): boolean => document.documentElement.dataset['platform'] === 'win32'
