import type { ConfirmDialogProps } from '../ui/confirm-dialog.tsx'
import { currentPlatform } from './place-of-focus.ts'

/** Where people of this system look for the button that does it. */
export function buttonOrder(): ConfirmDialogProps['order'] {
  return currentPlatform() === 'win32' ? 'action-first' : 'cancel-first'
}
