import { memo } from 'react'
import type { ReactNode } from 'react'
import type { ProjectQuery, ProjectRow } from '../../shared/project.ts'
import { columnLabel, projectsCopy } from '../copy/projects.ts'
import { formatCount, formatDateTime, formatFullDate } from '../format.ts'
import { Icon } from '../ui/icon.tsx'
import type { Cell } from './grid-keys.ts'
import { sortedBy } from './project-pages.ts'
import styles from './project-table.module.css'

type Column = ProjectQuery['sortBy']

export const COLUMNS: readonly Column[] = ['project', 'reports', 'result', 'created_at']

export interface ProjectHeaderProps {
  readonly query: ProjectQuery
  /** Column of the header that holds the focus; null when it is in the rows. */
  readonly activeColumn: number | null
  readonly onSort: (query: ProjectQuery) => void
}

/** Column names; each sorts, and says to assistive technology how. */
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
                {columnLabel[column]}
                {isSorted && <Icon name="chevron-down" size={12} />}
              </button>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

export interface ProjectLineProps {
  readonly index: number
  /** Offset in the list in CSS px. */
  readonly top: number
  /** undefined while its page is on the way. */
  readonly project: ProjectRow | undefined
  readonly activeColumn: number | null
  readonly onFocus: (cell: Cell) => void
}

export const ProjectLine = memo(function Line({ index, top, project, activeColumn, onFocus }: ProjectLineProps) {
  return (
    <tr className={styles.line} aria-rowindex={index + 2} style={{ insetBlockStart: top }}>
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
        </td>
      ))}
    </tr>
  )
})

const cellText: Readonly<Record<Column, (project: ProjectRow) => ReactNode>> = {
  project: ({ project }) => <bdi>{project}</bdi>,
  reports: ({ reports }) => (reports === null ? projectsCopy.unknown : formatCount(reports)),
  result: ({ result }) => result ?? projectsCopy.unknown,
  created_at: ({ createdAt }) => (createdAt === null ? projectsCopy.unknown : formatDateTime(createdAt))
}
