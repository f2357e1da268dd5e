/** What the projects service is asked. Reads only. */
import type { Finding } from '../../../../shared/diagnosis.ts'
import { shownBy } from '../../domain/outcome.ts'
import type { ServicePage, ServiceProject } from '../../domain/service-records.ts'
import type { Dialect } from '../dialect.ts'
import { listProjects } from '../projects.ts'
import { listShown, noList, type Questions } from './ask-service.ts'
import { askPaging, askSizeAndEnd, SMALL, type Listing } from './list-questions.ts'

const BY_NAME = { sortBy: 'project', sort: 'asc' } as const

/** All questions to the projects; only the first where there is no list. False = not everything could be asked. */
export async function askProjects({ client, ask, tell }: Questions): Promise<boolean> {
  const answered = await ask('list', () => listProjects(client, { ...BY_NAME, perPage: SMALL, page: 1 }))
  if (answered === null) return false
  const first = shownBy(answered.outcome)
  if (first === null) {
    tell([noList(answered.outcome)])
    return true
  }
  tell([listShown(first), ...rowFindings(first, client.dialect)])
  const listing: Listing<ServiceProject> = {
    client,
    ask,
    idOf: ({ project }) => project,
    list: (at) => listProjects(client, { ...BY_NAME, ...at })
  }
  for (const question of [() => askPaging(listing, first), () => askSizeAndEnd(listing)]) {
    const found = await question()
    if (found === null) return false
    tell(found)
  }
  return true
}

function rowFindings({ records, unreadable }: ServicePage<ServiceProject>, dialect: Dialect): readonly Finding[] {
  const names: Finding = unreadable === 0 ? { kind: 'names.all' } : { kind: 'names.missing', count: unreadable }
  if (records.length === 0) return [names]
  const isDated = records.some(({ createdAt }) => createdAt !== null)
  return [names, { kind: isDated ? 'dates.told' : 'dates.untold' }, keyFinding(records, dialect)]
}

/** How a project is deleted, as far as reading tells. */
function keyFinding(records: readonly ServiceProject[], dialect: Dialect): Finding {
  const ids = records.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (ids.length === 0) return { kind: 'address.by-name' }
  const isName = records.some(({ project }) => ids.includes(project))
  if (isName || dialect.known('projects.key') === 'name') return { kind: 'address.ids-unused' }
  return { kind: dialect.known('projects.key') === 'id' ? 'address.by-id' : 'address.ids-possible' }
}
