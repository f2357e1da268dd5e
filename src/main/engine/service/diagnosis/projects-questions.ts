/** Diagnoses the projects service. Reads only. */
import type { Finding } from '../../../../shared/diagnosis.ts'
import type { ServicePage, ServiceProject } from '../../domain/service-records.ts'
import type { Dialect } from '../dialect.ts'
import { listProjects } from '../projects.ts'
import { askList, type Questions } from './list-questions.ts'

const BY_NAME = { sortBy: 'project', sort: 'asc' } as const

/** Runs all requests for projects; only the first if there is no list. Returns false if not all could be sent. */
export const askProjects = (questions: Questions): Promise<boolean> =>
  askList<ServiceProject>({
    ...questions,
    idOf: ({ project }) => project,
    list: (at) => listProjects(questions.client, { ...BY_NAME, ...at }),
    rowFindings: (page) => rowFindings(page, questions.client.dialect),
    steps: []
  })

function rowFindings({ records, unreadable }: ServicePage<ServiceProject>, dialect: Dialect): readonly Finding[] {
  const names: Finding = unreadable === 0 ? { kind: 'names.all' } : { kind: 'names.missing', count: unreadable }
  if (records.length === 0) return [names]
  const isDated = records.some(({ createdAt }) => createdAt !== null)
  return [names, { kind: isDated ? 'dates.told' : 'dates.untold' }, keyFinding(records, dialect)]
}

/** Returns how a project is deleted, as far as reading shows. */
function keyFinding(records: readonly ServiceProject[], dialect: Dialect): Finding {
  const ids = records.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (ids.length === 0) return { kind: 'address.by-name' }
  const isName = records.some(({ project }) => ids.includes(project))
  if (isName || dialect.known('projects.key') === 'name') return { kind: 'address.ids-unused' }
  return { kind: dialect.known('projects.key') === 'id' ? 'address.by-id' : 'address.ids-possible' }
}
