/** The two operations of the project group: one core, whatever dialect asks and answers. */
import type { ServiceDialect } from './dialects/switches.ts'
import { writeId } from './dialects/wire-values.ts'
import { type OperationResult, startOf, type PageWindow } from './operation-result.ts'
import type { ProjectSelection, ProjectStore } from './project-store.ts'

export interface ProjectContext {
  readonly projects: ProjectStore
}

export interface ProjectListArgs {
  readonly selection: ProjectSelection
  readonly window: PageWindow
}

export interface DeleteProjectArgs {
  /** null = there is none. */
  readonly project: string | null
  /** The record stays, marked with the time. */
  readonly keeps: boolean
  /** The project listed next goes, too. */
  readonly takesNext: boolean
}

export function listProjects({ projects }: ProjectContext, { selection, window }: ProjectListArgs): OperationResult {
  const all = projects.list(selection)
  const { perPage } = window
  const offset = startOf(window, (after) => all.findIndex(({ project }) => project === after))
  const rows = all.slice(offset, offset + perPage)
  return { kind: 'projects', found: { rows, total: all.length, offset, perPage } }
}

/** Everything kept under the project goes with it. */
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

/** Whether a deletion is addressed by the id of a project. */
export const takesIds = ({ projects }: ServiceDialect): boolean =>
  projects === 'by-id' || projects === 'by-id-with-next'

/** The name of the project that a key in an address stands for; null where an id is taken, and none has this one. */
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
