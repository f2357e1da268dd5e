/** Rules of the projects screen: its keys, its pages, and the actions on a project. */
import type { BatchReceipt } from '../../shared/batch.ts'
import type { Bridge } from '../../shared/bridge.ts'
import type { Failure } from '../../shared/failure.ts'
import type { ProjectQuery, ProjectRow } from '../../shared/project.ts'
import { copy } from '../../copy/language.ts'

// Where the keys of a data grid move. Row 0 is the header; rows of data follow. Pure.

export interface Cell {
  readonly row: number
  readonly column: number
}

interface GridSize {
  /** Number of rows including the header. */
  readonly rows: number
  readonly columns: number
  /** Number of rows on one screen. */
  readonly page: number
}

/**
 * Returns the cell that a key moves to, within the grid; `null` if the key is not one of the grid. `isCtrl` moves to
 * the corners.
 */
export function cellAfter(key: string, from: Cell, size: GridSize & { readonly isCtrl: boolean }): Cell | null {
  const moved = move(key, from, size)
  if (moved === null) return null
  return cellWithin(moved, size)
}

function move(key: string, { row, column }: Cell, size: GridSize & { readonly isCtrl: boolean }): Cell | null {
  switch (key) {
    case 'ArrowDown':
      return { row: row + 1, column }
    case 'ArrowUp':
      return { row: row - 1, column }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'PageDown':
      return { row: row + size.page, column }
    case 'PageUp':
      // PageUp on the first screen stays in the data; only the arrow moves to the header.
      return { row: row === 0 ? 0 : Math.max(1, row - size.page), column }
    case 'Home':
      return { row: size.isCtrl ? 1 : row, column: 0 }
    case 'End':
      return { row: size.isCtrl ? size.rows - 1 : row, column: size.columns - 1 }
    default:
      return null
  }
}

/** Returns the cell itself, or the nearest one if the grid has become smaller. */
export function cellWithin({ row, column }: Cell, size: Pick<GridSize, 'rows' | 'columns'>): Cell {
  return { row: within(row, size.rows), column: within(column, size.columns) }
}

function within(value: number, count: number): number {
  return Math.min(Math.max(value, 0), count - 1)
}

// Which page of projects must be read for the rows in view. Pure.

export const ROWS_PER_PAGE = 100

/** Returns the offset of the first page with an unread row in view; `null` if all are read. Bounds are inclusive. */
export function missingPage(rows: readonly unknown[], first: number, last: number): number | null {
  for (let index = Math.max(0, first); index <= last; index += 1) {
    if (rows[index] === undefined) return Math.floor(index / ROWS_PER_PAGE) * ROWS_PER_PAGE
  }
  return null
}

/** Returns the order after a press on a column header: reversed on the same column, else that column’s default. */
export function sortedBy(query: ProjectQuery, column: ProjectQuery['sortBy']): ProjectQuery {
  if (query.sortBy === column) return { ...query, sort: query.sort === 'desc' ? 'asc' : 'desc' }
  // Names start from A, dates from the newest, and counts from the largest.
  return { ...query, sortBy: column, sort: column === 'project' ? 'asc' : 'desc' }
}

// The actions on a project: copy its name, or delete it. The interface of the service has no others.

export interface ProjectActions {
  readonly copyName: (project: ProjectRow) => void
  /** Shows the question; nothing is deleted without confirmation. */
  readonly confirmDelete: (project: ProjectRow) => void
  /** Opens Needs attention. */
  readonly review: () => void
}

/**
 * Returns why a project cannot be deleted now; `null` if it can. A deletion is sent once, so another one must wait for
 * its result.
 */
export function whyNotDeletable({ mark }: Pick<ProjectRow, 'mark'>): string | null {
  if (mark === 'waiting') return copy.projects.alreadyWaiting
  return mark === 'needs-attention' ? copy.projects.responseFirst : null
}

interface DeleteProjectPorts {
  readonly bridge: Pick<Bridge, 'deleteProject'>
  readonly onDone: (batch: BatchReceipt, project: ProjectRow) => void
  readonly onFailure: (failure: Failure) => void
}

/** Deletes the project after confirmation. */
export async function deleteProject(project: ProjectRow, ports: DeleteProjectPorts): Promise<void> {
  const answer = await ports.bridge.deleteProject({ record: project.record })
  if (answer.ok) ports.onDone(answer.value.batch, project)
  else ports.onFailure(answer.failure)
}
