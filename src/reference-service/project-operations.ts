/** The two operations of the project group. */
import { deletedAnswer, json, notFoundAnswer } from './answers.ts'
import type { OperationInput, ServiceAnswer } from './exchange.ts'
import { textOf } from './form.ts'
import { searchText, wireDate } from './image-operations.ts'
import { listBody, offsetOf, readPage } from './list-page.ts'
import type { ProjectRecord, ProjectStore } from './project-store.ts'
import type { ServiceSettings } from './service-options.ts'

export interface ProjectContext {
  readonly projects: ProjectStore
  readonly settings: ServiceSettings
}

export function listProjects(context: ProjectContext, input: OperationInput): ServiceAnswer {
  const request = readPage(input.query, context.settings.projectsPerPage)
  const found = context.projects.list({
    search: searchText(input.query),
    sortBy: textOf(input.query, 'sort_by') === 'project' ? 'project' : 'created_at',
    sort: textOf(input.query, 'sort') === 'asc' ? 'asc' : 'desc'
  })
  const rows = found.slice(offsetOf(request), offsetOf(request) + request.perPage).map(presentProject)
  return json(200, listBody(input, request, { rows, total: found.length }))
}

/** Everything kept under the project goes with it; what the service says it deleted is the "report". */
export function deleteProject(context: ProjectContext, input: OperationInput): ServiceAnswer {
  return context.projects.remove(input.key) ? deletedAnswer(input.key, 'report') : notFoundAnswer()
}

export function presentProject(record: ProjectRecord): Record<string, unknown> {
  const { project, reports, result } = record
  return { project, reports, result, created_at: wireDate(record.createdAt) }
}
