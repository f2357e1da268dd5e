import { useMemo, useState } from 'react'
import type { ProjectRow } from '../../shared/project.ts'
import { bridge } from '../bridge.ts'
import { copyText } from '../commands/copy-text.ts'
import { sayDeleting } from '../commands/deletions.ts'
import { projectsCopy } from '../copy/projects.ts'
import { showActivity } from '../stores/activity-store.ts'
import { useCommandFailure } from '../stores/command-failure-store.ts'
import { showToast } from '../ui/toast.tsx'
import type { DeleteProjectDialogProps } from './delete-project-dialog.tsx'
import { deleteProject, whyNotDeletable } from './project-actions.ts'
import type { ProjectActions } from './project-actions.ts'

/** The actions of the screen, the same from one render to the next, and the question while one is asked. */
export function useProjectActions(): { actions: ProjectActions; dialog: DeleteProjectDialogProps | null } {
  const [asked, setAsked] = useState<ProjectRow | null>(null)
  const actions = useMemo<ProjectActions>(
    () => ({
      copyName: ({ project }) => void copyText(project, projectsCopy.nameCopied),
      askDelete: (project) => {
        const why = whyNotDeletable(project)
        if (why === null) setAsked(project)
        else showToast({ text: why })
      },
      review: () => showActivity('needs-you')
    }),
    []
  )
  const confirm = (project: ProjectRow): void => {
    setAsked(null)
    void deleteProject(project, {
      bridge,
      onDone: (batch, { project: name }) => sayDeleting(batch, name),
      onFailure: (failure) => useCommandFailure.setState({ failure })
    })
  }
  const dialog = asked && { project: asked, onConfirm: () => confirm(asked), onCancel: () => setAsked(null) }
  return { actions, dialog }
}
