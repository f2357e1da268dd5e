import type { ProjectRow } from '../../shared/project.ts'
import { keysOf } from '../commands/keyboard.ts'
import { currentPlatform } from '../commands/place-of-focus.ts'
import { actionsFor, projectsCopy } from '../copy/projects.ts'
import { IconButton } from '../ui/button.tsx'
import { MenuItem, MenuLine } from '../ui/menu-items.tsx'
import { Menu } from '../ui/menu.tsx'
import { deleteChord } from './delete-key.ts'
import { whyNotDeletable } from './project-actions.ts'
import type { ProjectActions } from './project-actions.ts'
import styles from './project-table.module.css'

interface ProjectMenuItemsProps {
  readonly project: ProjectRow
  readonly actions: ProjectActions
  /** Called before anything is done. */
  readonly onChoose?: () => void
}

/** Everything that can be done with a project. */
export function ProjectMenuItems({ project, actions, onChoose }: ProjectMenuItemsProps) {
  const choose = (run: (of: ProjectRow) => void) => () => {
    onChoose?.()
    run(project)
  }
  return (
    <>
      {project.mark === 'needs-you' && (
        <MenuItem icon="triangle" label={projectsCopy.review} onSelect={choose(actions.review)} />
      )}
      <MenuItem icon="copy" label={projectsCopy.copyName} onSelect={choose(actions.copyName)} />
      <MenuLine />
      <MenuItem
        icon="trash"
        label={projectsCopy.delete}
        keys={keysOf(deleteChord(currentPlatform()))}
        reason={whyNotDeletable(project)}
        look="danger"
        onSelect={choose(actions.askDelete)}
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
          label={actionsFor(project.project)}
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
