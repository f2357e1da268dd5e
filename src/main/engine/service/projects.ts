/** The project operations of the interface: list and delete, the only ones it has. */
import type { ServicePage, ServiceProject } from '../domain/service-records.ts'
import { decodeProjectPage } from './decode.ts'
import { deleteRecord } from './delete-record.ts'
import { type ProjectListArgs, projectListUrl } from './list-query.ts'
import { listNumbered, readList } from './numbered-pages.ts'
import { call, get, type ServiceResult, type ServiceClient } from './service-client.ts'

/** Reads one page of projects. Stops the group (`wrong-address`) if there is no list. */
export async function listProjects(
  client: ServiceClient,
  args: ProjectListArgs
): Promise<ServiceResult<ServicePage<ServiceProject>>> {
  const { dialect, address } = client
  return listNumbered({ dialect, idOf: ({ project }: ServiceProject) => project }, args, async (place) => {
    const url = projectListUrl(address, { ...args, page: undefined, cursor: undefined, ...place })
    const received = await call(client, get(url))
    return readList(received, decodeProjectPage)
  })
}

/**
 * Deletes a project and everything the service keeps under it; never sent again automatically. One that is already gone
 * counts as deleted. The service may respond with an id of its own, so the response's id is not compared. `id` replaces
 * the name in the address.
 */
export function deleteProject(
  client: ServiceClient,
  { project, id = null }: { readonly project: string; readonly id?: string | null }
): Promise<ServiceResult<null>> {
  return deleteRecord(client, 'projects', id ?? project)
}
