import { memo, type ReactNode } from 'react'
import type { ProjectQuery, ProjectRow } from '../../shared/project.ts'
import { formatCount, formatDateTime, formatFullDate } from '../../copy/format.ts'
import { copy } from '../../copy/language.ts'
import { useLanguage } from '../stores/preferences-store.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/notes.tsx'
import { RowMenu } from './project-menu.tsx'
import { type Cell, type ProjectActions, sortedBy } from './project-rules.ts'
import styles from './project-table.module.css'

type Column = ProjectQuery['sortBy']

const COLUMNS: readonly Column[] = ['project', 'reports', 'result', 'created_at']

/** The columns, with the one of each row’s button. */
export const COLUMN_COUNT = COLUMNS.length + 1
const ACTIONS = COLUMNS.length

interface ProjectHeaderProps {
  readonly query: ProjectQuery
  /** The focused column of the header; `null` if the focus is in the rows. */
  readonly activeColumn: number | null
  readonly onSort: (query: ProjectQuery) => void
}

/** The column names; each sorts, and exposes its order to assistive technology. */
export function ProjectHeader({ query, activeColumn, onSort }: ProjectHeaderProps) {
  return (
    <thead>
      <tr className={styles.head} aria-rowindex={1}>
        {COLUMNS.map((column, index) => {
          const isSorted = query.sortBy === column
          return (
            <th
              key={column}
              scope="col"
              aria-colindex={index + 1}
              aria-sort={isSorted ? (query.sort === 'asc' ? 'ascending' : 'descending') : 'none'}
              data-column={column}
            >
              <button
                type="button"
                className={styles.sort}
                data-cell={`0-${index}`}
                data-sorted={isSorted ? query.sort : undefined}
                tabIndex={activeColumn === index ? 0 : -1}
                onClick={() => onSort(sortedBy(query, column))}
              >
                {copy.projects.columns[column]}
                {isSorted && <Icon name="chevron-down" size={12} />}
              </button>
            </th>
          )
        })}
        <th
          scope="col"
          aria-colindex={COLUMN_COUNT}
          data-cell={`0-${ACTIONS}`}
          tabIndex={activeColumn === ACTIONS ? 0 : -1}
        >
          <VisuallyHidden>{copy.projects.actions}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  )
}

interface ProjectLineProps {
  readonly index: number
  /** Offset in the list in CSS px. */
  readonly top: number
  /** `undefined` while its page is being read. */
  readonly project: ProjectRow | undefined
  readonly activeColumn: number | null
  readonly onFocus: (cell: Cell) => void
  readonly actions: ProjectActions
}

export const ProjectLine = memo(function Line({
  index,
  top,
  project,
  activeColumn,
  onFocus,
  actions
}: ProjectLineProps) {
  useLanguage()
  return (
    <tr
      className={styles.line}
      aria-rowindex={index + 2}
      data-row={index}
      data-mark={project?.mark}
      style={{ insetBlockStart: top }}
    >
      {COLUMNS.map((column, at) => (
        <td
          key={column}
          className={styles.cell}
          aria-colindex={at + 1}
          data-column={column}
          data-cell={`${index + 1}-${at}`}
          tabIndex={activeColumn === at ? 0 : -1}
          onFocus={() => onFocus({ row: index + 1, column: at })}
          {...(column === 'created_at' && project?.createdAt && { title: formatFullDate(project.createdAt) })}
        >
          {project && cellText[column](project)}
          {project && column === 'project' && <ProjectState project={project} actions={actions} />}
        </td>
      ))}
      <td
        className={styles.cell}
        aria-colindex={COLUMN_COUNT}
        data-column="actions"
        onFocus={() => onFocus({ row: index + 1, column: ACTIONS })}
      >
        {project && (
          <RowMenu
            project={project}
            actions={actions}
            cell={`${index + 1}-${ACTIONS}`}
            isReachable={activeColumn === ACTIONS}
          />
        )}
      </td>
    </tr>
  )
})

/** The sync state of a project, with a link to Needs attention. */
function ProjectState({ project, actions }: { readonly project: ProjectRow; readonly actions: ProjectActions }) {
  if (project.mark === 'none') return null
  if (project.mark === 'waiting') {
    return (
      <span className={styles.standing}>
        <Icon name="dot" />
        {copy.projects.waiting}
      </span>
    )
  }
  return (
    <span className={styles.standing} data-warning>
      <Icon name="triangle" />
      {copy.projects.needsAttention}
      <Button variant="link" size="small" tabIndex={-1} onClick={actions.review}>
        {copy.projects.review}
      </Button>
    </span>
  )
}

const cellText: Readonly<Record<Column, (project: ProjectRow) => ReactNode>> = {
  project: ({ project }) => <bdi>{project}</bdi>,
  reports: ({ reports }) => (reports === null ? copy.projects.unknown : formatCount(reports)),
  result: ({ result }) => result ?? copy.projects.unknown,
  created_at: ({ createdAt }) => (createdAt === null ? copy.projects.unknown : formatDateTime(createdAt))
}
