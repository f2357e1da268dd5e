import { type ReactElement, useState } from 'react'
import type { ProjectRow } from '../../shared/project.ts'
import { type Chord, isAnyPressed, type KeyPress, type Platform } from '../commands/chord.ts'
import { currentPlatform, keysOf } from '../commands/keyboard.ts'
import { copy } from '../../copy/language.ts'
import { IconButton } from '../ui/button.tsx'
import { ContextMenu, Menu, MenuItem, MenuLine, MenuTitle } from '../ui/menu.tsx'
import { type ProjectActions, whyNotDeletable } from './project-rules.ts'
import type { ProjectList } from './use-projects.ts'
import styles from './project-table.module.css'

interface ProjectMenuItemsProps {
  readonly project: ProjectRow
  readonly actions: ProjectActions
  /** Called before an action. */
  readonly onChoose?: () => void
}

/** All actions on a project. */
function ProjectMenuItems({ project, actions, onChoose }: ProjectMenuItemsProps) {
  const choose = (run: (of: ProjectRow) => void) => () => {
    onChoose?.()
    run(project)
  }
  return (
    <>
      {project.mark === 'needs-attention' && (
        <MenuItem icon="triangle" label={copy.projects.review} onSelect={choose(actions.review)} />
      )}
      <MenuItem icon="copy" label={copy.projects.copyName} onSelect={choose(actions.copyName)} />
      <MenuLine />
      <MenuItem
        icon="trash"
        label={copy.projects.delete}
        keys={keysOf(deleteChord(currentPlatform()))}
        reason={whyNotDeletable(project)}
        variant="danger"
        onSelect={choose(actions.confirmDelete)}
      />
    </>
  )
}

interface RowMenuProps extends Pick<ProjectMenuItemsProps, 'project' | 'actions'> {
  /** Row and column, for the keys of the grid. */
  readonly cell: string
  readonly isReachable: boolean
}

/** The button at the end of a row. */
export function RowMenu({ project, actions, cell, isReachable }: RowMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton
          icon="more"
          size="small"
          className={styles.rowMenu}
          label={copy.projects.actionsFor(project.project)}
          data-cell={cell}
          tabIndex={isReachable ? 0 : -1}
        />
      }
      align="end"
    >
      <ProjectMenuItems project={project} actions={actions} />
    </Menu>
  )
}

interface ProjectRowsMenuProps {
  readonly list: ProjectList
  readonly actions: ProjectActions
  readonly onClosed: () => void
  readonly children: ReactElement<Record<string, unknown>>
}

/** The context menu of a row, titled with its project. */
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

// The key that deletes the project of the active row, after confirmation.

/** Returns the chord of images: Delete, and Cmd+Backspace on macOS. */
function deleteChord(platform: Platform): Chord {
  return platform === 'darwin' ? { key: 'Backspace', mod: true } : { key: 'Delete' }
}

export function isDeleteKey(press: KeyPress, platform: Platform): boolean {
  return isAnyPressed({ chords: [deleteChord(platform)] }, press, platform)
}
