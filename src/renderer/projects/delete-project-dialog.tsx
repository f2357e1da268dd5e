import type { ProjectRow } from '../../shared/project.ts'
import { buttonOrder } from '../commands/button-order.ts'
import { deleteCopy, undoNote } from '../copy/commands.ts'
import { deleteTitle, projectsCopy, whatGoes } from '../copy/projects.ts'
import { useSendTime } from '../stores/reach.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

export interface DeleteProjectDialogProps {
  readonly project: ProjectRow
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Always asked: the service has no trash, and more goes than the row shows. */
export function DeleteProjectDialog({ project, onConfirm, onCancel }: DeleteProjectDialogProps) {
  const time = useSendTime('projects')
  return (
    <ConfirmDialog
      title={deleteTitle(project.project)}
      description={
        <>
          <p>{whatGoes(project.reports)}</p>
          <p>
            {deleteCopy.cannotUndo} {undoNote[time]}
          </p>
        </>
      }
      confirmLabel={projectsCopy.deleteNow}
      cancelLabel={projectsCopy.cancel}
      order={buttonOrder()}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
