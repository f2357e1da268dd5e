/** The two operations of the project group: one core, whatever dialect asks and answers. */
import { startOf } from './list-window.ts'
import type { PageWindow } from './list-window.ts'
import type { OperationResult } from './operation-result.ts'
import type { ProjectSelection, ProjectStore } from './project-store.ts'

export interface ProjectContext {
  readonly projects: ProjectStore
}

export interface ProjectListArgs {
  readonly selection: ProjectSelection
  readonly window: PageWindow
}

export interface DeleteProjectArgs {
  readonly project: string
  /** The record stays, marked with the time. */
  readonly keeps: boolean
}

export function listProjects({ projects }: ProjectContext, { selection, window }: ProjectListArgs): OperationResult {
  const all = projects.list(selection)
  const { perPage } = window
  const offset = startOf(window, (after) => all.findIndex(({ project }) => project === after))
  const rows = all.slice(offset, offset + perPage)
  return { kind: 'projects', found: { rows, total: all.length, offset, perPage } }
}

/** Everything kept under the project goes with it. */
export function deleteProject({ projects }: ProjectContext, { project, keeps }: DeleteProjectArgs): OperationResult {
  const record = projects.get(project)
  if (record === null) return { kind: 'not-found' }
  if (keeps) projects.retire(project)
  else projects.remove(project)
  return { kind: 'project-deleted', record }
}
