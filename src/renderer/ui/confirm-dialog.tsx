import { useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  readonly confirmLabel: string
  readonly cancelLabel: string
  /** Windows has the action before Cancel, the others after it. */
  readonly order: 'action-first' | 'cancel-first'
  /** The action is not to be had yet: something must be typed first. */
  readonly isConfirmDisabled?: boolean
  /** Cancel when absent: Enter never does what cannot be taken back, unless a person went to it. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({
  title,
  description,
  children,
  confirmLabel,
  cancelLabel,
  order,
  isConfirmDisabled = false,
  initialFocus,
  onConfirm,
  onCancel
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const cancelButton = (
    <Button key="cancel" ref={cancel} look="box" onClick={onCancel}>
      {cancelLabel}
    </Button>
  )
  const confirmButton = (
    <Button key="confirm" look="danger" isDisabled={isConfirmDisabled} onClick={onConfirm}>
      {confirmLabel}
    </Button>
  )
  return (
    <Dialog
      isOpen
      title={title}
      description={description}
      initialFocus={initialFocus ?? cancel}
      onClose={onCancel}
      actions={order === 'action-first' ? [confirmButton, cancelButton] : [cancelButton, confirmButton]}
    >
      {children}
    </Dialog>
  )
}
