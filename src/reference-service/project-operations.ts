/** Implements the two operations of the project group, independent of the dialect. */
import type { ServiceDialect } from './dialects/switches.ts'
import { writeId } from './dialects/wire-values.ts'
import { type OperationResult, startOf, type PageWindow } from './exchange.ts'
import type { ProjectSelection, ProjectStore } from './project-store.ts'

export interface ProjectContext {
  readonly projects: ProjectStore
}

export interface ProjectListArgs {
  readonly selection: ProjectSelection
  readonly window: PageWindow
}

export interface DeleteProjectArgs {
  /** `null` if there is no such project. */
  readonly project: string | null
  /** Whether the record is kept and marked with the time of deletion. */
  readonly keeps: boolean
  /** Whether the project listed next is deleted too. */
  readonly takesNext: boolean
}

export function listProjects({ projects }: ProjectContext, { selection, window }: ProjectListArgs): OperationResult {
  const all = projects.list(selection)
  const { perPage } = window
  const offset = startOf(window, (after) => all.findIndex(({ project }) => project === after))
  const rows = all.slice(offset, offset + perPage)
  return { kind: 'projects', found: { rows, total: all.length, offset, perPage } }
}

/** Deletes a project with its reports. */
export function deleteProject({ projects }: ProjectContext, args: DeleteProjectArgs): OperationResult {
  const { project, keeps, takesNext } = args
  const record = project === null ? null : projects.get(project)
  if (record === null) return { kind: 'not-found' }
  for (const name of takesNext ? [record.project, nextTo(projects, record.project)] : [record.project]) {
    if (keeps) projects.retire(name)
    else projects.remove(name)
  }
  return { kind: 'project-deleted', record }
}

/** Whether deletions use the id of a project. */
export const takesIds = ({ projects }: ServiceDialect): boolean =>
  projects === 'by-id' || projects === 'by-id-with-next'

/** Returns the name of the project with this key; `null` if the dialect uses ids and none matches. */
export function projectAt(dialect: ServiceDialect, { projects }: ProjectContext, key: string): string | null {
  if (!takesIds(dialect)) return key
  const { ids } = dialect
  const found = [...projects.all().values()].find(({ id = 0 }) => String(writeId(ids, id)) === key)
  return found?.project ?? null
}

function nextTo(projects: ProjectStore, project: string): string {
  const names = [...projects.all().keys()].toSorted()
  return names[(names.indexOf(project) + 1) % names.length] ?? project
}
