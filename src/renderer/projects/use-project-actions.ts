import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { ProjectRow } from '../../shared/project.ts'
import { bridge } from '../bridge.ts'
import { registerScreenCommands, type ScreenCommand } from '../commands/app-shortcuts.ts'
import { isAnyPressed } from '../commands/chord.ts'
import { copyText } from '../commands/copy-text.ts'
import { currentPlatform, isQuestionOpen } from '../commands/keyboard.ts'
import { showDeletingToast } from '../commands/undo-commands.ts'
import { copy } from '../../copy/language.ts'
import { showActivity, useCommandFailure } from '../stores/window-store.ts'
import { showToast } from '../ui/toast.tsx'
import { deleteProject, type ProjectActions, whyNotDeletable } from './project-rules.ts'

export interface DeleteProjectDialogProps {
  readonly project: ProjectRow
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/**
 * Returns the actions of the screen, the same objects in every render, and the props of the question while one is open.
 */
export function useProjectActions(): { actions: ProjectActions; dialog: DeleteProjectDialogProps | null } {
  const [toDelete, setToDelete] = useState<ProjectRow | null>(null)
  const actions = useMemo<ProjectActions>(
    () => ({
      copyName: ({ project }) => void copyText(project, copy.projects.nameCopied),
      confirmDelete: (project) => {
        const why = whyNotDeletable(project)
        if (why === null) setToDelete(project)
        else showToast({ text: why })
      },
      review: () => showActivity('needs-attention')
    }),
    []
  )
  const confirm = (project: ProjectRow): void => {
    setToDelete(null)
    void deleteProject(project, {
      bridge,
      onDone: (batch, { project: name }) => showDeletingToast(batch, name),
      onFailure: (failure) => useCommandFailure.setState({ failure })
    })
  }
  const dialog = toDelete && {
    project: toDelete,
    onConfirm: () => confirm(toDelete),
    onCancel: () => setToDelete(null)
  }
  return { actions, dialog }
}

interface ProjectCommandParts {
  readonly actions: ProjectActions
  readonly search: RefObject<HTMLInputElement | null>
  /** The project of the active row; `undefined` in the header or before it is read. */
  readonly active: () => ProjectRow | undefined
}

const FIND = { chords: [{ key: 'f', mod: true }] } as const

/** Handles the commands of the native menu that apply to projects, and the key of the search. */
export function useProjectCommands(parts: ProjectCommandParts): void {
  const latest = useRef(parts)
  useEffect(() => {
    latest.current = parts
  })
  useEffect(() => registerScreenCommands((command) => runProjectCommand(command, latest.current)), [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isQuestionOpen() || !isAnyPressed(FIND, event, currentPlatform())) return
      event.preventDefault()
      runProjectCommand('find', latest.current)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function runProjectCommand(command: ScreenCommand, { actions, search, active }: ProjectCommandParts): void {
  const project = active()
  if (command === 'find') {
    search.current?.focus()
    search.current?.select()
  } else if (command === 'delete' && project) actions.confirmDelete(project)
  else if (command === 'copy-name' && project) actions.copyName(project)
}
