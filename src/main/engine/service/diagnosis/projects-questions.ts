/** What the projects service is asked. Reads only. */
import { listProjects } from '../projects.ts'
import { listShown, noList, pageOf, type Questions } from './ask-service.ts'

/** All questions to the projects. False = not everything could be asked. */
export async function askProjects({ client, ask, tell }: Questions): Promise<boolean> {
  const answered = await ask('list', () =>
    listProjects(client, { perPage: 10, page: 1, sortBy: 'project', sort: 'asc' })
  )
  if (answered === null) return false
  const page = pageOf(answered)
  if (page === null) tell([noList(answered.outcome)])
  else {
    const { unreadable } = page
    tell([listShown(page), unreadable === 0 ? { kind: 'names.all' } : { kind: 'names.missing', count: unreadable }])
  }
  return true
}
