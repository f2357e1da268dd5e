import { useState } from 'react'
import type { ReactElement } from 'react'
import type { ProjectRow } from '../../shared/project.ts'
import { ContextMenu } from '../ui/context-menu.tsx'
import { MenuTitle } from '../ui/menu-items.tsx'
import type { ProjectActions } from './project-actions.ts'
import { ProjectMenuItems } from './project-menu.tsx'
import type { ProjectList } from './use-projects.ts'

interface ProjectRowsMenuProps {
  readonly list: ProjectList
  readonly actions: ProjectActions
  readonly onClosed: () => void
  readonly children: ReactElement<Record<string, unknown>>
}

/** The menu of the other mouse button on a row, titled with its project. */
export function ProjectRowsMenu({ list, actions, onClosed, children }: ProjectRowsMenuProps) {
  const [project, setProject] = useState<ProjectRow>()
  const aim = (target: Element): boolean => {
    const row = target.closest<HTMLElement>('tr[data-row]')
    const found = row === null ? undefined : list.rows[Number(row.dataset['row'])]
    setProject(found)
    if (found === undefined) return false
    const cell = target.closest<HTMLElement>('[data-cell]') ?? row?.querySelector<HTMLElement>('[data-cell]')
    cell?.focus({ preventScroll: true })
    return true
  }
  return (
    <ContextMenu
      area={children}
      label={project?.project ?? ''}
      onAim={aim}
      onClosed={onClosed}
      focusAfter={() => document.querySelector<HTMLElement>('[data-row] [data-cell][tabindex="0"]')}
    >
      {project && (
        <>
          <MenuTitle text={project.project} />
          <ProjectMenuItems project={project} actions={actions} />
        </>
      )}
    </ContextMenu>
  )
}
